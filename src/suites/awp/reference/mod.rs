//! What AWP demands of a runtime at work: R13 to R18, R6 and R7 at run time,
//! the completion gates, the plan loop and the circuit breaker.

mod chain;
mod prelude;
mod redaction;
mod schema;
mod state;
mod tampering;

pub(super) mod delegation;
pub(super) mod gates;
pub(super) mod r13_reserved_keys;
pub(super) mod r14_redaction;
pub(super) mod r15_channel_schema;
pub(super) mod r16_sharing;
pub(super) mod r18_audit_chain;
pub(super) mod run;

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use self::state::RESERVED;
use crate::rule::Expected;
use crate::subject::{Host, Quirks, Refusal, Request};

/// What the document says about a call; `None` for a method of the other half.
pub(super) fn expect(method: &str, params: &Value) -> Option<Expected> {
    Some(match method {
        "awp/write_state" => state::expect_write(params),
        "awp/record" => redaction::expect_record(params),
        "awp/deliver" => schema::expect_deliver(params),
        "awp/read_state" => state::expect_read(params),
        "awp/run" => run::expect_run(params),
        "awp/audit" => chain::expect_audit(params),
        "awp/verify_audit" => chain::expect_verify(params),
        "awp/complete" => gates::model::expect_complete(params),
        "awp/loop" => delegation::expect_loop(params),
        _ => return None,
    })
}

/// The reference runtime.
///
/// # Errors
/// When the method is not one of this half, or the world is gone.
pub(super) fn answer(quirks: &Quirks, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
    match request.method {
        "awp/run" => run::reference::run(quirks, request.params, host),
        "awp/loop" => delegation::reference::run(quirks, request.params, host),
        method => answer_alone(quirks, method, request.params, request.key_order).ok_or(Refusal::NotOffered),
    }
}

/// The answer to a call that needs nothing of the world.
fn answer_alone(quirks: &Quirks, method: &str, params: &Value, key_order: u64) -> Option<Value> {
    Some(match method {
        "awp/write_state" => state::write(params, |key, _| RESERVED.contains(&key)),
        "awp/record" => redaction::record(quirks, params),
        "awp/deliver" => schema::deliver(params, |schema, content| schema::fits(schema, content) != Some(false)),
        "awp/read_state" => json!({"visible": state::visible(params, state::Lists::Union)}),
        "awp/audit" => chain::audit(quirks, params),
        "awp/verify_audit" => chain::verify(quirks, params, key_order),
        "awp/complete" => gates::model::complete(params),
        _ => return None,
    })
}

/// What a subject says that accepts everything, or rejects everything, without looking.
pub(super) fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    let ids = || -> Value {
        params["messages"].as_array().into_iter().flatten().map(|message| message["id"].clone()).collect()
    };
    Some(match (method, accept) {
        ("awp/write_state", true) => json!({"state": params["state"], "rejected": []}),
        ("awp/write_state", false) => {
            let keys = params["writes"].as_array().into_iter().flatten().map(|write| write["key"].clone());
            json!({"state": params["state"], "rejected": keys.collect::<Vec<_>>()})
        }
        ("awp/record", _) => json!({"log": [], "metric": [], "span": [], "audit": []}),
        ("awp/deliver", true) => json!({"delivered": ids(), "rejected": []}),
        ("awp/deliver", false) => json!({"delivered": [], "rejected": ids()}),
        ("awp/read_state", true) => json!({"visible": params["state"]}),
        ("awp/read_state", false) => json!({"visible": {}}),
        ("awp/run", true) => json!({"status": "completed", "agents": {}}),
        ("awp/run", false) => json!({"status": "rejected", "agents": {}}),
        ("awp/audit", _) => json!({"entries": []}),
        ("awp/verify_audit", valid) => json!({ "valid": valid }),
        ("awp/complete", accepted) => json!({ "accepted": accepted }),
        ("awp/loop", true) => json!({"status": "completed"}),
        ("awp/loop", false) => json!({"status": "partial"}),
        _ => return None,
    })
}
