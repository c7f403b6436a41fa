//! Drawing runs with checkpoints, and checkpoints that lack a part.

use serde_json::{Map, Value, json};

use super::super::model::nothing::nothings;
use super::notation::workflow;
use super::run::{ids, sequential};
use crate::draw::{Draw, text};

/// A sequential run with context, memory and checkpoints.
pub(crate) fn checkpointed(draw: &mut Draw) -> Value {
    let mut run = sequential(draw);
    let number = draw.int(0..=99);
    run["checkpoint"] = json!(true);
    run["context"] = json!({"task": format!("task {number}"), "tags": ["x", number]});
    if draw.chance(1, 4) {
        run["context"]["note"] = draw.pick(&nothings()).clone();
    } else if draw.chance(1, 3) {
        run["context"]["note"] = json!(text::awkward(draw));
    }
    if draw.chance(3, 4) {
        run["memory"] = draw.list(1..=3, |draw| draw.int(0..=99)).iter().enumerate().map(memory).collect();
        if draw.chance(1, 4) {
            run["memory"][0]["value"] = draw.pick(&nothings()).clone();
        }
    }
    run
}

fn memory((at, number): (usize, &i64)) -> Value {
    let keys = ["k1", "Last Seen", "k3"];
    json!({"key": keys[at % keys.len()], "value": {"n": number}})
}

/// The same with at least two steps, and with memory.
pub(crate) fn with_memory(draw: &mut Draw) -> Value {
    let mut run = checkpointed(draw);
    if run["steps"].as_array().is_none_or(|steps| steps.len() < 2) {
        run["steps"] = workflow(&["s1", "s2<-s1"])["steps"].take();
    }
    if run.get("memory").is_none() {
        run["memory"] = json!([memory((0, &draw.int(0..=99))), memory((1, &draw.int(0..=99)))]);
    }
    run
}

/// The same, where a step fails.
pub(crate) fn failing_somewhere(draw: &mut Draw) -> Value {
    let mut run = checkpointed(draw);
    let ids = ids(run["steps"].as_array().map_or(&[], Vec::as_slice));
    run["world"]["fails"] = json!([draw.pick(&ids)]);
    run
}

/// The same, where a step fails that is not the first one.
pub(crate) fn failing_later(draw: &mut Draw) -> Value {
    let mut run = checkpointed(draw);
    let ids = ids(run["steps"].as_array().map_or(&[], Vec::as_slice));
    if ids.len() > 1 {
        run["world"]["fails"] = json!([draw.pick(&ids[1..])]);
    }
    from_anywhere(draw, run)
}

/// The same, where every step completes.
pub(crate) fn completing(draw: &mut Draw) -> Value {
    let run = checkpointed(draw);
    from_anywhere(draw, run)
}

/// Resumes a run from any checkpoint that it hands out, and not from its last one only.
fn from_anywhere(draw: &mut Draw, mut run: Value) -> Value {
    if draw.chance(1, 2) {
        run["world"]["at"] = json!(draw.below(8));
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
