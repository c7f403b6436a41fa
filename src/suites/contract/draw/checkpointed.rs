//! Drawing runs with checkpoints, and checkpoints that lack a part.

use serde_json::{Map, Value, json};

use super::notation::workflow;
use super::run::{ids, sequential};
use crate::draw::Draw;

/// A sequential run with context, memory and checkpoints.
pub(crate) fn checkpointed(draw: &mut Draw) -> Value {
    let mut run = sequential(draw);
    let number = draw.int(0..=99);
    run["checkpoint"] = json!(true);
    run["context"] = json!({"task": format!("task {number}"), "tags": ["x", number]});
    if draw.chance(3, 4) {
        run["memory"] = draw.list(1..=3, |draw| draw.int(0..=99)).iter().enumerate().map(memory).collect();
    }
    run
}

fn memory((at, number): (usize, &i64)) -> Value {
    json!({"key": format!("k{}", at + 1), "value": {"n": number}})
}

/// The same, where a step fails.
pub(crate) fn failing_somewhere(draw: &mut Draw) -> Value {
    let mut run = checkpointed(draw);
    let ids = ids(run["steps"].as_array().map_or(&[], Vec::as_slice));
    run["world"] = json!({"fails": [draw.pick(&ids)]});
    run
}

/// The same, where a step fails that is not the first one.
pub(crate) fn failing_later(draw: &mut Draw) -> Value {
    let mut run = checkpointed(draw);
    let ids = ids(run["steps"].as_array().map_or(&[], Vec::as_slice));
    if ids.len() > 1 {
        run["world"] = json!({"fails": [draw.pick(&ids[1..])]});
    }
    run
}

/// A sequential run resumed from a checkpoint without `part`.
pub(crate) fn incomplete(steps: &[&str], at: usize, part: &str) -> Value {
    let mut run = workflow(steps);
    let ids = ids(run["steps"].as_array().map_or(&[], Vec::as_slice));
    let outputs: Map<String, Value> =
        ids[..=at].iter().map(|id| (id.clone(), json!(format!("{id} of run 0")))).collect();
    let mut checkpoint = json!({"stepIndex": at, "completedStepId": ids[at], "stepOutputs": outputs,
        "context": {"task": "t"}, "memorySnapshot": []});
    checkpoint.as_object_mut().map(|parts| parts.remove(part));
    run["resumeFrom"] = checkpoint;
    run
}
