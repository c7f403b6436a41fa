//! The gates that AWP puts before a manager's COMPLETE, in the order of its table.
//!
//! A gate takes the evidence and gives nothing, or the event of its rejection. The first gate that rejects has the
//! word.

use serde_json::{Value, json};

use super::evidence::Evidence;
use super::files::{is_broken, is_repetitive};
use super::placeholder;
use crate::json::entries;

type Gate = fn(&Evidence<'_>) -> Option<Value>;

const GATES: [(&str, Gate); 7] = [
    ("critique", critique),
    ("deliverable_presence", deliverable_presence),
    ("placeholder", no_placeholder),
    ("file", file),
    ("deliverable", deliverable),
    ("structural_integrity", structural_integrity),
    ("eval", evaluation),
];
const DELIVERABLE_HINTS: [&str; 4] = ["image", "report", "chart", "dataset"];
const LARGE_ENOUGH: usize = 512;
/// In binary fractions, the mean of 0.6 and 0.8 may be a bit less than 0.7, and must not be rejected for it.
const ROUNDING: f64 = 1e-9;

/// Answers `awp/complete`.
pub(super) fn complete(params: &Value) -> Value {
    let evidence = Evidence::new(params);
    for (gate, judge) in GATES {
        if let Some(mut event) = judge(&evidence) {
            event["gate"] = json!(gate);
            return json!({"accepted": false, "rejectedBy": gate, "event": event});
        }
    }
    json!({"accepted": true})
}

fn critique(evidence: &Evidence<'_>) -> Option<Value> {
    let critique = &evidence.given["critique"];
    let least = critique["minScoreToComplete"].as_f64().filter(|_| critique["enabled"] == true)?;
    let latest = entries(entries(&critique["iterations"]).last()?);
    // The mean is below `least` if what the scores lack weighs more than what they have to spare.
    let to_spare: f64 = latest.iter().filter_map(Value::as_f64).map(|score| score - least).sum();
    let message = || format!("the mean of the latest critique scores is below {least}");
    (to_spare < -ROUNDING).then(|| json!({"message": message()}))
}

fn deliverable_presence(evidence: &Evidence<'_>) -> Option<Value> {
    let sources = [("required_outputs", &evidence.required), ("regex", &evidence.scraped)];
    sources.into_iter().find_map(|(source, paths)| {
        let missing: Vec<_> = paths.iter().filter(|path| !evidence.files.contains_key(*path)).collect();
        let empty: Vec<_> = paths.iter().filter(|path| evidence.files.get(*path).is_some_and(Vec::is_empty)).collect();
        let is_complete = missing.is_empty() && empty.is_empty();
        (!is_complete).then(|| json!({"missing": missing, "empty": empty, "source": source}))
    })
}

fn no_placeholder(evidence: &Evidence<'_>) -> Option<Value> {
    let spoilt = evidence.declared_that(placeholder::is_in_file);
    let is_result_spoilt = || placeholder::is_in_value(&evidence.given["finalResult"]);
    let path = spoilt.first().copied().or_else(|| is_result_spoilt().then_some("finalResult"))?;
    Some(json!({ "path": path }))
}

fn file(evidence: &Evidence<'_>) -> Option<Value> {
    let broken = evidence.declared_that(is_broken);
    (!broken.is_empty()).then(|| json!({ "broken": broken }))
}

fn deliverable(evidence: &Evidence<'_>) -> Option<Value> {
    let task = evidence.given["task"].as_str()?;
    let mut words = task.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let hint = words.find(|word| DELIVERABLE_HINTS.iter().any(|hint| word.eq_ignore_ascii_case(hint)))?;
    let is_delivered = evidence.files.values().any(|content| content.len() >= LARGE_ENOUGH);
    (!is_delivered).then(|| json!({ "hint": hint }))
}

fn structural_integrity(evidence: &Evidence<'_>) -> Option<Value> {
    let repetitive = evidence.declared_that(is_repetitive);
    (!repetitive.is_empty()).then(|| json!({ "repetitive": repetitive }))
}

fn evaluation(evidence: &Evidence<'_>) -> Option<Value> {
    let evaluation = &evidence.given["evaluation"];
    let score = evaluation["score"].as_f64().filter(|_| evaluation["enabled"] == true)?;
    let is_below = |name: &str| evaluation["thresholds"][name].as_f64().is_some_and(|threshold| score < threshold);
    if is_below("fail") {
        return Some(json!({"action": "fail_workflow"}));
    }
    is_below("retry").then(|| json!({"action": "retry_with_repair"}))
}
