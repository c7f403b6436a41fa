//! The answers of a runtime at work that need no thought.

use serde_json::{Value, json};

/// What a subject says that accepts everything, or rejects everything, without looking.
pub(in crate::suites::awp) fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    let ids = || -> Value {
        params["messages"].as_array().into_iter().flatten().map(|message| message["id"].clone()).collect()
    };
    Some(match (method, accept) {
        ("awp/write_state", true) => json!({"state": params["state"], "rejected": []}),
        ("awp/write_state", false) => {
            let keys = params["writes"].as_array().into_iter().flatten().map(|write| write["key"].clone());
            json!({"state": params["state"], "rejected": keys.collect::<Vec<_>>()})
        }
        ("awp/record", _) => json!({"log": [], "metric": [], "span": [], "audit": []}),
        ("awp/deliver", true) => json!({"delivered": ids(), "rejected": []}),
        ("awp/deliver", false) => json!({"delivered": [], "rejected": ids()}),
        ("awp/read_state", true) => json!({"visible": params["state"]}),
        ("awp/read_state", false) => json!({"visible": {}}),
        ("awp/run", true) => json!({"status": "completed", "agents": {}}),
        ("awp/run", false) => json!({"status": "rejected", "agents": {}}),
        ("awp/audit", _) => json!({"entries": []}),
        ("awp/verify_audit", valid) => json!({ "valid": valid }),
        ("awp/complete", accepted) => json!({ "accepted": accepted }),
        ("awp/loop", true) => json!({"status": "completed"}),
        ("awp/loop", false) => json!({"status": "partial"}),
        _ => return None,
    })
}
