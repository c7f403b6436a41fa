//! Coarse ways of reading an audit entry before it is hashed: whatever they lose can be changed unseen.

use serde_json::{Value, json};

use super::super::model::runtime::params::Object;

/// The entry without one of its members.
pub(in crate::suites::awp) fn without(mut entry: Object, name: &str) -> Object {
    entry.remove(name);
    entry
}

/// The entry with the top of its details only.
pub(in crate::suites::awp) fn shallow(mut entry: Object) -> Object {
    if let Some(Value::Object(details)) = entry.get_mut("details") {
        details.values_mut().filter(|value| value.is_object() || value.is_array()).for_each(|it| *it = json!("…"));
    }
    entry
}

/// The entry with the values of its details, in the order of their names, and not the names.
pub(in crate::suites::awp) fn nameless(mut entry: Object) -> Object {
    if let Some(details) = entry.get_mut("details") {
        *details = values(details);
    }
    entry
}

fn values(value: &Value) -> Value {
    match value {
        Value::Object(members) => members.values().map(values).collect(),
        Value::Array(items) => items.iter().map(values).collect(),
        other => other.clone(),
    }
}

/// The entry with 1 for true and 0 for false.
pub(in crate::suites::awp) fn numbered(entry: Object) -> Object {
    each_leaf(entry, |leaf| leaf.as_bool().map(|truth| json!(u8::from(truth))))
}

/// The entry with its numbers cut off at the point.
pub(in crate::suites::awp) fn whole_numbers(entry: Object) -> Object {
    each_leaf(entry, |leaf| leaf.as_f64().map(|number| json!(number.trunc())))
}

/// The entry with a question mark for every character that is not ASCII.
pub(in crate::suites::awp) fn ascii_only(entry: Object) -> Object {
    each_leaf(entry, |leaf| leaf.as_str().map(|text| json!(text.replace(|letter: char| !letter.is_ascii(), "?"))))
}

/// The entry with its id and its event written one after the other.
pub(in crate::suites::awp) fn joined(mut entry: Object) -> Object {
    let event = entry.remove("event").unwrap_or_default();
    let id = entry.get("id").cloned().unwrap_or_default();
    entry.insert("id".to_owned(), json!(format!("{id}{}", event.as_str().unwrap_or_default())));
    entry
}

fn each_leaf(entry: Object, instead: fn(&Value) -> Option<Value>) -> Object {
    entry.into_iter().map(|(name, value)| (name, leaves(&value, instead))).collect()
}

fn leaves(value: &Value, instead: fn(&Value) -> Option<Value>) -> Value {
    match value {
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), leaves(value, instead))).collect(),
        Value::Array(items) => items.iter().map(|item| leaves(item, instead)).collect(),
        leaf => instead(leaf).unwrap_or_else(|| leaf.clone()),
    }
}
