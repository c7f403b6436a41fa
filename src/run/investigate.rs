//! Which failures are looked into, how thoroughly, and what else turns up on the way.
//!
//! What is worth looking into follows from the tallies alone, in such a way that the shard that has the first case
//! of a failure looks into it at least as thoroughly as a run of all cases would: so shards can be merged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde_json::Value;

use super::Options;
use super::finding::finding;
use super::found::{Found, KINDS_PER_CHECK};
use super::plan::Planned;
use super::pool::Swept;
use super::shard::Shard;
use super::shrink::{Effort, Scene};
use super::tally::{Seen, Signature, Tally};
use crate::mutex::lock;
use crate::proof::{Finding, Spent};
use crate::share::share;

/// In how many checks faults are shrunk: a subject that dies on everything would cost a process per candidate.
const CHECKS_WITH_THOROUGH_FAULTS: usize = 6;

/// The findings of a run, by the place of their check in the plan and by their kind: often one, several where several
/// bugs fail in the same way.
pub(super) type Findings = BTreeMap<Key, Vec<Finding>>;

/// A check, by its place in the plan, and a way of failing.
pub(super) type Key = (usize, Signature);

/// One failure, looked into.
#[derive(Debug, Clone)]
pub(super) struct Looked {
    /// The first case that showed it.
    pub(super) index: u64,
    /// What came of it.
    pub(super) finding: Finding,
    /// What would have come of less effort, where a merge may ask for that.
    pub(super) brief: Option<Finding>,
    /// Other failures met while shrinking it.
    pub(super) slips: BTreeMap<Signature, Finding>,
    /// Other bugs that fail in the same way.
    pub(super) others: Vec<Finding>,
}

impl Looked {
    fn new(lead: &Lead, plan: &[Planned], found: &Found) -> Self {
        let other = |(index, count, found): &(u64, u64, Found)| {
            finding(&plan[lead.check], &lead.signature, *index, *count, found)
        };
        Self {
            index: lead.index,
            finding: lead.show(plan, found),
            brief: None,
            slips: BTreeMap::new(),
            others: found.insight.others.iter().map(other).collect(),
        }
    }
}

/// The failures of a run, looked into.
pub(super) type LookedInto = BTreeMap<Key, Looked>;

/// A failure to look into.
struct Lead {
    check: usize,
    signature: Signature,
    index: u64,
    count: u64,
    effort: Effort,
    /// The case, where it is not the one that `index` names.
    input: Option<Arc<Value>>,
    /// How it was seen by the run.
    seen: Option<Seen>,
}

/// Looks into the first case of every kind of failure, and of every reading that was excluded.
pub(super) fn investigate(scene: Scene<'_>, swept: &Swept, options: &Options<'_>) -> LookedInto {
    let mut leads = leads(&swept.tallies);
    if let Some(most) = options.most_failures {
        keep_first_failures(&mut leads, most);
    }
    let found = follow(scene, swept, options, &leads);
    let look = |(place, found): (&usize, &Found)| {
        let lead = &leads[*place];
        (lead.key(), Looked::new(lead, scene.plan, found))
    };
    let mut looked: LookedInto = found.iter().map(look).collect();
    // Nothing that was found is lost: what could not be looked into is shown as it was seen.
    let over = scene.limits.are_over();
    let why = match (over, scene.is_late()) {
        (true, _) => "the run ended before it was looked into",
        (_, true) => "the budget was spent before it was looked into",
        _ => "it could not be brought about again",
    };
    for lead in leads.iter().filter(|lead| lead.accuses()) {
        let Some(found) = lead.as_it_is(scene.plan, why) else { continue };
        looked.entry(lead.key()).or_insert_with(|| Looked::new(lead, scene.plan, &found));
    }
    if options.shard != Shard::WHOLE {
        // In the merged run a fault may come after others, and be worth less effort.
        let again: Vec<Lead> = leads.iter().filter_map(Lead::with_less_effort).collect();
        for (place, found) in follow(scene, swept, options, &again) {
            if let Some(looked) = looked.get_mut(&again[place].key()) {
                looked.brief = Some(again[place].show(scene.plan, &found));
            }
        }
    }
    let (parents, slips): (Vec<Key>, Vec<Lead>) = slips(&leads, &found, swept, options).into_iter().unzip();
    for (place, found) in follow(scene, swept, options, &slips) {
        if let Some(looked) = looked.get_mut(&parents[place]) {
            let slip = &slips[place];
            looked.slips.insert(slip.signature.clone(), slip.show(scene.plan, &found));
        }
    }
    looked
}

