//! The order of a sequential run.

use serde_json::json;

use super::run::Ran;
use super::scheduler;
use crate::rule::{Case, Judgement, Stop, Talk};

/// Steps start in array order, each exactly once.
pub(crate) fn order(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Ran { workflow, tale, status, .. } = &Ran::of(case, talk)?;
    if !workflow.points_backwards() {
        return Ok(Judgement::open("a dependency on a later step"));
    }
    let (due, started) = (workflow.ids(), tale.starts());
    let is_beginning = due.starts_with(&started);
    // What follows a failure is open; up to it the order is not.
    let stopped = *status == "failed" && !tale.answered(false, tale.events.len()).is_empty();
    if started == due || (stopped && is_beginning) {
        return Ok(Judgement::held());
    }
    let kind = if started.len() < due.len() && is_beginning {
        "a step is never started"
    } else {
        "the steps start in another order"
    };
    Ok(Judgement::failed(kind, json!(due), tale.all(format!("the array says {}", due.join(", ")))))
}

/// A step starts only after the one before was answered, whatever ran before.
pub(crate) fn one_at_a_time(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    if let Some(before) = case.get("before") {
        talk.ask(scheduler::run(before))?;
    }
    let Ran { tale, .. } = &Ran::of(case, talk)?;
    Ok(tale.overlap().map_or_else(Judgement::held, |at| {
        let told = tale.told(at, "a sequential run has one step in flight at most");
        Judgement::failed("two steps are in flight", "one step after the other", told)
    }))
}

/// A dependency on a later step never changes the order: the run is rejected, or keeps to the array.
pub(crate) fn no_reordering(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Ran { workflow, tale, status, .. } = &Ran::of(case, talk)?;
    if workflow.points_backwards() {
        return Ok(Judgement::open("no dependency on a later step"));
    }
    let (due, started) = (workflow.ids(), tale.starts());
    // What becomes of the step whose dependency comes too late is open: it may be skipped, and the run may end.
    let mut rest = due.iter();
    let in_array_order = started.iter().all(|step| rest.any(|due| due == step));
    if *status == "rejected" || in_array_order {
        return Ok(Judgement::held());
    }
    let told = tale.all(format!("the array says {}", due.join(", ")));
    Ok(Judgement::failed("the steps are reordered", "a rejection, or array order", told))
}
