//! Coarse ways of reading an audit entry before it is hashed: whatever they lose can be changed unseen.

use serde_json::{Value, json};

use super::super::model::runtime::params::Object;
use crate::draw::json::with_leaves;

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
    each_leaf(entry, &|leaf| leaf.as_bool().map(|truth| json!(u8::from(truth))))
}

/// The entry with its numbers cut off at the point.
pub(in crate::suites::awp) fn whole_numbers(entry: Object) -> Object {
    each_leaf(entry, &|leaf| leaf.as_f64().map(|number| json!(number.trunc())))
}

/// The entry with a question mark for every character that is not ASCII.
pub(in crate::suites::awp) fn ascii_only(entry: Object) -> Object {
    each_leaf(entry, &|leaf| leaf.as_str().map(|text| json!(text.replace(|letter: char| !letter.is_ascii(), "?"))))
}

/// The entry with its id and its event written one after the other.
pub(in crate::suites::awp) fn joined(mut entry: Object) -> Object {
    let event = entry.remove("event").unwrap_or_default();
    let id = entry.get("id").cloned().unwrap_or_default();
    entry.insert("id".to_owned(), json!(format!("{id}{}", event.as_str().unwrap_or_default())));
    entry
}

/// The entry with its texts as they are read.
pub(in crate::suites::awp) fn texts(entry: Object, reads: impl Fn(&str) -> String + Copy) -> Object {
    each_leaf(entry, &|leaf| leaf.as_str().map(|text| json!(reads(text))))
}

/// The entry with its numbers as they are read.
pub(in crate::suites::awp) fn numbers(entry: Object, reads: impl Fn(f64) -> f64 + Copy) -> Object {
    each_leaf(entry, &|leaf| leaf.as_f64().map(|number| json!(reads(number))))
}

/// The entry with numbers and truth values as texts.
pub(in crate::suites::awp) fn spelled(entry: Object) -> Object {
    each_leaf(entry, &|leaf| (!leaf.is_string()).then(|| json!(leaf.to_string())))
}

/// The entry with what becomes of the lists in it.
pub(in crate::suites::awp) fn lists(mut entry: Object, change: fn(&mut Vec<Value>)) -> Object {
    each_list(entry.get_mut("details").unwrap_or(&mut Value::Null), change);
    entry
}

fn each_list(value: &mut Value, change: fn(&mut Vec<Value>)) {
    match value {
        Value::Array(items) => {
            for item in items.iter_mut() {
                each_list(item, change);
            }
            change(items);
        }
        Value::Object(members) => members.values_mut().for_each(|value| each_list(value, change)),
        _ => {}
    }
}

/// The entry with what becomes of the objects in its details.
pub(in crate::suites::awp) fn objects(mut entry: Object, change: fn(Object) -> Object) -> Object {
    if let Some(details) = entry.get_mut("details") {
        *details = each_object(details, change);
    }
    entry
}

fn each_object(value: &Value, change: fn(Object) -> Object) -> Value {
    match value {
        Value::Object(members) => {
            let inner = members.iter().map(|(name, value)| (name.clone(), each_object(value, change)));
            change(inner.collect()).into()
        }
        Value::Array(items) => items.iter().map(|item| each_object(item, change)).collect(),
        other => other.clone(),
    }
}

fn each_leaf(entry: Object, instead: &dyn Fn(&Value) -> Option<Value>) -> Object {
    entry.into_iter().map(|(name, value)| (name, with_leaves(&value, instead))).collect()
}
