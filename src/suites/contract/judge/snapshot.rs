//! Checkpoints as snapshots: what each of them holds, and that one with a part missing is refused.

use serde_json::{Value, json};

use super::super::model::workflow::{CHECKPOINT_PARTS, Workflow};
use super::super::model::world::output;
use super::answer::{decided, list};
use super::checkpoint::{after_step, checkpoints, holds_memory, step_index};
use super::resumption::{due_outputs, stands_on_resumption};
use super::run::{Ran, stands_on_plain_run};
use super::scheduler;
use super::tale::{Tale, status};
use crate::draw::json::same;
use crate::rule::{Case, Judgement, Stop, Talk};

/// Judges the checkpoints after steps that completed, in order. What comes after a failed step is open.
fn each_checkpoint(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    judge: fn(&Value, &[&str], usize, &Value) -> Option<Judgement>,
) -> Result<Judgement, Stop> {
    if case["checkpoint"] != true || !Workflow::of(case).points_backwards() {
        return Ok(Judgement::open("no checkpoints are due"));
    }
    let run = Ran::of(case, talk)?;
    let ids = run.workflow.ids();
    let done = run.tale.answered(true, run.tale.first_failure());
    if !ids.starts_with(&done) {
        return Ok(Judgement::open("the steps ran in another order: AGT-003 says whether they may"));
    }
    let failed = (0..done.len()).find_map(|at| match after_step(run.answer, at) {
        None => {
            let found: Vec<Option<usize>> = checkpoints(run.answer).iter().map(step_index).collect();
            let expected = format!("a checkpoint with stepIndex {at}, after {}", ids[at]);
            Some(Judgement::failed("a checkpoint is missing", expected, json!({ "stepIndex": found })))
        }
        Some(checkpoint) => judge(case, &ids, at, checkpoint),
    });
    let Some(failed) = failed else { return Ok(Judgement::held()) };
    failed.on(stands_on_plain_run(case, talk))
}

/// There is one checkpoint per completed step, with position, name, outputs and context.
pub(crate) fn fields(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    each_checkpoint(case, talk, |_, ids, at, checkpoint| {
        if let Some(part) = CHECKPOINT_PARTS.iter().find(|part| checkpoint[**part].is_null()) {
            let (kind, expected) = (format!("{part} is missing"), format!("{part} after {}", ids[at]));
            return Some(Judgement::failed(kind, expected, checkpoint.clone()));
        }
        let named = &checkpoint["completedStepId"];
        (*named != ids[at]).then(|| Judgement::failed("another step is named as completed", ids[at], named.clone()))
    })
}

/// A checkpoint holds the outputs of the steps up to its own and of no later one, also at the end of the run.
pub(crate) fn outputs(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    each_checkpoint(case, talk, |case, ids, at, checkpoint| {
        let (due, found) = (due_outputs(case, ids, at), &checkpoint["stepOutputs"]);
        if same(&due, found) {
            return None;
        }
        let later = ids[at + 1..].iter().any(|id| found.get(id).is_some());
        let kind = if later { "a checkpoint holds outputs of later steps" } else { "a checkpoint lacks outputs" };
        let observed = json!({"stepIndex": at, "stepOutputs": found});
        Some(Judgement::failed(kind, json!({"stepIndex": at, "stepOutputs": due}), observed))
    })
}

/// A checkpoint holds the context that the run was given.
pub(crate) fn context(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    each_checkpoint(case, talk, |case, _, _, checkpoint| {
        let (due, found) = (&case["context"], &checkpoint["context"]);
        (!same(due, found)).then(|| Judgement::failed("the context is not the one given", due.clone(), found.clone()))
    })
}

/// A checkpoint holds the memory that the run was given.
pub(crate) fn memory(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    each_checkpoint(case, talk, |case, _, _, checkpoint| {
        // Memory without an entry is as good as none.
        let due = case.get("memory").filter(|memory| memory.get(0).is_some())?;
        let found = &checkpoint["memorySnapshot"];
        (!holds_memory(found, due))
            .then(|| Judgement::failed("the memory is not the one given", due.clone(), found.clone()))
    })
}

/// A run, then another one from its first checkpoint: the checkpoints of the second hold what was restored.
pub(crate) fn resumed(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    each_resumed_checkpoint(case, talk, lost)
}

/// The same about the memory.
pub(crate) fn resumed_memory(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    decided(list(case, "memory").is_empty().then_some("there is no memory"))?;
    each_resumed_checkpoint(case, talk, |case, _, _, restored, checkpoint| {
        let (due, found) = (&case["memory"], &checkpoint["memorySnapshot"]);
        // A memory that was not even saved in the first run has a check of its own.
        let is_lost = holds_memory(&restored["memorySnapshot"], due) && !holds_memory(found, due);
        is_lost.then(|| Judgement::failed("a restored memory is not saved again", due.clone(), found.clone()))
    })
}

