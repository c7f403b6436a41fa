//! What becomes of a run after a failure.

use super::super::model::workflow::{Strategy, Workflow};
use super::super::model::world::failing;
use super::answer::decided;
use super::run::{Ran, stands_on_plain_run};
use super::scheduler;
use crate::rule::{Case, Judgement, Stop, Talk};

/// What is found wrong, unless the same steps go wrong where none fails.
fn judged(case: &Case<'_>, talk: &mut Talk<'_>, failed: Option<Judgement>) -> Result<Judgement, Stop> {
    let Some(failed) = failed else { return Ok(Judgement::held()) };
    failed.on(stands_on_plain_run(case, talk))
}

/// Puts a run under that strategy.
fn under<'a, 't: 'a>(strategy: Strategy, case: &'a Case<'_>, talk: &mut Talk<'t>) -> Result<Ran<'a>, Stop> {
    let run = Ran::of(case, talk)?;
    decided((!run.follows(strategy)).then_some("another strategy"))?;
    Ok(run)
}

/// `failFast`: once the runtime has rested after a failure, nothing new starts, and the run has failed.
pub(crate) fn fail_fast(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let run = under(Strategy::FailFast, case, talk)?;
    decided((!run.has_failure()).then_some("nothing fails"))?;
    judged(case, talk, run.goes_on_after_failure().or_else(|| run.undoes_anything()))
}

/// `continueOnError`: every step that does not depend on a failure completes.
pub(crate) fn goes_on(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let run = under(Strategy::ContinueOnError, case, talk)?;
    judged(case, talk, run.stops_early().or_else(|| run.undoes_anything()))
}

/// `continueOnError`: every failure is in `errors`.
pub(crate) fn errors(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let run = under(Strategy::ContinueOnError, case, talk)?;
    judged(case, talk, run.hides_a_failure())
}

/// `rollback`: every compensable step that had completed is undone, once, and no other step is.
pub(crate) fn compensation(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let run = under(Strategy::Rollback, case, talk)?;
    judged(case, talk, if run.has_failure() { run.undoes_others() } else { run.undoes_anything() })
}

/// `rollback`: steps are undone in the reverse of the order in which they completed.
pub(crate) fn reverse_order(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let run = under(Strategy::Rollback, case, talk)?;
    judged(case, talk, run.undoes_out_of_order())
}

/// `rollback`: every step is in `steps` exactly once. Which status one that was undone has is open.
pub(crate) fn listed_once(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let run = under(Strategy::Rollback, case, talk)?;
    judged(case, talk, run.is_not_listed_once())
}

/// Every step is in `steps` exactly once, with the status that it came to.
pub(crate) fn every_step_once(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let run = Ran::of(case, talk)?;
    judged(case, talk, run.misreports())
}

/// The run `before`, then the run of the case, on the same process.
pub(crate) fn next_run(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let next = &case.input;
    let (workflow, earlier) = (Workflow::of(next), Workflow::of(&case["before"]));
    let doubtful = |workflow: &Workflow<'_>| workflow.doubt(next).is_some() || !workflow.stuck().is_empty();
    if doubtful(&workflow) || doubtful(&earlier) || !failing(next).is_empty() {
        return Ok(Judgement::open("the second run is not one that completes"));
    }
    talk.ask(scheduler::run(&case["before"]))?;
    let Ran { tale, status, .. } = &Ran::read(next, talk.ask(scheduler::run(next))?)?;
    if *status == "completed" && tale.starts().len() == workflow.steps.len() {
        return Ok(Judgement::held());
    }
    let told = tale.all(format!("the second run, in which nothing fails, is {status}"));
    Ok(Judgement::failed("a run suffers from the one before", "every step runs, status completed", told))
}
