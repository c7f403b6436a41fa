//! Reading parameters, which may be anything.

use serde_json::{Map, Value};

/// A JSON object.
pub(in crate::suites::awp) type Object = Map<String, Value>;

/// The entries of a list, or none where there is no list: for reading parameters, which may be anything.
pub(in crate::suites::awp) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The texts among the entries of a list.
pub(in crate::suites::awp) fn strings(value: &Value) -> impl Iterator<Item = &str> {
    items(value).iter().filter_map(Value::as_str)
}

/// The members of an object, or none where there is no object.
pub(in crate::suites::awp) fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Whether there is a null anywhere: the harness sends none, so nothing is judged where shrinking left one.
pub(in crate::suites::awp) fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}
