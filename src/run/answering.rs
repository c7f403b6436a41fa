//! Whose a fault is: that of the rule about answering, where the run has one and it met the fault too; otherwise that
//! of the check that met it. Nothing that was seen goes unsaid.

use std::sync::atomic::Ordering;

use super::plan::Planned;
use super::tally::Tally;
use crate::rule::OnFault;

/// Leaves faults to the rules about answering that are in the plan.
pub(super) fn leave_to_others(plan: &[Planned]) {
    for planned in plan.iter().filter(|planned| planned.check.on_fault == OnFault::Blocks) {
        planned.left_to_others.store(plan.iter().any(|other| is_about(other, planned)), Ordering::Relaxed);
    }
}

/// Takes back the faults that no rule about answering met.
pub(super) fn take_back(plan: &[Planned], tallies: &mut [Tally]) {
    for place in 0..plan.len() {
        let mut others = plan.iter().zip(&*tallies).filter(|(other, _)| is_about(other, &plan[place]));
        if !tallies[place].held_back.is_empty() && !others.any(|(_, tally)| !tally.failures.is_empty()) {
            plan[place].left_to_others.store(false, Ordering::Relaxed);
            tallies[place].take_back();
        }
    }
}

/// Whether `other` is about answering the calls that `planned` makes.
fn is_about(other: &Planned, planned: &Planned) -> bool {
    let shares = other.check.methods.iter().any(|method| planned.check.methods.contains(method));
    other.check.on_fault == OnFault::Fails && other.suite.name == planned.suite.name && shares
}
