//! Checkpoints: all that a run needs to go on from where it was (CP-001, CP-002).

use serde_json::{Map, Value, json};

use super::plan::Step;
use crate::json::count;

const FIELDS: &[&str] = &["stepIndex", "completedStepId", "stepOutputs", "context", "memorySnapshot"];

/// Where a sequential run begins, and what it carries along.
pub(super) struct Start {
    /// The outputs that are there already, of the first steps.
    pub(super) restored: Vec<Value>,
    context: Value,
    memory: Value,
}

impl Start {
    /// A run from the first step on.
    pub(super) fn afresh(params: &Value) -> Self {
        let given =
            |name: &str, nothing: Value| params.get(name).filter(|value| !value.is_null()).cloned().unwrap_or(nothing);
        Self { restored: Vec::new(), context: given("context", json!({})), memory: given("memory", json!([])) }
    }

    /// A run that goes on from a checkpoint, and needs nothing else; or why it cannot.
    pub(super) fn from_checkpoint(checkpoint: &Value, steps: &[Step<'_>]) -> Result<Self, String> {
        if let Some(absent) = FIELDS.iter().find(|field| checkpoint[**field].is_null()) {
            return Err(format!("The checkpoint has no {absent}."));
        }
        let done = count(&checkpoint["stepIndex"]).and_then(|index| steps.get(..=index));
        let done = done.ok_or("The checkpoint's stepIndex is not that of a step.")?;
        if done.last().is_none_or(|step| checkpoint["completedStepId"] != step.id) {
            return Err("The checkpoint's completedStepId is not the step at its stepIndex.".to_owned());
        }
        let output_of = |step: &Step<'_>| match &checkpoint["stepOutputs"][step.id] {
            Value::Null => Err(format!("The checkpoint has no output of {}.", step.id)),
            output => Ok(output.clone()),
        };
        let restored = done.iter().map(output_of).collect::<Result<_, _>>()?;
        Ok(Self { restored, context: checkpoint["context"].clone(), memory: checkpoint["memorySnapshot"].clone() })
    }

    /// A snapshot: what happens later does not change it.
    pub(super) fn checkpoint(&self, index: usize, step: &Step<'_>, outputs: &Map<String, Value>) -> Value {
        json!({
            "stepIndex": index,
            "completedStepId": step.id,
            "stepOutputs": outputs,
            "context": self.context,
            "memorySnapshot": self.memory,
        })
    }
}