/// Judges every checkpoint of a run that is resumed from the first checkpoint of another.
fn each_resumed_checkpoint(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    judge: fn(&Value, &[&str], usize, &Value, &Value) -> Option<Judgement>,
) -> Result<Judgement, Stop> {
    let workflow = Workflow::of(case);
    let is_plain = workflow.doubt(case).is_none() && workflow.points_backwards() && case["checkpoint"] == true;
    decided((!is_plain || workflow.steps.len() < 2).then_some("nothing to resume"))?;
    let outputs = case["world"].get("outputs").cloned().unwrap_or_else(|| json!({}));
    let mut whole = case.input.clone();
    whole["world"] = json!({ "outputs": outputs });
    let Some(restored) = after_step(talk.ask(scheduler::run_number(&whole, 1))?, 0) else {
        return Ok(Judgement::open("there is no checkpoint to resume from"));
    };
    let again = json!({"steps": case["steps"], "checkpoint": true, "resumeFrom": restored,
        "world": {"outputs": outputs}});
    let second = talk.ask(scheduler::run_number(&again, 2))?;
    let ids = workflow.ids();
    let story = Tale::of(second)?;
    let done = story.answered(true, story.events.len()).len();
    if status(second)? != "completed" || done + 1 != ids.len() {
        return Ok(Judgement::open("the resumed run does not go on as it should: CP-002 says what is due"));
    }
    let failed = (1..ids.len()).find_map(|at| match after_step(second, at) {
        None => {
            let found: Vec<Option<usize>> = checkpoints(second).iter().map(step_index).collect();
            let expected = format!("a checkpoint with stepIndex {at}, after {}", ids[at]);
            Some(Judgement::failed("a resumed run leaves a checkpoint out", expected, json!({ "stepIndex": found })))
        }
        Some(checkpoint) => judge(case, &ids, at, restored, checkpoint),
    });
    let Some(failed) = failed else { return Ok(Judgement::held()) };
    failed.on(stands_on_going_on(case, &restored["stepOutputs"][ids[0]], talk))
}

/// Stops where a plain run, or the resumption of one, goes wrong.
fn stands_on_going_on(case: &Case<'_>, given: &Value, talk: &mut Talk<'_>) -> Result<(), Stop> {
    stands_on_plain_run(case, talk)?;
    if !given.is_null() {
        stands_on_resumption(given, talk)?;
    }
    stands_on_resumption(&json!("what another process gave"), talk)
}

/// What the checkpoint of a resumed run, made after step `at`, has lost of what was restored or came since.
fn lost(case: &Value, ids: &[&str], at: usize, restored: &Value, checkpoint: &Value) -> Option<Judgement> {
    let named = &checkpoint["completedStepId"];
    if *named != ids[at] {
        return Some(Judgement::failed("another step is named as completed", ids[at], named.clone()));
    }
    let mut due = json!({ ids[0]: restored["stepOutputs"][ids[0]] });
    for id in &ids[1..=at] {
        due[*id] = output(case, id, 2);
    }
    if !same(&due, &checkpoint["stepOutputs"]) {
        let is_kept = same(&due[ids[0]], &checkpoint["stepOutputs"][ids[0]]);
        let kind = if is_kept { "a resumed run saves other outputs" } else { "a restored output is not saved again" };
        return Some(Judgement::failed(kind, due, checkpoint["stepOutputs"].clone()));
    }
    let (due, found) = (restored["context"].clone(), checkpoint["context"].clone());
    (!same(&due, &found)).then(|| Judgement::failed("a restored context is not saved again", due, found))
}

/// A checkpoint without one of its parts is rejected, and nothing starts.
pub(crate) fn refused(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let workflow = Workflow::of(case);
    let is_plain = workflow.doubt(case).is_none() && workflow.points_backwards();
    let lost = is_plain.then(|| workflow.lost_output(&case["resumeFrom"])).flatten();
    let missing = CHECKPOINT_PARTS.iter().copied().find(|part| case["resumeFrom"].get(*part).is_none());
    let missing = missing.or(lost.map(|_| "an output that a later step needs"));
    decided(case.get("resumeFrom").is_none().then_some("no checkpoint"))?;
    // Asked in any case: what to say of a strange checkpoint may be open, but there is an answer.
    let run = Ran::of(case, talk)?;
    let Some(part) = missing else { return Ok(Judgement::open("no checkpoint that lacks a part")) };
    // Before a refusal counts: a checkpoint that lacks nothing is resumed from.
    stands_on_resumption(&json!("what another process gave"), talk)?;
    if run.status == "rejected" && run.tale.starts().is_empty() {
        return Ok(Judgement::held());
    }
    let told = run.tale.all(format!("the run is {}", run.status));
    let kind = format!("a checkpoint without {part} is resumed from");
    Ok(Judgement::failed(kind, "status rejected, and nothing started", told))
}
