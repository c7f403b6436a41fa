//! The reference runtime at work: what it does is what the document says.
//!
//! Whatever it decides is a function field of a policy whose `DOCUMENT` is right; a mutant replaces one of them.

pub(super) mod careless;
pub(super) mod chain;
pub(super) mod coarse;
pub(super) mod delegation;
pub(super) mod empty;
pub(super) mod gates;
pub(super) mod redaction;
pub(super) mod run;
pub(super) mod spoil;

use serde_json::{Value, json};

use super::model::runtime::{schema, sharing, state};
use crate::subject::{Host, Quirks, Refusal, Request};

/// The answer to a call of one of the methods of a runtime at work.
///
/// # Errors
/// When the method is none of them, or the world is gone.
pub(super) fn answer(quirks: &Quirks, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
    match request.method {
        "awp/run" => run::run(quirks.policy(&run::DOCUMENT), request.params, host),
        "awp/loop" => delegation::run(quirks.policy(&delegation::DOCUMENT), request.params, host),
        method => answer_alone(quirks, method, request.params, request.key_order).ok_or(Refusal::NotOffered),
    }
}

/// The answer to a call that needs nothing of the world.
pub(super) fn answer_alone(quirks: &Quirks, method: &str, params: &Value, key_order: u64) -> Option<Value> {
    Some(match method {
        "awp/write_state" => state::write(params, |key, _| state::RESERVED.contains(&key)),
        "awp/record" => redaction::record(quirks.policy(&redaction::DOCUMENT), params),
        "awp/deliver" => schema::deliver(params, |schema, content| schema::fits(schema, content) != Ok(false)),
        "awp/read_state" => json!({"visible": sharing::visible(params, sharing::Lists::Union)}),
        "awp/audit" => chain::audit(quirks, params),
        "awp/verify_audit" => chain::verify(quirks.policy(&chain::DOCUMENT), params, key_order),
        "awp/complete" => gates::complete(params),
        _ => return None,
    })
}
