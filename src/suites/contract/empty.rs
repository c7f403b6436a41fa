//! What a runtime says that does not look: the score that a real one has to beat.

use serde_json::{Value, json};

/// The emptiest answer that goes along with a call, or that refuses it.
pub(super) fn answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    let count = |list: &str| params[list].as_array().map_or(0, Vec::len);
    let each = |list: &str, one: Value| vec![one; count(list)];
    let refusal = "refused";
    Some(match (method, accept) {
        ("contract/registry", true) => json!({"results": each("script", json!({"ok": true}))}),
        ("contract/registry", false) => json!({"results": each("script", json!({"ok": false, "error": refusal}))}),
        ("contract/run", _) => {
            let status = if accept { "completed" } else { "rejected" };
            json!({"status": status, "steps": [], "checkpoints": [], "errors": []})
        }
        ("contract/delegate", true) => json!({"allowed": true}),
        ("contract/delegate", false) => json!({"allowed": false, "error": refusal}),
        ("contract/delegation_run", _) => json!({"refused": []}),
        ("contract/tool", true) => json!({"results": each("calls", json!({"success": true}))}),
        ("contract/tool", false) => json!({"results": each("calls", json!({"success": false, "error": refusal}))}),
        ("contract/mutate_result", _) => {
            let result = json!({ "success": accept });
            json!({"before": result, "after": result, "attempts": []})
        }
        ("contract/prompt", _) => json!({"injected": [], "tokenCount": 0, "truncated": !accept, "warnings": []}),
        ("contract/select", true) => json!({"results": [{"agentId": "standard", "confidence": 0.5}]}),
        ("contract/select", false) => json!({"results": []}),
        _ => return None,
    })
}
