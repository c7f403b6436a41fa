//! Steps one after the other, with checkpoints that are snapshots, and
//! resuming from nothing but a checkpoint.

use serde_json::{Map, Value, json};

use super::super::run::workflow::{CHECKPOINT_PARTS, Step, Workflow};
use super::rejected;
use crate::subject::{Host, Quirks, Refusal};

/// Everything that a step may need and a checkpoint must hold.
struct State {
    outputs: Map<String, Value>,
    context: Value,
    memory: Value,
}

/// Runs the steps in the order of their definition.
pub(super) fn run(quirks: &Quirks, params: &Value, workflow: &Workflow<'_>, host: &Host) -> Result<Value, Refusal> {
    let order = order(quirks, workflow);
    if !workflow.points_backwards() && !quirks.has("reorders-forward-dependencies") {
        return Ok(rejected("a step depends on one that comes later, or on none"));
    }
    let (mut state, first) = match params.get("resumeFrom") {
        None => (fresh(params), 0),
        Some(checkpoint) => match restored(quirks, checkpoint, workflow) {
            Ok(resumed) => resumed,
            Err(why) => return Ok(rejected(&why)),
        },
    };
    let mut results: Vec<Value> = Vec::new();
    let mut checkpoints: Vec<Value> = Vec::new();
    for step in order.iter().take(first) {
        results.push(json!({"stepId": step.id, "status": "restored"}));
    }
    let mut failure = None;
    let mut ahead = 0;
    for (index, step) in order.iter().enumerate().skip(first) {
        if failure.is_some() {
            results.push(json!({"stepId": step.id, "status": "skipped"}));
            continue;
        }
        // One step is started and answered before the next one is looked at.
        if ahead == 0 {
            start(quirks, host, step, &state);
            ahead = 1;
        }
        if let (true, Some(next)) = (looks_ahead(quirks, &order), order.get(index + 1)) {
            start(quirks, host, next, &state);
            ahead += 1;
        }
        host.idle();
        let (_, reply) = host.next()?;
        ahead -= 1;
        if reply["ok"] != true {
            failure = Some(format!("{}: {}", step.id, reply["error"].as_str().unwrap_or("failed")));
            results.push(json!({"stepId": step.id, "status": "failed", "error": reply["error"]}));
            continue;
        }
        let before = state.outputs.clone();
        state.outputs.insert(step.id.to_owned(), reply["output"].clone());
        remember(quirks, step.id, &reply["output"]);
        results.push(json!({"stepId": step.id, "status": "completed", "output": reply["output"]}));
        let is_last = index + 1 == order.len();
        if params["checkpoint"] == true && !(is_last && quirks.has("no-checkpoint-after-the-last-step")) {
            let outputs = if quirks.has("checkpoints-before-the-output") { &before } else { &state.outputs };
            checkpoints.push(checkpoint(quirks, index, step, outputs, &state));
        }
    }
    // A checkpoint that shares its outputs with the run grows with it.
    if quirks.has("checkpoints-alias-outputs") {
        for checkpoint in &mut checkpoints {
            checkpoint["stepOutputs"] = json!(state.outputs);
        }
    }
    let status = if failure.is_some() { "failed" } else { "completed" };
    Ok(json!({"status": status, "error": failure, "steps": results, "checkpoints": checkpoints, "errors": []}))
}

fn fresh(params: &Value) -> State {
    let memory = params.get("memory").cloned().unwrap_or_else(|| json!([]));
    State { outputs: Map::new(), context: params["context"].clone(), memory }
}

