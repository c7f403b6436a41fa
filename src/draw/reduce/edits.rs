//! Every input that is one edit away from another.

use serde_json::{Value, json};

use super::place::{Input, Place, member_of, pointer};
use super::remove::without;
use super::simplest::simplest;
use crate::draw::{Shape, near};

/// The longest text of which every character is taken out once.
const LONG: usize = 24;

/// The inputs that differ from `root`, whose parts mean what `shape` says, by one edit: something taken away
/// with what refers to it, another value, or a known field that was not there.
#[must_use]
pub fn edits(root: &Value, shape: &'static Shape) -> Vec<Value> {
    let input = Input { root, shape };
    let places = input.places();
    let mut found = Vec::new();
    for (at, place) in places.iter().enumerate() {
        found.extend(without(input, &[at]));
        let here = pointer(&places, at);
        found.extend(others(place).into_iter().map(|value| input.with(&here, value)));
        found.extend(more(place).into_iter().map(|value| input.with(&here, value)));
    }
    found.retain(|edited| edited != root);
    found
}

/// Other values for one place.
fn others(place: &Place<'_>) -> Vec<Value> {
    match place.shape {
        Shape::Fixed | Shape::Id(_) => Vec::new(),
        Shape::Enum(texts) => texts.iter().map(|text| json!(text)).collect(),
        Shape::Any => [json!(null), json!(false), json!(0), json!(1), json!("a"), json!([]), json!({})]
            .into_iter()
            .chain(near_to(place.value))
            .collect(),
        _ => near_to(place.value),
    }
}

/// Values of the same type, close by.
fn near_to(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(flag) => vec![json!(!flag)],
        Value::Number(number) => match number.as_i64() {
            Some(number) => {
                [number.saturating_sub(1), number.saturating_add(1), 0, 1].into_iter().map(Value::from).collect()
            }
            None => {
                number.as_f64().map(|number| json!(number.round())).into_iter().chain([json!(0), json!(1)]).collect()
            }
        },
        Value::String(text) => texts_near(text).into_iter().map(Value::from).collect(),
        _ => Vec::new(),
    }
}

/// Texts that are one step away: each character taken out or made plain, then every near-miss.
fn texts_near(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut found: Vec<String> = Vec::new();
    for at in (0..chars.len()).filter(|at| chars.len() <= LONG || at + 1 == chars.len()) {
        let with = |put: Option<char>| -> String {
            chars[..at].iter().copied().chain(put).chain(chars[at + 1..].iter().copied()).collect()
        };
        found.push(with(None));
        let plain = if chars[at].is_alphabetic() { 'a' } else { '1' };
        found.push(with(Some(plain)));
    }
    found.extend(["a", "ab", "1"].map(|end| format!("{text}{end}")));
    found.extend(near::misses(text));
    found
}

/// An object with one known field more.
fn more(place: &Place<'_>) -> Vec<Value> {
    let (Value::Object(members), Shape::Object(fields)) = (place.value, place.shape) else { return Vec::new() };
    let absent = fields.iter().filter(|field| !members.contains_key(field.name));
    absent
        .flat_map(|field| {
            let plain = member_of(place.shape, field.name).and_then(|(shape, _)| something(shape));
            plain.into_iter().map(|value| {
                let mut members = members.clone();
                members.insert(field.name.to_owned(), value);
                Value::Object(members)
            })
        })
        .collect()
}

/// A plain value that is there: not `null`, and no empty text.
fn something(shape: &Shape) -> Option<Value> {
    match shape {
        Shape::Any | Shape::Text { .. } | Shape::Ref(_) => Some(json!("a")),
        Shape::Bool => Some(json!(true)),
        Shape::Number => Some(json!(1)),
        Shape::List { .. } => Some(json!([])),
        Shape::Map { .. } | Shape::Object(_) => Some(json!({})),
        shape => simplest(shape),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{optional, required};

    static SHAPE: Shape =
        Shape::Object(&[required("kind", Shape::Enum(&["a", "b"])), optional("size", Shape::Integer { least: 0 })]);

    #[test]
    fn an_edit_changes_one_place() {
        let found = edits(&json!({"kind": "a", "x": true}), &SHAPE);
        for edited in [
            json!({"kind": "b", "x": true}),
            json!({"kind": "a"}),
            json!({"kind": "a", "x": false}),
            json!({"kind": "a", "x": true, "size": 0}),
        ] {
            assert!(found.contains(&edited), "{edited} is not among {found:?}");
        }
        assert!(!found.iter().any(|edited| edited.get("kind").is_none()), "a required field stays");
    }

    #[test]
    fn a_text_loses_any_of_its_characters() {
        let found = edits(&json!({"kind": "0x"}), &SHAPE);
        assert!(found.contains(&json!({"kind": "x"})) && found.contains(&json!({"kind": "0"})), "{found:?}");
    }
}
