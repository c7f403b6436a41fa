//! AGN-033: the response that a context ends in. One that would have gaps is not sent.

use serde_json::{Value, json};

use super::manifest::client_calls;
use super::rule::{Rule, check};
use super::steps::RESPONSE_TYPE_IS_SET;
use crate::json::entries;

const EVERY_KIND: &[Rule] = &[Rule::Text(&["sessionId", "turnId", "modeDisplayName"])];
const FINAL: &[Rule] =
    &[Rule::All(EVERY_KIND), Rule::Holds(has_output, "The response would have no primaryOutputText.")];
const TOOL_CONTINUATION: &[Rule] =
    &[Rule::All(EVERY_KIND), Rule::Holds(has_complete_calls, "The response would have no complete toolCalls.")];

/// The response, or why there is none.
pub(super) fn build(context: &Value) -> Result<Value, Vec<Value>> {
    none_of(check(&[RESPONSE_TYPE_IS_SET], context))?;
    let session = &context["session"];
    let mut response = json!({
        "sessionId": session["id"],
        "turnId": context["turn"]["id"],
        "modeDisplayName": session["modeDisplayName"],
    });
    let demands = if context["responseType"] == "Final" {
        response["kind"] = json!("final");
        response["primaryOutputText"] = context["responsePayload"]["primaryOutputText"].clone();
        FINAL
    } else {
        response["kind"] = json!("client_tool_continuation");
        response["toolCalls"] = client_calls(context).map(as_sent).collect();
        TOOL_CONTINUATION
    };
    none_of(check(demands, &response))?;
    Ok(response)
}

fn none_of(errors: Vec<Value>) -> Result<(), Vec<Value>> {
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn as_sent(call: &Value) -> Value {
    json!({"toolCallId": call["toolCallId"], "name": call["name"], "argumentsJson": call["argumentsJson"]})
}

/// The empty text is an output too.
fn has_output(response: &Value) -> bool {
    response["primaryOutputText"].is_string()
}

fn has_complete_calls(response: &Value) -> bool {
    let calls = entries(&response["toolCalls"]);
    let mut members = calls.iter().filter_map(Value::as_object).flat_map(|call| call.values());
    !calls.is_empty() && members.all(Value::is_string)
}

/// Whether building the response left its mark on the context. Without a `before` nobody can say.
pub(super) fn is_changed(before: &Value, after: &Value) -> bool {
    !before.is_null() && tidy(before) != tidy(after)
}

/// Without null members and empty lists, which say nothing.
fn tidy(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let says_something =
                |value: &Value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
            let telling = members.iter().filter(|(_, value)| says_something(value));
            telling.map(|(key, value)| (key.clone(), tidy(value))).collect()
        }
        Value::Array(values) => values.iter().map(tidy).collect(),
        _ => value.clone(),
    }
}
