//! What is noteworthy about a case, in words that several rules use.

use serde_json::Value;

use super::model::{action_of, diagnostics};
use crate::draw::text::is_blank_in_javascript;

/// Labels a case with its action and whether `code` is due.
pub(super) fn due_or_not(case: &Value, code: &str) -> Vec<&'static str> {
    let due = diagnostics(&case["input"]).iter().any(|diagnostic| diagnostic.code == code);
    let mut labels = vec![if due { "due" } else { "not due" }];
    labels.extend(action_of(&case["input"]).map(|action| action.name));
    labels
}

/// Labels what stands where a text is needed.
fn text_kind(value: Option<&Value>) -> &'static str {
    match value {
        None => "absent",
        Some(Value::String(text)) if text.is_empty() => "empty",
        Some(Value::String(text)) if is_blank_in_javascript(text) => "blank",
        Some(Value::String(_)) => "a text",
        Some(_) => "no text",
    }
}

/// Labels a case with its action, whether `code` is due, and what stands in `field`.
pub(super) fn due_and_kind(case: &Value, code: &str, field: &str) -> Vec<&'static str> {
    let mut labels = due_or_not(case, code);
    labels.push(text_kind(case["input"].get(field)));
    labels
}

/// Labels a case with its action, and with how many diagnostics are due.
pub(super) fn how_many(case: &Value) -> Vec<&'static str> {
    const COUNTS: [&str; 6] = ["none due", "one due", "two due", "three due", "four due", "five due"];
    let mut labels = vec![COUNTS[diagnostics(&case["input"]).len().min(5)]];
    labels.extend(action_of(&case["input"]).map(|action| action.name));
    labels
}
