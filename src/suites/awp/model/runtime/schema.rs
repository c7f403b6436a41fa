//! Contents and the schema of a channel: JSON Schema 2020-12 decides, wherever validators have to agree.

use serde_json::{Value, json};

pub(in crate::suites::awp) use super::super::dialect::fits;
use super::params::items;
use super::says::{accept, answering, reject, unspecified};
use crate::rule::Expected;

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

/// A message and whether it is delivered, or why that is in doubt.
pub(in crate::suites::awp) type Sorted<'a> = (&'a str, Result<bool, &'static str>);

/// What becomes of each message, or why nothing can be said of any.
pub(in crate::suites::awp) fn sorted(params: &Value) -> Result<Vec<Sorted<'_>>, &'static str> {
    if !params["channel"].is_object() || !params["messages"].is_array() {
        return Err("no channel with a list of messages");
    }
    let mut sorted: Vec<Sorted<'_>> = Vec::new();
    for message in items(&params["messages"]) {
        let id = message["id"].as_str().filter(|id| !sorted.iter().any(|(other, _)| other == id));
        let fine = match (params["channel"].get("schema"), message.get("content")) {
            (_, None) => Err("a message without content"),
            (None, Some(_)) => Ok(true),
            (Some(schema), Some(content)) => fits(schema, content),
        };
        sorted.push((id.ok_or("messages without names of their own")?, fine));
    }
    Ok(sorted)
}

/// What the document says of the messages.
pub(in crate::suites::awp) fn expect_deliver(params: &Value) -> Expected {
    let sorted = match sorted(params) {
        Ok(sorted) => sorted,
        Err(why) => return unspecified("R15", why),
    };
    let doubt = sorted.iter().find_map(|(_, fine)| fine.err());
    let expected = match doubt {
        _ if sorted.iter().any(|(_, fine)| *fine == Ok(false)) => {
            reject("R15", "a message does not fit the schema of the channel")
        }
        Some(why) => return unspecified("R15", why),
        None => accept("every message fits the channel"),
    };
    if doubt.is_some() {
        return expected;
    }
    answering(expected, deliver(params, |schema, content| fits(schema, content) == Ok(true)))
}
