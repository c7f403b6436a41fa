//! The three types of a context.

use serde_json::Value;

use super::slot::{Found, at};
use super::truth::Truth;

pub(in super::super) const INITIAL: &str = "Initial";
pub(in super::super) const FOLLOW_ON: &str = "FollowOn";
pub(in super::super) const CONTINUATION: &str = "ClientToolCallContinuation";

/// Every type, the simplest first.
pub(in super::super) const TYPES: &[&str] = &[INITIAL, FOLLOW_ON, CONTINUATION];

/// The type of the context in `params`, if it is spelt exactly.
pub(in super::super) fn type_of(params: &Value) -> Option<&'static str> {
    match at(params, "context.type") {
        Found::Value(Value::String(name)) => TYPES.iter().copied().find(|known| known == name),
        _ => None,
    }
}

/// Whether the context is a tool continuation. A type that may or may not be read as one leaves it open.
pub(in super::super) fn is_continuation(params: &Value) -> Truth {
    match at(params, "context.type") {
        Found::Value(Value::String(name)) if name == CONTINUATION => Truth::Holds,
        Found::Value(Value::String(name)) if name.eq_ignore_ascii_case(CONTINUATION) => {
            Truth::Open("whether letter case matters in a type is not said")
        }
        Found::Value(Value::String(_)) | Found::Nothing => Truth::Broken,
        Found::Value(_) | Found::Lost => Truth::Open("a type that is no text"),
    }
}
