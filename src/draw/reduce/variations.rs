//! What may stand in the place of each part of an input.

use serde_json::{Value, json};

use super::place::{Input, Place, Slot, Step, pointer};
use crate::draw::{Need, Shape};

/// One part of an input, and the inputs that have something else in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Variation {
    /// Where the part is, as a JSON Pointer.
    pub at: String,
    /// What is varied.
    pub of: Varied,
}

/// What is varied of a part.
#[derive(Debug, Clone, PartialEq)]
pub enum Varied {
    /// One of a few texts: every one of them, with the input that has it.
    Value(Vec<(String, Value)>),
    /// A known field: every other one that is not there, with the input that has it instead.
    Field(Vec<(String, Value)>),
    /// A plain value: inputs with values of every type, then inputs with others of the same type.
    Anything {
        /// With a value of every type.
        types: Vec<Value>,
        /// With values of its own type.
        same: Vec<Value>,
        /// The name of that type.
        name: &'static str,
    },
}

/// Every part of `root`, whose parts mean what `shape` says, that something else could stand for.
#[must_use]
pub fn variations(root: &Value, shape: &'static Shape) -> Vec<Variation> {
    let input = Input { root, shape };
    let places = input.places();
    let mut found = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let here = pointer(&places, at);
        if let Some(fields) = other_fields(input, &places, at).filter(|fields| !fields.is_empty()) {
            found.push(Variation { at: here.clone(), of: Varied::Field(fields) });
        }
        let with = |value: Value| input.with(&here, value);
        let of = match (place.shape, place.value) {
            (Shape::Enum(texts), _) => {
                Varied::Value(texts.iter().map(|text| ((*text).to_owned(), with(json!(text)))).collect())
            }
            (Shape::Fixed | Shape::Id(_) | Shape::Ref(_) | Shape::RefText { .. } | Shape::Bool, _) => continue,
            (_, value) => {
                let Some((name, same)) = same_type(value) else { continue };
                let types = [json!(null), json!(true), json!(7), json!("word"), json!(["word"]), json!({"word": 7})];
                let (types, same) = (types.map(&with).to_vec(), same.into_iter().map(&with).collect());
                Varied::Anything { types, same, name }
            }
        };
        found.push(Variation { at: here, of });
    }
    found
}

/// Values of the type of a plain value; none for what holds others.
fn same_type(value: &Value) -> Option<(&'static str, Vec<Value>)> {
    match value {
        Value::Null | Value::Bool(_) => Some(("value", Vec::new())),
        Value::Number(_) => Some(("number", vec![json!(7), json!(-3), json!(1_000_000), json!(0.5)])),
        Value::String(_) => Some(("text", vec![json!("word"), json!("Other words"), json!("x1"), json!("")])),
        Value::Array(items) if items.is_empty() => Some(("value", Vec::new())),
        Value::Object(members) if members.is_empty() => Some(("value", Vec::new())),
        _ => None,
    }
}

/// The input with each other known field that it lacks in the place of an optional one.
fn other_fields(input: Input<'_>, places: &[Place<'_>], at: usize) -> Option<Vec<(String, Value)>> {
    let place = &places[at];
    let parent = place.parent?;
    let (Slot::Optional, Step::Key(key)) = (place.slot, place.step) else { return None };
    let (Shape::Object(fields), Value::Object(members)) = (places[parent].shape, places[parent].value) else {
        return None;
    };
    let absent = fields.iter().filter(|field| field.need == Need::Optional && !members.contains_key(field.name));
    let renamed = absent.map(|field| {
        let mut others = members.clone();
        others.remove(key);
        others.insert(field.name.to_owned(), place.value.clone());
        (field.name.to_owned(), input.with(&pointer(places, parent), Value::Object(others)))
    });
    Some(renamed.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{optional, required};

    static SHAPE: Shape = Shape::Object(&[
        required("kind", Shape::Enum(&["a", "b"])),
        optional("one", Shape::Any),
        optional("two", Shape::Any),
    ]);

    #[test]
    fn a_value_a_field_and_anything_are_varied() {
        let found = variations(&json!({"kind": "b", "one": 5}), &SHAPE);
        let at: Vec<&str> = found.iter().map(|variation| variation.at.as_str()).collect();
        assert_eq!(at, ["/kind", "/one", "/one"]);
        assert!(
            matches!(&found[0].of, Varied::Value(values) if values[0] == ("a".into(), json!({"kind": "a", "one": 5})))
        );
        assert!(
            matches!(&found[1].of, Varied::Field(fields) if *fields == [("two".into(), json!({"kind": "b", "two": 5}))])
        );
        assert!(matches!(&found[2].of, Varied::Anything { name: "number", types, .. } if types.len() == 6));
    }
}
