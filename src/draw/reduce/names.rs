//! The names by which parts of an input refer to each other, and renaming them everywhere at once.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::place::{Input, Place, Slot, Step, between, meaning, member_of};
use crate::draw::Shape;

/// A kind of entity and the name of one.
pub(super) type Name<'a> = (&'static str, &'a str);

/// One occurrence of a name.
#[derive(Debug)]
pub(super) struct Mention {
    /// The number of the name, in the order of first mention.
    pub(super) name: usize,
    /// Whether the entity gets its name here, or is only referred to.
    pub(super) defines: bool,
    /// The index of the place that holds the name.
    pub(super) place: usize,
}

/// Every name of an input, and every occurrence of one.
#[derive(Debug)]
pub(super) struct Names<'a> {
    /// Each of them once, by its number.
    pub(super) all: Vec<Name<'a>>,
    /// In the order of the input.
    pub(super) mentions: Vec<Mention>,
}

impl<'a> Names<'a> {
    pub(super) fn of(places: &[Place<'a>]) -> Self {
        let mut found = Self { all: Vec::new(), mentions: Vec::new() };
        let mut numbers = HashMap::new();
        for (place, Place { step, value, shape, slot, .. }) in places.iter().enumerate() {
            let key = if let (Slot::Keyed(kind), Step::Key(key)) = (slot, step) { Some((*kind, *key)) } else { None };
            let defines = matches!(shape, Shape::Id(_));
            for (name, defines) in [(key, false), (named(value, shape), defines)] {
                let Some(name) = name else { continue };
                let number = *numbers.entry(name).or_insert_with(|| {
                    found.all.push(name);
                    found.all.len() - 1
                });
                found.mentions.push(Mention { name: number, defines, place });
            }
        }
        found
    }

    /// The defined ones in the order of their definitions, then the ones that nothing defines.
    pub(super) fn defined_first(&self) -> Vec<Name<'a>> {
        let (defining, other): (Vec<_>, Vec<_>) = self.mentions.iter().partition(|mention| mention.defines);
        let mut seen = vec![false; self.all.len()];
        let all = defining.into_iter().chain(other).map(|mention| mention.name);
        all.filter(|&name| !std::mem::replace(&mut seen[name], true)).map(|name| self.all[name]).collect()
    }
}

fn named<'v>(value: &'v Value, shape: &Shape) -> Option<Name<'v>> {
    let text = value.as_str()?;
    match shape {
        Shape::Id(kind) | Shape::Ref(kind) => Some((kind, text)),
        Shape::RefText { kind, before, after } => Some((kind, between(text, before, after)?)),
        _ => None,
    }
}

/// For every name the one it has in the smallest case: the first letter of its
/// kind and a number. Kinds that share a letter share the count, so that no two
/// entities are called the same.
pub(super) fn canonical<'a>(names: &[Name<'a>]) -> HashMap<Name<'a>, String> {
    let mut counts = BTreeMap::new();
    let number = |name: &Name<'a>| {
        let letter = name.0.chars().next().unwrap_or('x').to_ascii_lowercase();
        let count = counts.entry(letter).or_insert(0_usize);
        *count += 1;
        (*name, format!("{letter}{count}"))
    };
    names.iter().map(number).collect()
}

/// The input with all names canonical.
pub(super) fn renamed(input: Input<'_>) -> Value {
    let names = Names::of(&input.places()).defined_first();
    rename(input.root, input.shape, &canonical(&names))
}

/// The value with new names; names that `to` does not list stay.
pub(super) fn rename(value: &Value, declared: &'static Shape, to: &HashMap<Name<'_>, String>) -> Value {
    let shape = meaning(value, declared);
    if let Some(name) = named(value, shape) {
        let Some(new) = to.get(&name) else { return value.clone() };
        return Value::String(match shape {
            Shape::RefText { before, after, .. } => format!("{before}{new}{after}"),
            _ => new.clone(),
        });
    }
    match (value, shape) {
        (Value::Array(items), Shape::List { of, .. }) => items.iter().map(|item| rename(item, of, to)).collect(),
        (Value::Object(members), Shape::Map { .. } | Shape::Object(_)) => {
            let member = |(key, value): (&String, &Value)| {
                let Some((of, slot)) = member_of(shape, key) else { return (key.clone(), value.clone()) };
                let new = if let Slot::Keyed(kind) = slot { to.get(&(kind, key.as_str())) } else { None };
                (new.unwrap_or(key).clone(), rename(value, of, to))
            };
            Value::Object(members.iter().map(member).collect())
        }
        _ => value.clone(),
    }
}
