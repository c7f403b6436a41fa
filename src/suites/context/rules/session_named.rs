//! A request that goes on names its session: the two rules on it ask the same about a blank id.

use crate::suites::context::prelude::*;

/// A plain core of this type with a blank session id.
pub(super) fn blank(kind: &str) -> Vec<Value> {
    let blank = json!({"question": "blank", "context": plain::core(kind)["context"]});
    each(&blank, path::SESSION_ID, [Some(json!(" "))])
}

/// Whether that names a session.
pub(super) const QUESTION: Question = Question {
    id: "blank",
    asks: "is a blank session id present?",
    readings: &[reading("present", "it is accepted"), reading("missing", "it is refused")],
};
