//! The readings that a run excludes without looking into anything.

use serde_json::Value;

use super::investigate::Findings;
use super::plan::Planned;
use super::tally::{Signature, Tally};
use crate::proof::Finding;

/// The cases that exclude readings, as they were seen: a run that looks into nothing has to know all the same whether a
/// reading is left.
pub(super) fn excluded_as_seen(plan: &[Planned], tallies: &[Tally]) -> Findings {
    let mut seen = Findings::new();
    for (check, (planned, tally)) in plan.iter().zip(tallies).enumerate() {
        for ((question, reading), index) in &tally.excluded {
            let input = planned.case(*index).map_or(Value::Null, |input| input.as_ref().clone());
            let finding = Finding { case: planned.name(*index), input, ..Finding::default() };
            seen.insert((check, Signature::Excludes(question, reading)), vec![finding]);
        }
    }
    seen
}
