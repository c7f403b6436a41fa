//! The reference runtime: it answers what the model says.

use serde_json::{Value, json};

use super::methods::{COMPOSE, CONTRIBUTE};
use super::model::composition::{Composed, Composition};
use super::model::record;
use crate::subject::{Host, Quirks, Refusal, Request};

/// Answers a call.
pub(super) fn answer(_: &Quirks, request: Request<'_>, _: &Host) -> Result<Value, Refusal> {
    let params = request.params;
    match request.method {
        COMPOSE => {
            let given = Composition::read(params).map_err(Refusal::Failed)?;
            Ok(Composed { entries: given.due(), session: given.session }.to_answer())
        }
        CONTRIBUTE => {
            let provider = params["provider"].as_str().unwrap_or_default();
            let list = record::contributions(provider, &params["turn"]).map_err(Refusal::Failed)?;
            Ok(json!({"contributions": record::to_json(&list)}))
        }
        _ => Err(Refusal::NotOffered),
    }
}
