//! The answers that need no thought.

use serde_json::{Value, json};

use super::methods::{COMPOSE, CONTRIBUTE};

/// A request without entries and a provider without contributions; who rejects forgets the session as well.
pub(super) fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    match method {
        COMPOSE => {
            let session = if accept { params["session"].clone() } else { json!({}) };
            Some(json!({"session": session, "request": []}))
        }
        CONTRIBUTE => Some(json!({"contributions": []})),
        _ => None,
    }
}
