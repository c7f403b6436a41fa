//! The reference runtime: it answers what the model says.

use serde_json::Value;

use super::methods::METHOD;
use super::model::{diagnostics, to_answer};
use crate::subject::{Host, Quirks, Refusal, Request};

/// Answers a call.
pub(super) fn answer(_: &Quirks, request: Request<'_>, _: &Host) -> Result<Value, Refusal> {
    match request.method {
        METHOD => {
            let input = &request.params["input"];
            let mut answer = to_answer(&diagnostics(input));
            // As it was left: it shows that nothing was done to it.
            answer["input"] = input.clone();
            Ok(answer)
        }
        _ => Err(Refusal::NotOffered),
    }
}