/// Leaves the failures of the first checks that have any; readings are of interest only where nothing fails.
fn keep_first_failures(leads: &mut Vec<Lead>, most: usize) {
    let failed: BTreeSet<usize> = leads.iter().filter(|lead| lead.accuses()).map(|lead| lead.check).collect();
    let first: BTreeSet<usize> = failed.into_iter().take(most).collect();
    if !first.is_empty() {
        leads.retain(|lead| first.contains(&lead.check) && lead.accuses());
    }
}

/// What turned up while shrinking, and nowhere else, is a failure of its own. How much it is worth depends on
/// nothing but its kind: whether it costs a process. A whole run looks into each kind
/// once; a shard into all of them, because not all of its leads need be those of the merged run.
fn slips(leads: &[Lead], found: &BTreeMap<usize, Found>, swept: &Swept, options: &Options<'_>) -> Vec<(Key, Lead)> {
    let mut all: Vec<(Key, Lead)> = Vec::new();
    let mut in_order: Vec<(&Lead, &Found)> = found.iter().map(|(place, found)| (&leads[*place], found)).collect();
    in_order.sort_by_key(|(lead, _)| lead.key());
    for (lead, found) in in_order {
        for (signature, input) in &found.slips {
            let told = |(_, other): &(Key, Lead)| other.check == lead.check && other.signature == *signature;
            let seen = swept.tallies[lead.check].failures.contains_key(signature);
            // A smaller input may be one that no adapter has to understand: that it breaks there accuses nobody.
            let settled = seen
                || matches!(signature, Signature::Fault(_))
                || (options.shard == Shard::WHOLE && all.iter().any(told));
            if !settled {
                let effort = Effort::Thorough;
                let (signature, input) = (signature.clone(), Some(Arc::clone(input)));
                let slip =
                    Lead { check: lead.check, signature, index: lead.index, count: 0, effort, input, seen: None };
                all.push((lead.key(), slip));
            }
        }
    }
    all
}

/// Picks the findings of a run out of what was looked into: by the run itself, or by its shards.
pub(super) fn assemble<'a>(tallies: &[Tally], looked: impl Fn(&Key, u64) -> Option<&'a Looked>) -> Findings {
    let (mut findings, mut slips) = (Findings::new(), Findings::new());
    let mut leads = leads(tallies);
    leads.sort_by_key(Lead::key);
    for lead in leads {
        let Some(looked) = looked(&lead.key(), lead.index) else { continue };
        let finding = match lead.effort {
            Effort::Brief => looked.brief.as_ref().unwrap_or(&looked.finding),
            Effort::Thorough => &looked.finding,
        };
        let failing = tallies[lead.check].failing(&lead.signature);
        let mut all = vec![Finding { count: lead.count, failing, ..finding.clone() }];
        if lead.effort == Effort::Thorough {
            all.extend(looked.others.iter().cloned());
            let unseen = |signature: &Signature| !tallies[lead.check].failures.contains_key(signature);
            for (signature, slip) in looked.slips.iter().filter(|(signature, _)| unseen(signature)) {
                slips.entry((lead.check, signature.clone())).or_insert_with(|| vec![slip.clone()]);
            }
        }
        findings.insert(lead.key(), all);
    }
    findings.extend(slips);
    keep_a_handful(&mut findings);
    findings
}

/// Leaves no more findings of one check than anybody looks at, the first of every kind in any case.
fn keep_a_handful(findings: &mut Findings) {
    let mut kinds: BTreeMap<usize, usize> = BTreeMap::new();
    for (check, signature) in findings.keys() {
        *kinds.entry(*check).or_default() += usize::from(!matches!(signature, Signature::Excludes(..)));
    }
    for ((check, _), all) in findings {
        let taken = kinds.entry(*check).or_default();
        let more = KINDS_PER_CHECK.saturating_sub(*taken).min(all.len() - 1);
        all.truncate(1 + more);
        *taken += more;
    }
}

