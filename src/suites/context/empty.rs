//! The two answers that need no thought.

use serde_json::{Value, json};

use super::methods::{BUILD, MANIFEST, METHODS};

/// Nothing is wrong, or something is: the two answers that need no thought.
pub(super) fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    if !METHODS.iter().any(|known| known.name == method) {
        return None;
    }
    let errors = if accept { json!([]) } else { json!([{"message": "no"}]) };
    let member = if method == MANIFEST { "manifest" } else { "context" };
    let mut answer = json!({"ok": accept, "errors": errors, member: params[member]});
    if method == BUILD && accept {
        answer["response"] = json!({"kind": "final"});
    }
    Some(answer)
}
