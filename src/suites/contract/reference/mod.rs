//! The reference runtime of this suite: small, and an example of how to write one.
//!
//! Every method has a file of its own, with a policy: the decisions that a runtime can get wrong, as functions. The
//! one in force is the document's, unless a mutant has put another function in the place of one of them.

pub(super) mod delegation;
pub(super) mod parallel;
pub(super) mod prompt;
pub(super) mod registry;
pub(super) mod selection;
pub(super) mod sequential;
pub(super) mod tools;

use serde_json::{Value, json};

use super::model::workflow::Workflow;
use crate::subject::{Host, Quirks, Refusal, Request};

/// The reference runtime.
pub(super) fn answer(quirks: &Quirks, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
    let params = request.params;
    match request.method {
        "contract/registry" => Ok(registry::script(quirks.policy(&registry::DOCUMENT), params)),
        "contract/run" => run(quirks, params, host),
        "contract/delegate" => Ok(delegation::delegate(quirks.policy(&delegation::DOCUMENT), params)),
        "contract/delegation_run" => delegation::run(quirks.policy(&delegation::DOCUMENT), params, host),
        "contract/tool" => tools::execute_all(quirks.policy(&tools::DOCUMENT), params, host),
        "contract/mutate_result" => tools::mutate_result(quirks.policy(&tools::DOCUMENT), params, host),
        "contract/prompt" => prompt::prompt(quirks.policy(&prompt::DOCUMENT), params, host),
        "contract/select" => Ok(selection::select(quirks.policy(&selection::DOCUMENT), params)),
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
