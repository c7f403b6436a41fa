//! Manifests whose calls and results belong together.

use serde_json::{Map, Value, json};

use crate::draw::Draw;
use crate::draw::text::word;
use crate::suites::context::model::slot::put;

/// A valid manifest, as params.
pub(in super::super) fn manifest(draw: &mut Draw) -> Value {
    json!({ "manifest": valid_manifest(draw, 0..=5) })
}

/// A manifest whose calls and results belong together; ids are distinct, names may repeat.
pub(in super::super) fn valid_manifest(draw: &mut Draw, range: std::ops::RangeInclusive<usize>) -> Value {
    let mut calls = Vec::new();
    let mut results = Vec::new();
    for number in 0..draw.size(range) {
        let (id, name) = (format!("{}-{number}", word(draw)), word(draw));
        let mut call = json!({"toolCallId": id, "name": name, "argumentsJson": "{}"});
        if draw.chance(1, 2) {
            call["requiresClientExecution"] = json!(draw.chance(1, 2));
        }
        let result_json = *draw.pick(&["{}", "[]", "{\"lines\":[1,2]}", "null", "0", "\"\"", "false"]);
        let mut result = json!({"toolCallId": id, "name": name, "resultJson": result_json});
        if draw.chance(1, 3) {
            result["errorMessage"] = if draw.chance(1, 2) { Value::Null } else { json!("") };
        }
        calls.push(call);
        results.push(result);
    }
    let mut manifest = Map::new();
    for (name, list) in [("toolCalls", calls), ("toolCallResults", results)] {
        if !list.is_empty() || draw.chance(1, 2) {
            manifest.insert(name.to_owned(), list.into());
        } else if draw.chance(1, 2) {
            manifest.insert(name.to_owned(), Value::Null);
        }
    }
    manifest.into()
}

/// A manifest, valid or without its results.
pub(super) fn any_manifest(draw: &mut Draw) -> Value {
    let mut manifest = valid_manifest(draw, 0..=3);
    if draw.chance(1, 2) {
        put(&mut manifest, "toolCallResults", None);
    }
    manifest
}