/// The failures that are worth looking into, check by check, the earliest first. In the first checks that have
/// any, faults are shrunk; of the hangs only the very first.
fn leads(tallies: &[Tally]) -> Vec<Lead> {
    let (mut all, mut faulty_checks, mut hung) = (Vec::new(), 0, false);
    for (check, tally) in tallies.iter().enumerate() {
        let lead = |signature: &Signature, index, count, effort| {
            let (seen, signature) = (tally.seen.get(signature).cloned(), signature.clone());
            Lead { check, signature, index, count, effort, input: None, seen }
        };
        let mut failures: Vec<_> = tally.failures.iter().collect();
        failures.sort_by_key(|(signature, first)| (first.index, (*signature).clone()));
        for (signature, first) in failures.into_iter().take(KINDS_PER_CHECK) {
            let dear = match signature {
                signature if signature.is_costly() => std::mem::replace(&mut hung, true),
                Signature::Fault(_) => faulty_checks >= CHECKS_WITH_THOROUGH_FAULTS,
                Signature::Disagreement(_) | Signature::Excludes(..) => false,
            };
            let effort = if dear { Effort::Brief } else { Effort::Thorough };
            all.push(lead(signature, first.index, first.count, effort));
        }
        for ((question, reading), index) in &tally.excluded {
            all.push(lead(&Signature::Excludes(question, reading), *index, 1, Effort::Thorough));
        }
        faulty_checks += usize::from(tally.failures.keys().any(|key| matches!(key, Signature::Fault(_))));
    }
    all
}

impl Lead {
    fn key(&self) -> Key {
        (self.check, self.signature.clone())
    }

    /// Whether it is about a failure, and not about a reading.
    fn accuses(&self) -> bool {
        !matches!(self.signature, Signature::Excludes(..))
    }

    /// The failure without having looked into it.
    fn as_it_is(&self, plan: &[Planned], why: &'static str) -> Option<Found> {
        let input = self.input.clone().or_else(|| plan[self.check].case(self.index))?;
        Some(Found::as_seen(input, self.seen.as_ref()?, why))
    }

    fn show(&self, plan: &[Planned], found: &Found) -> Finding {
        finding(&plan[self.check], &self.signature, self.index, self.count, found)
    }

    /// The same fault, to be looked into briefly, if it was looked into thoroughly.
    fn with_less_effort(&self) -> Option<Self> {
        let dear = matches!(self.signature, Signature::Fault(_)) && self.effort == Effort::Thorough;
        let (check, signature, index, count) = (self.check, self.signature.clone(), self.index, self.count);
        dear.then(|| Self {
            check,
            signature,
            index,
            count,
            effort: Effort::Brief,
            input: None,
            seen: self.seen.clone(),
        })
    }
}

/// Looks into every lead; by its place, what was found out.
fn follow(scene: Scene<'_>, swept: &Swept, options: &Options<'_>, leads: &[Lead]) -> BTreeMap<usize, Found> {
    let done = share(leads, options.jobs, |rest| {
        let mut shared = scene.fresh();
        let mut done = Vec::new();
        for (place, lead) in rest.take_while(|_| !scene.limits.are_over() && !scene.is_late()) {
            let planned = &scene.plan[lead.check];
            options.progress.investigating(&planned.id);
            let (began, cases) = (Instant::now(), AtomicU64::new(0));
            let (experiments, scene) = (scene.experiments, Scene { experiments: &cases, ..scene });
            let history = swept.histories.get(&lead.key()).map_or(&[][..], |(_, history)| history.as_slice());
            let Some(input) = lead.input.clone().or_else(|| planned.case(lead.index)) else { continue };
            let witness = match lead.signature {
                Signature::Excludes(..) => scene.smallest_witness(&mut shared, planned, &input, &lead.signature),
                _ => None,
            };
            let found = witness.or_else(|| {
                scene.investigate(planned, (&input, lead.seen.as_ref()), &lead.signature, history, lead.effort)
            });
            if let Some(mut found) = found {
                if lead.accuses() && lead.effort == Effort::Thorough {
                    let alone = options.most_failures == Some(1) || lead.input.is_some();
                    let searched = if alone { 0 } else { planned.cases(options.cases) };
                    scene.look_around(planned, &lead.signature, &mut found, searched);
                }
                if lead.accuses() {
                    let finding = lead.show(scene.plan, &found);
                    let spent = Spent { cases: cases.load(Ordering::Relaxed), seconds: began.elapsed().as_secs_f64() };
                    lock(scene.spent).insert(finding.case.clone(), spent);
                    options.progress.found(&finding);
                }
                done.push((place, found));
            }
            experiments.fetch_add(cases.into_inner(), Ordering::Relaxed);
        }
        done
    });
    done.into_iter().collect()
}
