//! Contents and the schema of a channel.

use serde_json::{Value, json};

use super::super::SCHEMA_KEYWORDS;
use super::params::items;
use super::says::{accept, answering, reject, unspecified};
use crate::rule::Expected;

/// The names of types.
pub(in crate::suites::awp) const TYPES: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];

/// Whether `content` fits `schema`; `None` where there is doubt.
pub(in crate::suites::awp) fn fits(schema: &Value, content: &Value) -> Option<bool> {
    if doubtful(content) || !plain(schema) {
        return None;
    }
    jsonschema::draft202012::new(schema).ok().map(|validator| validator.is_valid(content))
}

/// Values that validators disagree on: nulls, and whole numbers written with a fraction.
fn doubtful(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Number(number) => number.is_f64() && number.as_f64().is_some_and(|float| float.fract() == 0.0),
        Value::Array(items) => items.iter().any(doubtful),
        Value::Object(members) => members.values().any(doubtful),
        _ => false,
    }
}

/// Whether a schema keeps to the keywords that the harness uses, each with a value that makes sense.
fn plain(schema: &Value) -> bool {
    let Some(members) = schema.as_object() else { return false };
    !doubtful(schema)
        && members.iter().all(|(keyword, value)| {
            SCHEMA_KEYWORDS.contains(&keyword.as_str())
                && match keyword.as_str() {
                    "type" => value.as_str().is_some_and(|name| TYPES.contains(&name)),
                    "properties" => value.as_object().is_some_and(|members| members.values().all(plain)),
                    "items" => plain(value),
                    "required" => value.as_array().is_some_and(|names| names.iter().all(Value::is_string)),
                    "enum" => value.as_array().is_some_and(|values| !values.is_empty()),
                    "additionalProperties" => value.is_boolean(),
                    "minLength" | "maxLength" => value.is_u64(),
                    _ => value.is_number(),
                }
        })
}

/// Sorts the messages of a channel into those that are delivered and those that are rejected.
pub(in crate::suites::awp) fn deliver(params: &Value, passes: impl Fn(&Value, &Value) -> bool) -> Value {
    let schema = params["channel"].get("schema").filter(|schema| !schema.is_null());
    let (mut delivered, mut rejected) = (Vec::new(), Vec::new());
    for message in items(&params["messages"]) {
        let fine = schema.is_none_or(|schema| passes(schema, &message["content"]));
        if fine { &mut delivered } else { &mut rejected }.push(message["id"].clone());
    }
    json!({"delivered": delivered, "rejected": rejected})
}

/// What becomes of each message, or why that is in doubt.
pub(in crate::suites::awp) fn sorted(params: &Value) -> Result<Vec<(&Value, bool)>, &'static str> {
    let schema = params["channel"].get("schema");
    let mut sorted: Vec<(&Value, bool)> = Vec::new();
    for message in items(&params["messages"]) {
        let id = &message["id"];
        if !id.is_string() || sorted.iter().any(|(other, _)| *other == id) {
            return Err("messages without names of their own");
        }
        let fine = match schema {
            None if doubtful(&message["content"]) => None,
            None => Some(true),
            Some(schema) => fits(schema, &message["content"]),
        };
        sorted.push((id, fine.ok_or("a schema or a content that validators disagree on")?));
    }
    Ok(sorted)
}

/// What the document says of the messages.
pub(in crate::suites::awp) fn expect_deliver(params: &Value) -> Expected {
    let expected = match sorted(params) {
        Err(why) => return unspecified("R15", why),
        Ok(sorted) if sorted.iter().all(|(_, fine)| *fine) => accept("every message fits the channel"),
        Ok(_) => reject("R15", "a message does not fit the schema of the channel"),
    };
    answering(expected, deliver(params, |schema, content| fits(schema, content) == Some(true)))
}
