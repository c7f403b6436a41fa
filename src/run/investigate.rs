//! Which failures are looked into, how thoroughly, and what else turns up on the way.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::Options;
use super::pool::Swept;
use super::shrink::{Effort, Found, Scene};
use super::tally::{Signature, Tally};

/// How many kinds of failure of one check are looked into; the others are counted.
const KINDS_PER_CHECK: usize = 5;
/// How many faults are shrunk thoroughly: a subject that dies on everything would cost a process per candidate.
const THOROUGH_FAULTS: usize = 6;

/// The failures of a run, looked into.
pub(super) type Investigated = BTreeMap<(usize, Signature), Investigation>;

/// One failure, looked into.
pub(super) struct Investigation {
    /// The first case that showed it.
    pub(super) index: u64,
    /// How many cases showed it.
    pub(super) count: u64,
    /// What was found out.
    pub(super) found: Found,
}

/// A failure to look into.
struct Lead {
    check: usize,
    signature: Signature,
    index: u64,
    count: u64,
    /// The case, where it is not the one that `index` names.
    document: Option<Arc<Value>>,
}

/// Looks into the first case of every kind of failure, and of every reading that was excluded.
pub(super) fn investigate(scene: Scene<'_>, swept: &Swept, options: &Options<'_>) -> Investigated {
    let leads: Vec<Lead> = swept.tallies.iter().enumerate().flat_map(|(check, tally)| leads(check, tally)).collect();
    let mut all = follow(scene, swept, options, &leads);
    // What turned up while shrinking, and nowhere else, is a failure of its own.
    let mut slips: BTreeMap<(usize, Signature), (u64, Arc<Value>)> = BTreeMap::new();
    for ((check, _), Investigation { index, found, .. }) in &all {
        for (signature, document) in &found.slips {
            if !swept.tallies[*check].failures.contains_key(signature) {
                slips.entry((*check, signature.clone())).or_insert((*index, Arc::clone(document)));
            }
        }
    }
    let slips: Vec<Lead> = slips
        .into_iter()
        .map(|((check, signature), (index, document))| Lead {
            check,
            signature,
            index,
            count: 0,
            document: Some(document),
        })
        .collect();
    all.extend(follow(scene, swept, options, &slips));
    all
}

/// The failures of a check that are worth looking into, the earliest first.
fn leads(check: usize, tally: &Tally) -> Vec<Lead> {
    let mut failures: Vec<_> = tally.failures.iter().collect();
    failures.sort_by_key(|(signature, first)| (first.index, (*signature).clone()));
    let lead = |signature, index, count| Lead { check, signature, index, count, document: None };
    let failures = failures
        .into_iter()
        .take(KINDS_PER_CHECK)
        .map(|(signature, first)| lead(signature.clone(), first.index, first.count));
    let excluded = tally
        .excluded
        .iter()
        .map(|((question, reading), index)| lead(Signature::Excludes(question, reading), *index, 1));
    failures.chain(excluded).collect()
}

/// How much each lead is worth: the first faults are shrunk, of the hangs only the very first.
fn efforts(leads: &[Lead]) -> Vec<Effort> {
    let (mut faults, mut hangs) = (0, 0);
    let effort = |lead: &Lead| match lead.signature {
        Signature::Fault("hung") => {
            hangs += 1;
            if hangs > 1 { Effort::Brief } else { Effort::Thorough }
        }
        Signature::Fault(_) => {
            faults += 1;
            if faults > THOROUGH_FAULTS { Effort::Brief } else { Effort::Thorough }
        }
        Signature::Disagreement(_) | Signature::Excludes(..) => Effort::Thorough,
    };
    leads.iter().map(effort).collect()
}

fn follow(scene: Scene<'_>, swept: &Swept, options: &Options<'_>, leads: &[Lead]) -> Investigated {
    let efforts = efforts(leads);
    let next = AtomicUsize::new(0);
    let done: Mutex<Investigated> = Mutex::default();
    let work = || {
        let mut shared = scene.fresh();
        while let Some((lead, effort)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            leads.get(at).zip(efforts.get(at))
        } {
            if options.interrupted.load(Ordering::Relaxed) {
                break;
            }
            let planned = &scene.plan[lead.check];
            options.progress.investigating(&planned.id);
            let key = (lead.check, lead.signature.clone());
            let history = swept.histories.get(&key).map_or(&[][..], |(_, history)| history.as_slice());
            let Some(document) = lead.document.clone().or_else(|| planned.case(lead.index)) else { continue };
            let witness = match lead.signature {
                Signature::Excludes(..) => scene.smallest_witness(&mut shared, planned, &document, &lead.signature),
                _ => None,
            };
            let found = witness.or_else(|| scene.investigate(planned, &document, &lead.signature, history, *effort));
            if let Some(found) = found {
                let investigation = Investigation { index: lead.index, count: lead.count, found };
                done.lock().unwrap_or_else(PoisonError::into_inner).insert(key, investigation);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.jobs.clamp(1, leads.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}
