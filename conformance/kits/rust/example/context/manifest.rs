//! Section 5: the calls of tools and their results are two lists that agree, entry by entry.

use serde_json::{Value, json};

use super::rule::error;
use crate::json::{entries, text};

/// What is wrong with a manifest. One that is missing has no lists that could agree, so it is not valid.
pub(super) fn errors(manifest: &Value) -> Vec<Value> {
    if !manifest.is_object() {
        return vec![error("There is no tool call manifest.")];
    }
    let calls = entries(&manifest["toolCalls"]);
    let results = entries(&manifest["toolCallResults"]);
    let mut found = Vec::new();
    if calls.len() != results.len() {
        found.push(error(format!("There are {} tool calls and {} results.", calls.len(), results.len())));
    }
    for (call, result) in calls.iter().zip(results) {
        for name in ["toolCallId", "name"].into_iter().filter(|name| call[*name] != result[*name]) {
            found.push(error_of(result, &format!("The {name} of a result is not that of its call."), None));
        }
    }
    for result in results.iter().filter(|result| text(&result["resultJson"]).is_none()) {
        let reason = text(&result["errorMessage"]).unwrap_or("The tool gave no result.");
        found.push(error_of(result, "A tool call failed.", Some(reason)));
    }
    found
}

fn error_of(result: &Value, message: &str, reason: Option<&str>) -> Value {
    json!({"message": message, "toolCallId": result["toolCallId"], "name": result["name"], "reason": reason})
}

/// The calls that the client has to make; the others are none of its business.
pub(super) fn client_calls(context: &Value) -> impl Iterator<Item = &Value> {
    let calls = entries(&context["toolCallManifest"]["toolCalls"]);
    calls.iter().filter(|call| call["requiresClientExecution"] == true)
}
