//! Documents to harm the program with.

use std::path::Path;

use serde_json::Value;

/// A file of the project.
pub(crate) fn project(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// A small proof in which every outcome and every optional member comes up.
pub(crate) fn sample() -> Value {
    let mut proof: Value = serde_json::from_str(&project("conformance/reports/sample.json")).unwrap();
    proof["shard"] = "1/2".into();
    proof["notes"] = serde_json::json!(["a note"]);
    proof["objections"] = serde_json::json!(["an objection"]);
    proof["subject"]["command"] = serde_json::json!(["python3", "adapter.py"]);
    for rule in proof["rules"].as_array_mut().unwrap() {
        rule["reason"] = "a reason".into();
        for check in rule["checks"].as_array_mut().unwrap() {
            check["reason"] = "a reason".into();
            check["missing_labels"] = serde_json::json!(["a label"]);
        }
    }
    for (place, finding) in proof["findings"].as_array_mut().unwrap().iter_mut().enumerate() {
        finding["history"] = serde_json::json!([{"check": "a/b/c", "case": "a/b/c:0:1", "input": {"key": "text"}}]);
        finding["flaky"] = "1 of 2".into();
        finding["stderr"] = "one\ntwo".into();
        if place == 0 {
            finding["excused"] = serde_json::json!({"by": "known", "reason": "a reason", "issue": "an issue"});
        }
    }
    proof
}
