//! Values that a careless program changes on the way, or acts upon: an output, a context and a memory hold them as they are.

use serde_json::{Value, json};

/// Objects with members that mean something elsewhere, lists that somebody might sort or unpack, numbers that somebody
/// might round, texts that look like something else, and what is long or deep.
pub(crate) fn rich() -> [Value; 14] {
    [
        json!({"ok": false, "error": "none at all", "status": "failed", "stepId": "s0"}),
        json!({"output": {"text": "inside"}}),
        json!({"Mixed Key": 1, "mixed key": 2, "a.b": 3, "10": 4, "9": 5}),
        json!({"a": {"b": {"c": {"d": {"e": {"f": {"g": [1]}}}}}}}),
        json!([["a"], ["b", "a"]]),
        json!(["b", "a", "b"]),
        json!([3, 1, 10, 2, 1]),
        json!(["only"]),
        json!(0.123_456_789_123),
        json!(9_007_199_254_740_991_u64),
        json!("42"),
        json!("{\"a\": 1}"),
        json!("done"),
        json!("a long text ".repeat(300)),
    ]
}
