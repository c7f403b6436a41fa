//! What the answers of validators have in common.

use serde_json::Value;

use crate::rule::{WrongShape, member};
use crate::subject::Answer;

/// Whether an answer says that all is well.
pub(in super::super) fn is_ok(answer: &Answer) -> Result<bool, WrongShape> {
    member(&answer.value, "ok")?.as_bool().ok_or_else(|| WrongShape("`ok` is not true or false".to_owned()))
}

/// What a subject said, without the object that it sends back.
pub(in super::super) fn observed(answer: &Answer) -> Value {
    let mut value = answer.value.clone();
    if let Some(members) = value.as_object_mut() {
        members.retain(|key, _| key == "ok" || key == "errors");
    }
    value
}
