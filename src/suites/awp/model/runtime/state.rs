//! The shared state: which keys agents may write.

use serde_json::{Value, json};

use super::params::{has_null, items};
use super::says::{accept, answering, reject, unspecified};
use crate::rule::Expected;

/// The keys that belong to the runtime.
pub(in crate::suites::awp) const RESERVED: [&str; 4] = ["_meta", "_errors", "_trace", "_workflow"];

/// Applies the writes that are not refused.
pub(in crate::suites::awp) fn write(params: &Value, refuses: impl Fn(&str, &Value) -> bool) -> Value {
    let mut state = params["state"].as_object().cloned().unwrap_or_default();
    let mut rejected = Vec::new();
    for write in items(&params["writes"]) {
        let key = write["key"].as_str().unwrap_or_default();
        if refuses(key, &write["value"]) {
            rejected.push(key);
        } else {
            state.insert(key.to_owned(), write["value"].clone());
        }
    }
    json!({"state": state, "rejected": rejected})
}

/// What the document says of a batch of writes.
pub(in crate::suites::awp) fn expect_write(params: &Value) -> Expected {
    let reserved = |key: &str, _: &Value| RESERVED.contains(&key);
    let Some(writes) = params["writes"].as_array().filter(|_| params["state"].is_object()) else {
        return unspecified("R13", "not a state with writes");
    };
    if writes.iter().any(|write| write["key"].as_str().is_some_and(|key| RESERVED.contains(&key))) {
        return reject("R13", "an agent writes to a reserved key");
    }
    if has_null(&params["state"]) || writes.iter().any(|it| !it["key"].is_string() || has_null(&it["value"])) {
        return unspecified("R13", "a write without a key or a value, or a null in the state");
    }
    answering(accept("no reserved key is written"), write(params, reserved))
}
