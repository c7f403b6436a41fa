//! The places of an input: every value in it, with what it means and whether it can go.

use serde_json::Value;

use crate::draw::json::{key_of_pointer, pointer_key};
use crate::draw::{Need, Shape};

static ANY: Shape = Shape::Any;
static WORD: Shape = Shape::Text { least: 0 };

/// An input together with what its parts mean.
#[derive(Debug, Clone, Copy)]
pub(super) struct Input<'a> {
    pub(super) root: &'a Value,
    pub(super) shape: &'static Shape,
}

/// The step to a value from the one around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step<'a> {
    /// There is none around it.
    Root,
    Key(&'a str),
    Index(usize),
}

/// How a value sits in the one around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// It is the input, or a required field: it stays.
    Kept,
    /// A known field that the input makes sense without.
    Optional,
    /// An unknown field, or a map entry whose key names nothing.
    Loose,
    /// A map entry whose key names an entity of this kind.
    Keyed(&'static str),
    /// A list entry; the list keeps at least this many.
    Entry { least: usize },
    /// Inside a value of which nothing is known.
    Free,
}

/// One value of an input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) step: Step<'a>,
    pub(super) value: &'a Value,
    /// What it means: [`Shape::Any`] where the value does not fit the declared shape.
    pub(super) shape: &'static Shape,
    pub(super) slot: Slot,
    /// The index of the place around it.
    pub(super) parent: Option<usize>,
}

impl<'a> Input<'a> {
    /// Every place, a value before the values in it.
    pub(super) fn places(self) -> Vec<Place<'a>> {
        let mut places = Vec::new();
        let root = Place { step: Step::Root, value: self.root, shape: self.shape, slot: Slot::Kept, parent: None };
        visit(root, &mut places);
        places
    }

    /// What the value that `pointer` points to means; `None` if there is none, or it is never changed.
    pub(super) fn shape_at(self, pointer: &str) -> Option<&'static Shape> {
        let (mut value, mut shape) = (self.root, meaning(self.root, self.shape));
        for step in pointer.split('/').skip(1) {
            let declared;
            (value, declared) = match (value, shape) {
                (Value::Object(members), _) => {
                    let key = key_of_pointer(step);
                    (members.get(&key)?, member_of(shape, &key)?.0)
                }
                (Value::Array(items), Shape::List { of, .. }) => (items.get(step.parse::<usize>().ok()?)?, *of),
                (Value::Array(items), Shape::Any) => (items.get(step.parse::<usize>().ok()?)?, &ANY),
                _ => return None,
            };
            shape = meaning(value, declared);
        }
        Some(shape)
    }

    /// The input with another value at the place that `pointer` points to.
    pub(super) fn with(self, pointer: &str, value: Value) -> Value {
        let mut changed = self.root.clone();
        if let Some(place) = changed.pointer_mut(pointer) {
            *place = value;
        }
        changed
    }
}

/// The JSON Pointer to a place.
pub(super) fn pointer(places: &[Place<'_>], at: usize) -> String {
    let steps: Vec<usize> = around(places, at).collect();
    let mut pointer = String::new();
    for step in steps.into_iter().rev().map(|at| places[at].step) {
        match step {
            Step::Root => {}
            Step::Key(key) => {
                pointer.push('/');
                pointer.push_str(&pointer_key(key));
            }
            Step::Index(index) => {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            }
        }
    }
    pointer
}

/// The index itself and those of the places around it, innermost first.
pub(super) fn around(places: &[Place<'_>], at: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(at), |at| places[*at].parent)
}

/// Adds `place`, whose shape is the declared one still, and all places inside it.
fn visit<'a>(place: Place<'a>, places: &mut Vec<Place<'a>>) {
    let value = place.value;
    let shape = meaning(value, place.shape);
    let parent = Some(places.len());
    places.push(Place { shape, ..place });
    match value {
        Value::Array(items) => {
            let (shape, slot) = match shape {
                Shape::List { of, least } => (*of, Slot::Entry { least: *least }),
                Shape::Any => (&ANY, Slot::Free),
                _ => return,
            };
            for (index, value) in items.iter().enumerate() {
                visit(Place { step: Step::Index(index), value, shape, slot, parent }, places);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                let Some((shape, slot)) = member_of(shape, key) else { return };
                visit(Place { step: Step::Key(key), value, shape, slot, parent }, places);
            }
        }
        _ => {}
    }
}

/// What the member `key` of an object of this shape means; `None` where the object is never changed.
pub(super) fn member_of(shape: &'static Shape, key: &str) -> Option<(&'static Shape, Slot)> {
    match shape {
        Shape::Map { keys, of } => Some((of, keys.map_or(Slot::Loose, Slot::Keyed))),
        Shape::Object(fields) => Some(match fields.iter().find(|field| field.name == key) {
            Some(field) if field.need == Need::Required => (&field.shape, Slot::Kept),
            Some(field) => (&field.shape, Slot::Optional),
            None => (&ANY, Slot::Loose),
        }),
        Shape::Any => Some((&ANY, Slot::Free)),
        _ => None,
    }
}

/// The declared shape where the value fits it. A text that is none of an
/// enum's is a text (it may be a near-miss), everything else is anything.
pub(super) fn meaning(value: &Value, declared: &'static Shape) -> &'static Shape {
    let fits = match declared {
        Shape::Any | Shape::Fixed => true,
        Shape::Bool => value.is_boolean(),
        Shape::Integer { .. } | Shape::Limit { .. } => value.is_i64(),
        Shape::Number => value.is_number(),
        Shape::Text { .. } | Shape::Id(_) | Shape::Ref(_) => value.is_string(),
        Shape::Enum(texts) => match value.as_str() {
            Some(text) if !texts.contains(&text) => return &WORD,
            text => text.is_some(),
        },
        Shape::RefText { before, after, .. } => {
            value.as_str().is_some_and(|text| between(text, before, after).is_some())
        }
        Shape::List { .. } => value.is_array(),
        Shape::Map { .. } | Shape::Object(_) => value.is_object(),
    };
    if fits { declared } else { &ANY }
}

/// What stands between two fixed parts of a text.
pub(super) fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    text.strip_prefix(before)?.strip_suffix(after)
}
