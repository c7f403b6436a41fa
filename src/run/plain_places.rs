//! Which parts of an input are as in the suite's own valid inputs: what a report may fold away.

use std::collections::BTreeSet;

use serde_json::Value;

use super::plan::Planned;
use crate::draw::json::pointer_key;
use crate::draw::{Field, Shape};
use crate::rule::read_bases;

/// The places of an input, by JSON Pointer, that hold nothing but what the suite's bases hold in the same place, but
/// for the names of things. None where the suite has no bases.
pub(super) fn plain_places(planned: &Planned, input: &Value) -> Vec<String> {
    let bases = read_bases(planned.suite).unwrap_or_default();
    let mut seen = Leaves::default();
    for base in bases.values() {
        seen.collect(base, &Place::root(planned.check.shape));
    }
    let mut places = Vec::new();
    seen.find(input, "", &Place::root(planned.check.shape), &mut places);
    places
}

/// What stands at the ends of inputs, by where it stands.
#[derive(Default)]
struct Leaves(BTreeSet<(String, String)>);

/// A place of an input, whatever the names and numbers on the way to it.
#[derive(Clone)]
struct Place<'a> {
    path: String,
    shape: &'static Shape,
    /// The name of the thing that it belongs to.
    owner: Option<&'a str>,
}

impl Place<'_> {
    fn root(shape: &'static Shape) -> Self {
        Place { path: String::new(), shape, owner: None }
    }
}

/// The parts of a value, each with its key.
fn parts<'a>(value: &'a Value, place: &Place<'a>) -> Vec<(String, &'a Value, Place<'a>)> {
    match (value, place.shape) {
        (Value::Object(members), Shape::Map { keys, of }) => {
            let part = |(key, member): (&'a String, &'a Value)| {
                let owner = if keys.is_some() { Some(key.as_str()) } else { place.owner };
                (key.clone(), member, Place { path: format!("{}/*", place.path), shape: of, owner })
            };
            members.iter().map(part).collect()
        }
        (Value::Object(members), shape) => {
            let fields: &'static [Field] = if let Shape::Object(fields) = shape { fields } else { &[] };
            let id = fields.iter().find(|field| matches!(field.shape, Shape::Id(_)));
            let owner = id.and_then(|id| members.get(id.name)?.as_str()).or(place.owner);
            let part = |(key, member): (&'a String, &'a Value)| {
                let shape = fields.iter().find(|field| field.name == key).map_or(&Shape::Any, |field| &field.shape);
                (key.clone(), member, Place { path: format!("{}/{}", place.path, pointer_key(key)), shape, owner })
            };
            members.iter().map(part).collect()
        }
        (Value::Array(items), shape) => {
            let of: &'static Shape = if let Shape::List { of, .. } = shape { of } else { &Shape::Any };
            let part = |(number, item): (usize, &'a Value)| {
                (number.to_string(), item, Place { path: format!("{}/*", place.path), shape: of, owner: place.owner })
            };
            items.iter().enumerate().map(part).collect()
        }
        _ => Vec::new(),
    }
}

/// What a value without parts is, a name told by whose it is.
fn leaf(value: &Value, place: &Place<'_>) -> (String, String) {
    let named = |name: &str| if place.owner.is_none_or(|owner| owner == name) { "own" } else { "other" };
    let text = match (value, place.shape) {
        (Value::String(name), Shape::Id(_) | Shape::Ref(_)) => named(name).to_owned(),
        (Value::String(text), Shape::RefText { before, after, .. }) => {
            match text.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)) {
                Some(name) => format!("{before}{}{after}", named(name)),
                None => value.to_string(),
            }
        }
        _ => value.to_string(),
    };
    (place.path.clone(), text)
}

impl Leaves {
    fn collect<'a>(&mut self, value: &'a Value, place: &Place<'a>) {
        let parts = parts(value, place);
        if parts.is_empty() {
            self.0.insert(leaf(value, place));
        }
        for (_, part, place) in parts {
            self.collect(part, &place);
        }
    }

    fn has(&self, value: &Value, place: &Place<'_>) -> bool {
        let parts = parts(value, place);
        if parts.is_empty() {
            self.0.contains(&leaf(value, place))
        } else {
            parts.iter().all(|(_, part, at)| self.has(part, at))
        }
    }

    /// The largest parts that have nothing else in them.
    fn find(&self, value: &Value, at: &str, place: &Place<'_>, places: &mut Vec<String>) {
        for (key, part, place) in parts(value, place) {
            let at = format!("{at}/{}", pointer_key(&key));
            if self.has(part, &place) { places.push(at) } else { self.find(part, &at, &place, places) }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::draw::required;

    #[test]
    fn what_is_as_in_a_base_is_plain_whatever_the_names() {
        static NODE: Shape = Shape::Object(&[
            required("id", Shape::Id("n")),
            required("on", Shape::List { of: &Shape::Ref("n"), least: 0 }),
        ]);
        static SHAPE: Shape =
            Shape::Object(&[required("version", Shape::Any), required("graph", Shape::List { of: &NODE, least: 0 })]);
        let mut seen = Leaves::default();
        seen.collect(&json!({"version": 1, "graph": [{"id": "writer", "on": []}], "more": {}}), &Place::root(&SHAPE));
        let mut places = Vec::new();
        let input = json!({"version": 1, "graph": [{"id": "a", "on": ["a"]}, {"id": "b", "on": []}], "more": {"x": 1}});
        seen.find(&input, "", &Place::root(&SHAPE), &mut places);
        assert_eq!(places, ["/graph/0/id", "/graph/1", "/version"]);
    }
}
