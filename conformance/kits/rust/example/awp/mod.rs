//! AWP: a runtime for agent workflows, by the parts of its specification.
//!
//! | module | answers |
//! |---|---|
//! | `validate` | may this workflow be loaded? (`graph`, `names`, `capabilities` and `evaluation` are parts of it) |
//! | `state` | what agents may write, read and send to each other |
//! | `redaction` | what the sinks may see |
//! | `audit` | the chain of audit entries |
//! | `run` | running the graph within its time limits (`limits` are these, `outcome` is what became of the agents) |
//! | `gates` | may this run be called complete? (`evidence`, `files` and `placeholder` look at what there is) |
//! | `delegation` | the loop of manager decisions |

mod audit;
mod base64;
mod capabilities;
mod delegation;
mod evaluation;
mod evidence;
mod files;
mod gates;
mod graph;
mod limits;
mod names;
mod outcome;
mod placeholder;
mod redaction;
mod report;
mod run;
mod state;
mod validate;

use proofmark::{Host, Refusal, Request};
use serde_json::Value;

/// Answers the methods of the suite `awp`.
pub(crate) fn answer(request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
    let params = request.params;
    Ok(match request.method {
        "awp/validate" => validate::validate(params),
        "awp/write_state" => state::write(params),
        "awp/read_state" => state::read(params),
        "awp/deliver" => state::deliver(params),
        "awp/record" => redaction::record(params),
        "awp/audit" => audit::write(params),
        "awp/verify_audit" => audit::verify(params),
        "awp/complete" => gates::complete(params),
        "awp/run" => run::run(params, host)?,
        "awp/loop" => delegation::run(params, host)?,
        _ => return Err(Refusal::NotOffered),
    })
}
