//! The cases of the checks, made of the texts that matter in them.

use serde_json::{Value, json};

/// A text to read.
pub(crate) fn text_case(text: impl Into<String>) -> Value {
    json!({"text": text.into()})
}

/// Texts to read, one case each.
pub(crate) fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Vec<Value> {
    texts.into_iter().map(text_case).collect()
}

/// Two versions to order.
pub(crate) fn compare_case((a, b): (impl Into<String>, impl Into<String>)) -> Value {
    json!({"a": a.into(), "b": b.into()})
}

/// Pairs to order, each in both directions.
pub(crate) fn pairs(pairs: &[(&str, &str)]) -> Vec<Value> {
    pairs.iter().flat_map(|(a, b)| [compare_case((*a, *b)), compare_case((*b, *a))]).collect()
}

/// Several versions.
pub(crate) fn versions_case<T: Into<String>>(versions: impl IntoIterator<Item = T>) -> Value {
    json!({"versions": versions.into_iter().map(Into::into).collect::<Vec<String>>()})
}

/// A version to increment.
pub(crate) fn increment_case(text: impl Into<String>, part: &str) -> Value {
    json!({"text": text.into(), "part": part})
}

/// The number at each of the three places of `1.2.3`.
pub(crate) fn number_places(number: &str) -> [String; 3] {
    [format!("{number}.2.3"), format!("1.{number}.3"), format!("1.2.{number}")]
}
