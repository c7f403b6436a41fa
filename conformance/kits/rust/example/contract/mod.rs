//! The Agent Domain Contract, V1: a runtime for agents, by what it governs.

mod checkpoint;
mod delegation;
mod frozen;
mod ledger;
mod parallel;
mod plan;
mod profile;
mod prompt;
mod registry;
mod run;
mod select;
mod sequential;
mod tools;

use proofmark::{Host, Refusal, Request};
use serde_json::Value;

/// Answers every method of the suite.
pub(crate) fn answer(request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
    let params = request.params;
    match request.method {
        "contract/registry" => Ok(registry::perform(params)),
        "contract/run" => run::run(params, host),
        "contract/delegate" => Ok(delegation::delegate(params)),
        "contract/delegation_run" => delegation::run(params, host),
        "contract/tool" => tools::call_all(params, host),
        "contract/mutate_result" => tools::mutate_result(params, host),
        "contract/prompt" => prompt::prompt(params, host),
        "contract/select" => Ok(select::select(params)),
        _ => Err(Refusal::NotOffered),
    }
}
