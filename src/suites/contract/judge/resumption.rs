//! Two runs: one that hands out checkpoints, and one that goes on from one of them.

use serde_json::{Value, json};

use super::super::model::workflow::Workflow;
use super::super::model::world::output;
use super::checkpoint::step_index;
use super::run::Ran;
use super::scheduler;
use crate::draw::json::same;
use crate::rule::{Judgement, Stop, Talk};

/// The outputs of the steps up to position `at`, as the first run of a case gives them.
pub(crate) fn due_outputs(case: &Value, ids: &[&str], at: usize) -> Value {
    ids[..=at].iter().map(|id| ((*id).to_owned(), output(case, id, 1))).collect()
}

/// Stops where the checkpoint that a case is resumed from is not what it should be.
pub(crate) fn stands_on_checkpoint(case: &Value, at: usize, checkpoint: &Value) -> Result<(), Stop> {
    let ids = Workflow::of(case).ids();
    let is_right = step_index(checkpoint) == Some(at)
        && checkpoint["completedStepId"] == ids[at]
        && same(&checkpoint["stepOutputs"], &due_outputs(case, &ids, at));
    if is_right {
        return Ok(());
    }
    Err(Judgement::blocked("the checkpoint is not what it should be: CP-001 says what is due", case).into())
}

/// Stops where a run of two steps does not go on from a checkpoint of the first one, which gave that, as the document
/// says.
pub(crate) fn stands_on_resumption(given: &Value, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let checkpoint = json!({"stepIndex": 0, "completedStepId": "one", "stepOutputs": {"one": given},
        "context": {"task": "t"}, "memorySnapshot": []});
    let ground = json!({"steps": [{"stepId": "one"}, {"stepId": "two", "dependencies": ["one"]}],
        "resumeFrom": checkpoint});
    let ran = Ran::read(&ground, talk.ask(scheduler::run(&ground).remembered())?)?;
    if ran.tale.starts() == ["two"] && ran.tale.input("two", "one").is_some_and(|input| same(input, given)) {
        return Ok(());
    }
    Err(Judgement::blocked("a run does not go on as it should: CP-002 says what is due", &ground).into())
}
