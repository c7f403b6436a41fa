//! Steps one after the other, with checkpoints that are snapshots, and
//! resuming from nothing but a checkpoint.

use std::collections::VecDeque;

use serde_json::{Map, Value, json};

use super::super::model::workflow::{CHECKPOINT_PARTS, Step, Workflow};
use super::rejected;
use crate::draw::json::whole_number;
use crate::subject::{Host, Memory, Policies, Quirks, Refusal};

/// What a sequential run decides.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// Whether a workflow can run at all.
    pub(crate) may_run: fn(&Workflow<'_>) -> bool,
    /// The order in which steps run.
    pub(crate) order: for<'w, 'a> fn(&'w Workflow<'a>) -> Vec<&'w Step<'a>>,
    /// How many steps may be in flight.
    pub(crate) most_in_flight: fn(&Workflow<'_>, &Memory) -> usize,
    /// What a step is given.
    pub(crate) inputs: fn(&Step<'_>, &State) -> Map<String, Value>,
    /// The parts without which a checkpoint is not resumed from.
    pub(crate) parts: &'static [&'static str],
    /// A step whose output a checkpoint lacks although a later step needs it.
    pub(crate) lost: for<'a> fn(&Workflow<'a>, &Value) -> Option<&'a str>,
    /// The position of the first step to run after a checkpoint, among so many.
    pub(crate) resume_at: fn(usize, usize) -> Result<usize, String>,
    /// The state that a checkpoint holds.
    pub(crate) restore: fn(&Value, &Memory) -> State,
    /// What is kept of a step besides its checkpoint.
    pub(crate) keep: fn(&mut Memory, &str, &Value),
}

/// As the document says; a workflow with a dependency on a later step is rejected.
pub(crate) static DOCUMENT: Policy = Policy {
    may_run: |workflow| workflow.points_backwards(),
    order: |workflow| workflow.steps.iter().collect(),
    most_in_flight: |_, _| 1,
    inputs,
    parts: CHECKPOINT_PARTS,
    lost: |workflow, checkpoint| workflow.lost_output(checkpoint),
    resume_at: |checkpointed, _| Ok(checkpointed + 1),
    restore: |checkpoint, _| restore(checkpoint),
    keep: |_, _, _| {},
};

/// The same, to change it.
pub(crate) fn policy(policies: &mut Policies) -> &mut Policy {
    policies.change(&DOCUMENT)
}

/// Everything that a step may need and a checkpoint must hold.
#[derive(Debug)]
pub(crate) struct State {
    /// What the steps gave back, by their names.
    pub(crate) outputs: Map<String, Value>,
    /// The context of the run.
    pub(crate) context: Value,
    /// Its memory.
    pub(crate) memory: Value,
}

/// The outputs of all that a step depends on.
pub(crate) fn inputs(step: &Step<'_>, state: &State) -> Map<String, Value> {
    step.dependencies.iter().filter_map(|on| Some(((*on).to_owned(), state.outputs.get(*on)?.clone()))).collect()
}

/// The state that a checkpoint holds.
pub(crate) fn restore(checkpoint: &Value) -> State {
    State {
        outputs: checkpoint["stepOutputs"].as_object().cloned().unwrap_or_default(),
        context: checkpoint["context"].clone(),
        memory: checkpoint["memorySnapshot"].clone(),
    }
}

