//! The answers that need no thought.

use serde_json::Value;

use super::methods::METHOD;
use super::model::{diagnostics, to_answer};

/// Nothing is wrong, or the action is missing.
pub(super) fn empty_answers(method: &str, _: &Value, accept: bool) -> Option<Value> {
    let blind = if accept { Vec::new() } else { diagnostics(&Value::Null) };
    (method == METHOD).then(|| to_answer(&blind))
}
