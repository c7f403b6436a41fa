//! What has become of the steps of a run so far.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::plan::Step;

/// The book of one run.
#[derive(Default)]
pub(super) struct Ledger<'a> {
    statuses: BTreeMap<&'a str, &'static str>,
    outputs: Map<String, Value>,
    /// In the order of their completion.
    completed: Vec<&'a Step<'a>>,
    failures: Vec<(&'a str, Value)>,
}

impl<'a> Ledger<'a> {
    /// What the step is given to work with.
    pub(super) fn inputs(&self, step: &Step<'_>) -> Map<String, Value> {
        let given = step.dependencies.iter().filter_map(|name| self.outputs.get_key_value(*name));
        given.map(|(name, output)| (name.clone(), output.clone())).collect()
    }

    /// Writes down what a step said.
    pub(super) fn enter(&mut self, step: &'a Step<'a>, reply: &Value) {
        if reply["ok"] == true {
            self.statuses.insert(step.id, "completed");
            self.outputs.insert(step.id.to_owned(), reply["output"].clone());
            self.completed.push(step);
        } else {
            self.statuses.insert(step.id, "failed");
            self.failures.push((step.id, reply["error"].clone()));
        }
    }

    /// Writes down an output that an earlier run brought about.
    pub(super) fn restore(&mut self, step: &Step<'a>, output: &Value) {
        self.statuses.insert(step.id, "restored");
        self.outputs.insert(step.id.to_owned(), output.clone());
    }

    /// Gives up on a step that was started.
    pub(super) fn cancel(&mut self, step: &Step<'a>) {
        self.statuses.insert(step.id, "cancelled");
    }

    /// Whether any step has failed.
    pub(super) fn has_failures(&self) -> bool {
        !self.failures.is_empty()
    }

    /// Whether all that a step depends on has brought an output.
    pub(super) fn lets_start(&self, step: &Step<'_>) -> bool {
        !self.statuses.contains_key(step.id) && step.is_ready(|name| self.outputs.contains_key(name))
    }

    /// The steps that completed in this run, in that order.
    pub(super) fn completed(&self) -> &[&'a Step<'a>] {
        &self.completed
    }

    /// The outputs of all steps so far.
    pub(super) fn outputs(&self) -> &Map<String, Value> {
        &self.outputs
    }

    /// The result of the run.
    pub(super) fn result(&self, steps: &[Step<'_>], checkpoints: &[Value]) -> Value {
        let error_of = |id: &str| self.failures.iter().find(|(failed, _)| *failed == id).map(|(_, error)| error);
        let steps: Vec<Value> = steps
            .iter()
            .map(|Step { id, .. }| {
                let status = self.statuses.get(id).unwrap_or(&"skipped");
                json!({"stepId": id, "status": status, "output": self.outputs.get(*id), "error": error_of(id)})
            })
            .collect();
        let errors: Vec<Value> =
            self.failures.iter().map(|(id, error)| json!({"stepId": id, "message": error})).collect();
        let status = if self.has_failures() { "failed" } else { "completed" };
        json!({"status": status, "steps": steps, "checkpoints": checkpoints, "errors": errors})
    }
}
