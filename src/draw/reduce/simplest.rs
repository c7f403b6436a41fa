//! The simplest value of each shape.

use serde_json::{Value, json};

use super::place::Place;
use super::rebuild::{Fate, rebuilt};
use crate::draw::Shape;

/// The simplest value of the shape; `None` where the value is a name, a container or fixed.
pub(super) fn simplest(shape: &Shape) -> Option<Value> {
    match shape {
        Shape::Any => Some(Value::Null),
        Shape::Bool => Some(json!(false)),
        Shape::Integer { least } | Shape::Limit { least, .. } => Some(json!(least)),
        Shape::Number => Some(json!(0)),
        Shape::Text { least } => Some(json!("a".repeat(*least))),
        Shape::Enum(texts) => texts.first().map(|text| json!(text)),
        _ => None,
    }
}

/// Whether the value cannot be made any simpler in one step.
pub(super) fn is_simplest(value: &Value, shape: &Shape) -> bool {
    match shape {
        // Below the least is as short as it gets: making it longer would not be simpler.
        Shape::Text { least } if value.as_str().is_some_and(|text| text.chars().count() < *least) => true,
        shape => simplest(shape).is_none_or(|simplest| simplest == *value),
    }
}

/// The input with the simplest values at the indices `chosen`, which ascend.
pub(super) fn simplified(places: &[Place<'_>], chosen: &[usize]) -> Option<Value> {
    rebuilt(places, |at| match chosen.binary_search(&at) {
        Ok(_) => simplest(places[at].shape).map_or(Fate::Stays, Fate::Becomes),
        Err(_) => Fate::Stays,
    })
}

/// The plain values that are simpler than this one, the simplest first.
pub(super) fn plainer(value: &Value) -> Vec<Value> {
    let plain = [Value::Null, json!(false), json!(0), json!(""), json!([]), json!({})];
    let rank = plain.iter().position(|simple| simple == value).unwrap_or(match value {
        // Nothing is gained by turning `true` or a number into a longer value of another type.
        Value::Bool(_) => 2,
        Value::Number(_) => 3,
        Value::String(_) => 4,
        _ => plain.len(),
    });
    plain.into_iter().take(rank).collect()
}
