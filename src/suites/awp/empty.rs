//! The answers that need no thought.

use serde_json::{Value, json};

use super::{METHOD, reference};

/// Nothing is wrong, or something is.
pub(super) fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    match method {
        METHOD if accept => Some(json!({"valid": true, "diagnostics": []})),
        METHOD => Some(json!({"valid": false, "diagnostics": [{"severity": "error"}]})),
        _ => reference::empty::empty_answers(method, params, accept),
    }
}
