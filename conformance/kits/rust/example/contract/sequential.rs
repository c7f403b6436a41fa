//! One step at a time, in the order of the array, up to the first that fails (AGT-003).

use proofmark::{Host, Refusal};
use serde_json::{Value, json};

use super::checkpoint::Start;
use super::ledger::Ledger;
use super::plan::Step;
use crate::world::ask;

/// Runs the steps that are left.
pub(super) fn run(host: &Host, steps: &[Step<'_>], start: &Start, has_checkpoints: bool) -> Result<Value, Refusal> {
    let mut ledger = Ledger::default();
    let mut checkpoints = Vec::new();
    for (step, output) in steps.iter().zip(&start.restored) {
        ledger.restore(step, output);
    }
    for (index, step) in steps.iter().enumerate().skip(start.restored.len()) {
        let reply = ask(host, "host/step", json!({"stepId": step.id, "inputs": ledger.inputs(step)}))?;
        ledger.enter(step, &reply);
        if ledger.has_failures() {
            break;
        }
        if has_checkpoints {
            checkpoints.push(start.checkpoint(index, step, ledger.outputs()));
        }
    }
    Ok(ledger.result(steps, &checkpoints))
}
