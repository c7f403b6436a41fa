//! Drawing runs with checkpoints, and checkpoints that lack a part.

use serde_json::{Map, Value, json};

use super::super::model::nothing::nothings;
use super::super::model::rich::rich;
use super::notation::workflow;
use super::run::{ids, sequential};
use crate::draw::{Draw, text};

/// A sequential run with context, memory and checkpoints.
pub(crate) fn checkpointed(draw: &mut Draw) -> Value {
    let mut run = sequential(draw);
    let number = draw.int(0..=99);
    run["checkpoint"] = json!(true);
    run["context"] = json!({"task": format!("task {number}"), "tags": ["x", number]});
    match draw.below(8) {
        0 | 1 => run["context"]["note"] = draw.pick(&nothings()).clone(),
        2 | 3 => run["context"]["note"] = json!(text::awkward(draw)),
        4 => run["context"][*draw.pick(CONTEXT_KEYS)] = anything(draw),
        5 => run["context"] = json!({}),
        _ => {}
    }
    if draw.chance(3, 4) {
        let most = if draw.chance(1, 6) { MEMORY_KEYS.len() } else { 3 };
        run["memory"] = draw.list(1..=most, |draw| draw.int(0..=99)).iter().enumerate().map(memory).collect();
        if draw.chance(1, 3) {
            run["memory"][0]["value"] = anything(draw);
        }
    }
    run
}

/// A value that counts as nothing, or one that a careless program changes.
fn anything(draw: &mut Draw) -> Value {
    if draw.chance(1, 2) { draw.pick(&nothings()).clone() } else { draw.pick(&rich()).clone() }
}

/// Keys that mean something elsewhere, or that a careless program spells in another way.
const CONTEXT_KEYS: &[&str] = &["checkpoint", "memory", "s1", "stepOutputs", "Note", "a.b", "_note", "10"];

/// Keys of a memory: the first ones plain, the others such that a careless program changes them, or takes two for one.
const MEMORY_KEYS: &[&str] =
    &["k1", "Last Seen", "k3", "last seen", "_private", "a.b", "a", "s1", "10", "9", "last-seen", "task"];

fn memory((at, number): (usize, &i64)) -> Value {
    json!({"key": MEMORY_KEYS[at % MEMORY_KEYS.len()], "value": {"n": number}})
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

/// Runs of which the outputs, the context, the memory and the names are hard to keep, and a long one.
pub(crate) fn strange() -> Vec<Value> {
    let steps: Vec<String> = (1..=rich().len()).map(|number| format!("s{number}")).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let entry = |key: &str, value: Value| json!({"key": key, "value": value});
    let mut full = workflow(&steps);
    full["context"] = steps.iter().zip(rich()).map(|(step, value)| ((*step).to_owned(), value)).collect();
    full["world"] = json!({"outputs": full["context"]});
    full["memory"] = steps.iter().zip(rich()).map(|(step, value)| entry(step, value)).collect();
    let mut named = workflow(&["10", "load.data<-10", "9<-load.data", "constructor<-9"]);
    named["context"] = json!({"checkpoint": false, "Memory": [], "steps": [], "a.b": {"_c": 1}});
    named["memory"] = json!([
        entry("Key", json!(1)),
        entry("key", json!(2)),
        entry("_key", json!(3)),
        entry("a.b", json!(4)),
        entry("a", json!(5))
    ]);
    let mut bare = workflow(&["s1", "s2"]);
    bare["context"] = json!({});
    bare["memory"] = json!([entry("k1", json!(1))]);
    [full, named, bare]
        .into_iter()
        .map(|mut run| {
            run["checkpoint"] = json!(true);
            run
        })
        .collect()
}