/// Runs the steps in the order of their definition.
pub(super) fn run(quirks: &Quirks, params: &Value, workflow: &Workflow<'_>, host: &Host) -> Result<Value, Refusal> {
    let policy = quirks.policy(&DOCUMENT);
    if !(policy.may_run)(workflow) {
        return Ok(rejected("a step depends on one that comes later, or on none"));
    }
    let (state, first) = match params.get("resumeFrom") {
        None => (fresh(params), 0),
        Some(checkpoint) => match restored(policy, checkpoint, workflow, &quirks.memory()) {
            Ok(resumed) => resumed,
            Err(why) => return Ok(rejected(&why)),
        },
    };
    let order = (policy.order)(workflow);
    let mut run = Run { quirks, policy, host, state, steps: Vec::new(), checkpoints: Vec::new(), failure: None };
    run.steps.extend(order.iter().take(first).map(|step| json!({"stepId": step.id, "status": "restored"})));
    let most = (policy.most_in_flight)(workflow, &quirks.memory());
    run.all(&order, first, most, params["checkpoint"] == true)?;
    let status = if run.failure.is_some() { "failed" } else { "completed" };
    Ok(json!({"status": status, "error": run.failure, "steps": run.steps, "checkpoints": run.checkpoints,
        "errors": []}))
}

fn fresh(params: &Value) -> State {
    let memory = params.get("memory").cloned().unwrap_or_else(|| json!([]));
    State { outputs: Map::new(), context: params["context"].clone(), memory }
}

/// The state that a checkpoint holds, and the position of the first step to run.
fn restored(
    policy: &Policy,
    checkpoint: &Value,
    workflow: &Workflow<'_>,
    memory: &Memory,
) -> Result<(State, usize), String> {
    if let Some(part) = policy.parts.iter().find(|part| checkpoint.get(part).is_none()) {
        return Err(format!("the checkpoint has no {part}"));
    }
    let index = whole_number(&checkpoint["stepIndex"]).unwrap_or(0);
    if index >= workflow.steps.len() {
        return Err("the checkpoint is of another workflow".to_owned());
    }
    if let Some(step) = (policy.lost)(workflow, checkpoint) {
        return Err(format!("the checkpoint has no output of {step}"));
    }
    let first = (policy.resume_at)(index, workflow.steps.len())?;
    Ok(((policy.restore)(checkpoint, memory), first))
}

struct Run<'r> {
    quirks: &'r Quirks,
    policy: &'r Policy,
    host: &'r Host,
    state: State,
    steps: Vec<Value>,
    checkpoints: Vec<Value>,
    failure: Option<String>,
}

impl Run<'_> {
    /// Runs the steps from the position `first` on; after a failure the others are skipped.
    fn all(&mut self, order: &[&Step<'_>], first: usize, most: usize, saves: bool) -> Result<(), Refusal> {
        let mut waiting: VecDeque<&Step<'_>> = order.iter().skip(first).copied().collect();
        let mut in_flight = 0;
        for (index, step) in order.iter().enumerate().skip(first) {
            if self.failure.is_some() {
                self.steps.push(json!({"stepId": step.id, "status": "skipped"}));
                continue;
            }
            while in_flight < most
                && let Some(next) = waiting.pop_front()
            {
                let inputs = (self.policy.inputs)(next, &self.state);
                self.host.start("host/step", json!({"stepId": next.id, "inputs": inputs}));
                in_flight += 1;
            }
            self.host.idle();
            let (_, reply) = self.host.next()?;
            in_flight -= 1;
            self.take_in(step, &reply);
            if saves && self.failure.is_none() {
                self.checkpoints.push(self.checkpoint(index, step));
            }
        }
        Ok(())
    }

    fn take_in(&mut self, step: &Step<'_>, reply: &Value) {
        if reply["ok"] != true {
            self.failure = Some(format!("{}: {}", step.id, reply["error"].as_str().unwrap_or("failed")));
            self.steps.push(json!({"stepId": step.id, "status": "failed", "error": reply["error"]}));
            return;
        }
        self.state.outputs.insert(step.id.to_owned(), reply["output"].clone());
        (self.policy.keep)(&mut self.quirks.memory(), step.id, &reply["output"]);
        self.steps.push(json!({"stepId": step.id, "status": "completed", "output": reply["output"]}));
    }

    fn checkpoint(&self, index: usize, step: &Step<'_>) -> Value {
        json!({
            "stepIndex": index,
            "completedStepId": step.id,
            "stepOutputs": self.state.outputs,
            "context": self.state.context,
            "memorySnapshot": self.state.memory,
        })
    }
}
