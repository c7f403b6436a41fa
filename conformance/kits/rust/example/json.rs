//! Reading JSON that may be anything: nothing about the shape of what people wrote can be taken for granted.
//!
//! `value["key"]` does most of it: it is null wherever the key leads nowhere.

use serde_json::Value;

/// The entries of a list; anything else has none.
pub(crate) fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A text with something in it; a space will do.
pub(crate) fn text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| !text.is_empty())
}

/// The texts in a list, without the empty ones.
pub(crate) fn texts(value: &Value) -> impl Iterator<Item = &str> {
    entries(value).iter().filter_map(text)
}

/// A whole number of 0 or more.
pub(crate) fn count(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// The keys and values of an object; anything else has none.
pub(crate) fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Whether a value is one of these texts, letter by letter.
pub(crate) fn is_one_of(value: &Value, names: &[&str]) -> bool {
    value.as_str().is_some_and(|text| names.contains(&text))
}
