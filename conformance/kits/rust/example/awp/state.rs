//! What agents may write, read, and send to each other: R13, R15 and R16.

use serde_json::{Map, Value, json};

use crate::json::{entries, members};

const RESERVED_KEYS: [&str; 4] = ["_meta", "_errors", "_trace", "_workflow"];

/// Answers `awp/write_state`. The other writes of a batch that breaks the rule are carried out.
pub(super) fn write(params: &Value) -> Value {
    let mut state = params["state"].as_object().cloned().unwrap_or_default();
    let mut rejected = Vec::new();
    for write in entries(&params["writes"]) {
        match &write["key"] {
            Value::String(key) if !RESERVED_KEYS.contains(&key.as_str()) => {
                state.insert(key.clone(), write["value"].clone());
            }
            key => rejected.push(key),
        }
    }
    json!({"state": state, "rejected": rejected})
}

/// Answers `awp/read_state`.
pub(super) fn read(params: &Value) -> Value {
    let mut visible = Map::new();
    for (owner, fields) in members(&params["state"]) {
        let shown = if params["reader"] == **owner || params["sharing"]["strategy"] == "full" {
            fields.clone()
        } else if params["sharing"]["strategy"] == "selective" {
            shared(params, owner, fields)
        } else {
            json!({})
        };
        visible.insert(owner.clone(), shown);
    }
    json!({ "visible": visible })
}

/// The fields that their owner shares with all, and those that a rule opens to this reader.
fn shared(params: &Value, owner: &str, fields: &Value) -> Value {
    let rules = entries(&params["sharing"]["rules"]).iter();
    let granting = rules.filter(|rule| rule["from"] == *owner && rule["to"] == params["reader"]);
    let granted = granting.flat_map(|rule| entries(&rule["fields"]));
    let names: Vec<&Value> = entries(&params["agents"][owner]["shareOutput"]).iter().chain(granted).collect();
    let is_shared = |field: &String| names.iter().any(|name| **name == *field);
    let shown = members(fields).filter(|(field, _)| is_shared(field));
    Value::Object(shown.map(|(field, value)| (field.clone(), value.clone())).collect())
}

/// Answers `awp/deliver`. A channel whose schema is none delivers nothing: what it wants cannot be checked.
pub(super) fn deliver(params: &Value) -> Value {
    let schema = &params["channel"]["schema"];
    let anything = json!(true);
    let validator = jsonschema::draft202012::new(if schema.is_null() { &anything } else { schema });
    let is_welcome =
        |message: &&Value| validator.as_ref().is_ok_and(|validator| validator.is_valid(&message["content"]));
    let (delivered, rejected): (Vec<&Value>, Vec<&Value>) = entries(&params["messages"]).iter().partition(is_welcome);
    let ids = |messages: Vec<&Value>| messages.into_iter().map(|message| message["id"].clone()).collect::<Vec<_>>();
    json!({"delivered": ids(delivered), "rejected": ids(rejected)})
}
