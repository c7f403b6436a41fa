//! What a case says of the world: which steps fail, and what the others give back.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// What a step gives back in run number `number`.
pub(crate) fn output(case: &Value, step: &str, number: usize) -> Value {
    case["world"]["outputs"].get(step).cloned().unwrap_or_else(|| json!(format!("{step} of run {number}")))
}

/// The steps that fail.
pub(crate) fn failing(case: &Value) -> BTreeSet<&str> {
    case["world"]["fails"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}
