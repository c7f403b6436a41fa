//! Long manifests: lists that go well beyond any default that a runtime might have.

use serde_json::{Value, json};

use super::plain;

const LENGTHS: [usize; 4] = [12, 25, 60, 300];

/// Long manifests in which every call has its result.
pub(in super::super) fn valid() -> Vec<Value> {
    spoilt(|_| {})
}

/// The same, with their results changed by `change`: at the end, where what stops early does not see it.
pub(in super::super) fn spoilt(change: impl Fn(&mut Vec<Value>)) -> Vec<Value> {
    let of_length = |count| {
        let mut manifest = plain::many(count);
        if let Some(results) = manifest["toolCallResults"].as_array_mut() {
            change(results);
        }
        json!({ "manifest": manifest })
    };
    LENGTHS.into_iter().map(of_length).collect()
}

/// A list with this element in it, so many times.
pub(in super::super) fn lists_of(element: &Value) -> Vec<Value> {
    LENGTHS.into_iter().map(|count| vec![element.clone(); count].into()).collect()
}
