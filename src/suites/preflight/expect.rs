//! What the document says of any call.

use serde_json::Value;

use super::methods::METHOD;
use super::model::{diagnostics, is_denial, to_answer};
use crate::rule::{Expect, Expected};

/// What the document says of a call. It fixes every answer; an absent `input` is like `null`, which acts as `{}`.
pub(super) fn expect(method: &str, params: &Value) -> Option<Expected> {
    if method != METHOD {
        return None;
    }
    let due = diagnostics(&params["input"]);
    let reason = match (params.get("input"), due.as_slice()) {
        (None, _) => {
            "there is no `input`: that is like null, which acts as an empty object without `action`".to_owned()
        }
        (_, []) => "the action is known, its needs are met, and no field is misplaced".to_owned(),
        (_, due) => due.iter().map(|diagnostic| &*diagnostic.message).collect::<Vec<_>>().join(" "),
    };
    Some(Expected {
        expect: if due.is_empty() { Expect::Accept } else { Expect::Reject },
        rules: due.iter().map(|diagnostic| format!("preflight/{}", rule_of(&diagnostic.code))).collect(),
        reason,
        answer: Some(to_answer(&due)),
    })
}

/// The rule that a code belongs to: its own, or the one that all denials share.
fn rule_of(code: &str) -> &str {
    if is_denial(code) { "control-fields-denied" } else { code }
}
