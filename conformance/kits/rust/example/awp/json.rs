//! Reading JSON that may be anything.
//!
//! A validator is handed documents that people wrote, so nothing about their shape can be taken for granted: every
//! reader here answers for every JSON value. What is missing reads as null, which says the same.

use serde_json::Value;

/// The elements of a list; none if it is missing or something else.
pub(super) fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The keys and values of an object; none if it is missing or something else.
pub(super) fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// A string with something in it; a space will do.
pub(super) fn text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.is_empty())
}

/// The strings in a list, without the empty ones.
pub(super) fn texts(value: &Value) -> impl Iterator<Item = &str> {
    entries(value).iter().filter_map(text)
}

/// Whether a value is one of these strings, letter by letter.
pub(super) fn is_one_of(value: &Value, names: &[&str]) -> bool {
    value.as_str().is_some_and(|text| names.contains(&text))
}