/// The state that a checkpoint holds, and the position of the first step to run.
fn restored(quirks: &Quirks, checkpoint: &Value, workflow: &Workflow<'_>) -> Result<(State, usize), String> {
    let has = |quirk| quirks.has(quirk);
    for part in CHECKPOINT_PARTS {
        let forgiven = has("resumes-from-anything")
            || (has("resumes-without-context") && *part == "context")
            || (has("resumes-without-outputs") && *part == "stepOutputs")
            || (has("resumes-without-completed-step") && *part == "completedStepId")
            || (has("resumes-without-index") && *part == "stepIndex");
        if checkpoint.get(part).is_none() && !forgiven {
            return Err(format!("the checkpoint has no {part}"));
        }
    }
    let index = checkpoint["stepIndex"].as_u64().and_then(|index| usize::try_from(index).ok()).unwrap_or(0);
    if index >= workflow.steps.len() {
        return Err("the checkpoint is of another workflow".to_owned());
    }
    let is_last = index + 1 == workflow.steps.len();
    let first = match () {
        () if has("resume-reruns-the-checkpointed-step") => index,
        () if has("resume-reruns-the-last-step") && is_last => index,
        () if has("resume-skips-the-failed-step") => (index + 2).min(workflow.steps.len()),
        () if has("resume-starts-over") => 0,
        () if has("resume-finds-no-last-step") && is_last => return Err("nothing is left to run".to_owned()),
        () => index + 1,
    };
    let mut outputs = checkpoint["stepOutputs"].as_object().cloned().unwrap_or_default();
    if has("resume-forgets-outputs") {
        outputs.clear();
    }
    if has("resume-keeps-the-last-output-only") {
        outputs.retain(|step, _| checkpoint["completedStepId"] == step.as_str());
    }
    if has("resume-looks-into-process-memory") {
        let memory = quirks.memory();
        outputs = outputs.keys().filter_map(|step| Some((step.clone(), memory.get(step)?.clone()))).collect();
    }
    let keep = |quirk, part: &str| if has(quirk) { Value::Null } else { checkpoint[part].clone() };
    let context = keep("resume-forgets-context", "context");
    let memory = keep("resume-forgets-memory", "memorySnapshot");
    Ok((State { outputs, context, memory }, first))
}

/// A spoiled runtime keeps outputs where a resumed run finds them without the checkpoint.
fn remember(quirks: &Quirks, step: &str, output: &Value) {
    if quirks.has("resume-looks-into-process-memory") {
        quirks.memory().insert(step.to_owned(), output.clone());
    }
}

fn start(quirks: &Quirks, host: &Host, step: &Step<'_>, state: &State) {
    let mut inputs: Map<String, Value> =
        step.dependencies.iter().filter_map(|on| Some(((*on).to_owned(), state.outputs.get(*on)?.clone()))).collect();
    if quirks.has("restored-outputs-do-not-reach-dependents") {
        inputs.retain(|_, output| output.as_str().is_none_or(|output| !output.ends_with("of run 1")));
    }
    host.start("host/step", json!({"stepId": step.id, "inputs": inputs}));
}

fn checkpoint(quirks: &Quirks, index: usize, step: &Step<'_>, outputs: &Map<String, Value>, state: &State) -> Value {
    let mut checkpoint = json!({
        "stepIndex": if quirks.has("counts-checkpoints-from-one") { index + 1 } else { index },
        "completedStepId": step.id,
        "stepOutputs": outputs,
        "context": state.context,
        "memorySnapshot": state.memory,
    });
    if quirks.has("checkpoints-hold-one-output") {
        checkpoint["stepOutputs"] = outputs.iter().filter(|(id, _)| *id == step.id).map(clone).collect();
    }
    if quirks.has("checkpoints-without-context") {
        checkpoint["context"] = Value::Null;
    }
    if quirks.has("checkpoints-lose-a-memory") {
        checkpoint["memorySnapshot"].as_array_mut().map(Vec::pop);
    }
    if quirks.has("checkpoints-without-memory") {
        checkpoint["memorySnapshot"] = Value::Null;
    }
    checkpoint
}

fn clone((id, output): (&String, &Value)) -> (String, Value) {
    (id.clone(), output.clone())
}

fn looks_ahead(quirks: &Quirks, order: &[&Step<'_>]) -> bool {
    let free = order.iter().all(|step| step.dependencies.is_empty());
    (quirks.has("starts-the-next-step-early") && order.len() > 2)
        || (quirks.has("parallel-when-independent") && free && order.len() > 1)
}

/// The order in which steps run: that of their definition, unless the runtime is spoiled.
fn order<'w, 'a>(quirks: &Quirks, workflow: &'w Workflow<'a>) -> Vec<&'w Step<'a>> {
    let mut order: Vec<&Step<'_>> = workflow.steps.iter().collect();
    if quirks.has("runs-steps-by-name") {
        order.sort_by_key(|step| step.id);
    }
    if quirks.has("runs-independent-steps-first") {
        order.sort_by_key(|step| !step.dependencies.is_empty());
    }
    if quirks.has("runs-steps-by-depth") || quirks.has("reorders-forward-dependencies") {
        order.sort_by_key(|step| depth(workflow, step, 0));
    }
    if quirks.has("swaps-the-last-two-of-many") && order.len() > 4 {
        let last = order.len() - 1;
        order.swap(last, last - 1);
    }
    order
}

fn depth(workflow: &Workflow<'_>, step: &Step<'_>, so_far: usize) -> usize {
    if so_far > workflow.steps.len() {
        return so_far;
    }
    let below = step.dependencies.iter().filter_map(|on| workflow.step(on));
    below.map(|on| depth(workflow, on, so_far + 1)).max().unwrap_or(so_far)
}
