//! Whose a fault is: that of the rule about answering, where the run has one and it met the fault too; otherwise that
//! of the check that met it. Nothing that was seen goes unsaid.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use serde_json::Value;

use super::plan::Planned;
use super::tally::{Blocked, Ending, Signature, Tally};
use crate::mutex::lock;
use crate::rule::OnFault;
use crate::subject::Fault;

/// So many cases in a row that met the same fault, and nothing but it, show the adapter and not the case.
const ENOUGH: usize = 8;

/// Leaves faults to the rules about answering that are in the plan.
pub(super) fn leave_to_others(plan: &[Planned]) {
    for planned in plan.iter().filter(|planned| planned.check.on_fault == OnFault::Blocks) {
        planned.left_to_others.store(plan.iter().any(|other| is_about(other, planned)), Ordering::Relaxed);
    }
}

/// Takes back the faults that no rule about answering met. A check of such a rule that was not run at all, because the
/// rule had failed already and no more was wanted, could have met them too.
pub(super) fn take_back(plan: &[Planned], tallies: &mut [Tally]) {
    for place in 0..plan.len() {
        let failed = |other: &Planned| {
            let of_the_rule = plan.iter().zip(&*tallies).filter(|(one, _)| std::ptr::eq(one.rule, other.rule));
            of_the_rule.flat_map(|(_, tally)| tally.failures.keys()).any(|signature| signature.fault().is_some())
        };
        let met = |other: &Planned, tally: &Tally| !tally.failures.is_empty() || (tally.cases == 0 && failed(other));
        let mut others = plan.iter().zip(&*tallies).filter(|(other, _)| is_about(other, &plan[place]));
        if tallies[place].left_faults() && !others.any(|(other, tally)| met(other, tally)) {
            plan[place].left_to_others.store(false, Ordering::Relaxed);
            tallies[place].take_back(Signature::is_fault);
        }
    }
}

/// One fault of the adapter is one finding: where every case of several checks met the same fault, it is that of the
/// first, and the others are blocked by it. A subject that exits does so whatever it is asked; an error and a shape are
/// matters of the method.
pub(super) fn one_finding(plan: &[Planned], tallies: &mut [Tally]) {
    let mut owners: Vec<(&'static str, usize)> = Vec::new();
    for place in 0..plan.len() {
        let Some(kind) = tallies[place].only_fault() else { continue };
        let of_the_method = Fault::LEAVE_THE_PROCESS.contains(&kind);
        let same = |owner: &Planned| !of_the_method || share_a_method(owner, &plan[place]);
        match owners.iter().find(|(known, owner)| *known == kind && same(&plan[*owner])) {
            None => owners.push((kind, place)),
            Some((_, owner)) => {
                let why = format!("no call of it is answered ({kind}), as in {}", plan[*owner].id);
                let ground = plan[place].case(0).map_or(Value::Null, |case| (*case).clone());
                let index = tallies[place].failures.values().map(|first| first.index).min().unwrap_or(0);
                tallies[place].hand_over(&why, Blocked { index, ground, by: Vec::new() }, |_| true);
            }
        }
    }
}

/// Whether `other` is about answering the calls that `planned` makes.
fn is_about(other: &Planned, planned: &Planned) -> bool {
    other.check.on_fault == OnFault::Fails && other.suite.name == planned.suite.name && share_a_method(other, planned)
}

fn share_a_method(one: &Planned, other: &Planned) -> bool {
    one.check.methods.iter().any(|method| other.check.methods.contains(method))
}

/// The faults of the adapter that a run has spoken of: each is said once, as soon as it is seen.
#[derive(Debug, Default)]
pub(super) struct Unheard(Mutex<BTreeSet<String>>);

impl Unheard {
    /// The fault that every one of these cases met, in words, unless it was said before.
    pub(super) fn news(&self, planned: &Planned, tally: &Tally) -> Option<String> {
        let kind = tally.marks.iter().next().and_then(|(_, mark)| mark.fault())?;
        let ours = kind == Fault::Harness(String::new()).kind();
        if ours || tally.marks.len() < ENOUGH || tally.marks.iter().any(|(_, mark)| mark.fault() != Some(kind)) {
            return None;
        }
        // What breaks the process does so whatever is asked.
        let of_the_method = Fault::LEAVE_THE_PROCESS.contains(&kind);
        let key = |method: &&str| if of_the_method { format!("{kind} {method}") } else { kind.to_owned() };
        let mut said = lock(&self.0);
        let before = said.len();
        said.extend(planned.check.methods.iter().map(key));
        if said.len() == before {
            return None;
        }
        let methods = planned.check.methods.join(", ");
        let what = tally.seen.values().find_map(|seen| match &seen.ending {
            Ending::Fault(fault, _) => Some(fault.to_string()),
            Ending::Failed(disagreement) => disagreement.observed.as_str().map(str::to_owned),
            _ => None,
        })?;
        Some(format!(
            "no call of {methods} is answered: {what}; this is one finding, and rules that it blocks are left"
        ))
    }
}
