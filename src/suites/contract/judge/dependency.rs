//! Steps and what they depend on.

use serde_json::{Value, json};

use super::super::model::workflow::Workflow;
use super::answer::{decided, list};
use super::run::{Ran, stands_on_plain_run};
use super::scheduler;
use super::tale::{Event, replies, step_status};
use crate::draw::json::same;
use crate::rule::{Case, Judgement, Stop, Talk};

/// What a step is blamed for that started before its dependencies.
fn early(run: &Ran<'_>) -> Option<Judgement> {
    let (at, step, missing) = run.tale.early_start(&run.workflow)?;
    let told = run.tale.told(at, format!("{step} depends on {missing}, which has not completed"));
    let expected = format!("{step} starts after {missing}");
    Some(Judgement::failed("a step starts before its dependencies", expected, told))
}

/// A step starts only after all its dependencies have completed.
pub(crate) fn waits(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    Ok(early(&Ran::of(case, talk)?).unwrap_or_else(Judgement::held))
}

/// A step is given the output of every dependency.
pub(crate) fn inputs(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Ran { workflow, tale, answer, .. } = &Ran::of(case, talk)?;
    let outputs = replies(answer);
    for (at, event) in tale.events.iter().enumerate() {
        let Event::Start { step, inputs } = event else { continue };
        let well = tale.answered(true, at);
        let needs = workflow.step(step).map_or(&[][..], |step| &step.dependencies);
        for on in needs.iter().filter(|on| well.contains(on)) {
            let Some((_, due)) = outputs.iter().find(|(step, _)| step == on) else { continue };
            if !same(due, &inputs[*on]) {
                let told = tale.told(at, format!("{step} is given {inputs}"));
                let kind = "an input is not the output of the dependency";
                return Ok(Judgement::failed(kind, json!({*on: due}), told));
            }
        }
    }
    Ok(Judgement::held())
}

/// A workflow without a ring runs to its end: every step is started.
pub(crate) fn completes(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Ran { workflow, tale, status, .. } = &Ran::of(case, talk)?;
    let started = tale.starts();
    if *status == "completed" && workflow.ids().iter().all(|id| started.contains(id)) {
        return Ok(Judgement::held());
    }
    let told = tale.all(format!("the run is {status}"));
    Ok(Judgement::failed("a run without a ring does not complete", "every step runs, status completed", told))
}

/// A ring of dependencies is rejected, and nothing is started.
pub(crate) fn rings(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let workflow = Workflow::of(case);
    let has_ring = workflow.doubt(case).is_none() && !workflow.stuck().is_empty();
    decided((!has_ring).then_some("there is no ring"))?;
    let Ran { tale, status, .. } = &Ran::read(case, talk.ask(scheduler::run(case))?)?;
    // Before a refusal counts: the same steps run where none depends on another.
    stands_on_plain_run(&independent(case), talk)?;
    if *status == "rejected" && tale.starts().is_empty() {
        return Ok(Judgement::held());
    }
    let kind = if tale.starts().is_empty() { "a ring is not rejected" } else { "steps start in spite of a ring" };
    let told = tale.all(format!("the run is {status}"));
    Ok(Judgement::failed(kind, "status rejected, and nothing started", told))
}

/// The same steps, none of which depends on another.
fn independent(case: &Value) -> Value {
    let steps = list(case, "steps").iter().map(|step| json!({"stepId": step["stepId"]}));
    json!({"steps": steps.collect::<Vec<_>>(), "parallel": case["parallel"]})
}

/// A step whose only dependency fails is not started before that.
pub(crate) fn dependents_of_a_failure(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let run = Ran::of(case, talk)?;
    if let Some(failed) = early(&run) {
        return Ok(failed);
    }
    let failed = run.tale.answered(false, run.tale.events.len());
    let is_dependent = |needs: &[&str]| matches!(needs, [on] if failed.contains(on));
    let Some(step) = run.workflow.steps.iter().find(|step| is_dependent(&step.dependencies)) else {
        return Ok(Judgement::held());
    };
    let reading = match step_status(run.answer, step.id) {
        _ if run.tale.starts().contains(&step.id) => "run",
        (_, Some("skipped")) => "skipped",
        (_, Some("cancelled")) => "cancelled",
        (_, Some("failed")) => "failed",
        (0, _) => "unreported",
        _ => return Ok(Judgement::held()),
    };
    Ok(Judgement::held().consistent_with("dependents", &[reading]))
}
