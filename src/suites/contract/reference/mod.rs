//! The reference runtime of this suite: small, and an example of how to write one.
//!
//! Every method has a file of its own. Where a fault is in the doing, the file
//! asks [`Quirks`] whether it is switched on; without one, what is left is right.

mod delegation;
mod parallel;
mod prompt;
mod registry;
mod selection;
mod sequential;
mod tools;

use serde_json::{Value, json};

use super::run::workflow::Workflow;
use crate::subject::{Host, Quirks, Refusal, Request};

/// The reference runtime.
pub(super) fn answer(quirks: &Quirks, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
    let params = request.params;
    match request.method {
        "contract/registry" => Ok(registry::script(quirks, params)),
        "contract/run" => run(quirks, params, host),
        "contract/delegate" => delegation::delegate(quirks, params),
        "contract/delegation_run" => delegation::run(quirks, params, host),
        "contract/tool" => tools::execute_all(quirks, params, host),
        "contract/mutate_result" => tools::mutate_result(quirks, params, host),
        "contract/prompt" => prompt::prompt(quirks, params, host),
        "contract/select" => Ok(selection::select(quirks, params)),
        _ => Err(Refusal::NotOffered),
    }
}

fn run(quirks: &Quirks, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let workflow = Workflow::of(params);
    match workflow.parallel {
        None => sequential::run(quirks, params, &workflow, host),
        Some(parallel) => parallel::run(quirks, &workflow, parallel, host),
    }
}

/// The result of a run that nothing was started for.
fn rejected(why: &str) -> Value {
    json!({"status": "rejected", "error": why, "steps": [], "checkpoints": [], "errors": []})
}
