//! Putting values into a place, and the ways of writing that nothing is there.

use serde_json::{Value, json};

use crate::suites::context::model::slot::put;

/// `params` once for every value, with that value at `path`; `None` removes it.
pub(in super::super) fn each(
    params: &Value,
    path: &str,
    values: impl IntoIterator<Item = Option<Value>>,
) -> Vec<Value> {
    let with = |value| {
        let mut params = params.clone();
        put(&mut params, path, value);
        params
    };
    values.into_iter().map(with).collect()
}

/// The three ways in which a text is not there.
pub(in super::super) fn no_text() -> [Option<Value>; 3] {
    [None, Some(Value::Null), Some(json!(""))]
}

/// The two ways in which an object is not there.
pub(in super::super) fn no_object() -> [Option<Value>; 2] {
    [None, Some(Value::Null)]
}

/// The three ways in which a list has nothing in it.
pub(in super::super) fn no_items() -> [Option<Value>; 3] {
    [None, Some(Value::Null), Some(json!([]))]
}
