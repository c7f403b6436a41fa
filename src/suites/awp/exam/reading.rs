//! Reading answers, which must have the shape of their method.

use serde_json::Value;

use super::super::model::runtime::params::Object;
use crate::rule::{WrongShape, member};

/// The member `name`, which must be a list of texts.
pub(in crate::suites::awp) fn texts<'a>(value: &'a Value, name: &str) -> Result<Vec<&'a str>, WrongShape> {
    let wrong = || WrongShape(format!("`{name}` is not a list of strings"));
    member(value, name)?.as_array().ok_or_else(wrong)?.iter().map(|item| item.as_str().ok_or_else(wrong)).collect()
}

/// The member `name`, which must be a list.
pub(in crate::suites::awp) fn list<'a>(value: &'a Value, name: &str) -> Result<&'a Vec<Value>, WrongShape> {
    member(value, name)?.as_array().ok_or_else(|| WrongShape(format!("`{name}` is not a list")))
}

/// The member `name`, which must be an object.
pub(in crate::suites::awp) fn object<'a>(value: &'a Value, name: &str) -> Result<&'a Object, WrongShape> {
    member(value, name)?.as_object().ok_or_else(|| WrongShape(format!("`{name}` is not an object")))
}

/// The member `name`, which must be true or false.
pub(in crate::suites::awp) fn flag(value: &Value, name: &str) -> Result<bool, WrongShape> {
    member(value, name)?.as_bool().ok_or_else(|| WrongShape(format!("`{name}` is neither true nor false")))
}
