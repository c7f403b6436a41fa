//! The names by which parts of an input refer to each other, and renaming them everywhere at once.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::place::{Input, Place, Slot, Step, around, between, meaning, member_of};
use crate::draw::Shape;

/// A kind of entity and the name of one.
pub(super) type Name = (&'static str, String);

/// One occurrence of a name.
#[derive(Debug)]
pub(super) struct Mention {
    pub(super) name: Name,
    /// Whether the entity gets its name here, or is only referred to.
    pub(super) defines: bool,
    /// The index of the place that holds the name.
    pub(super) place: usize,
}

/// Every occurrence of a name, in the order of the input.
pub(super) fn mentions(places: &[Place<'_>]) -> Vec<Mention> {
    let mut found = Vec::new();
    for (place, Place { step, value, shape, slot, .. }) in places.iter().enumerate() {
        if let (Slot::Keyed(kind), Step::Key(key)) = (slot, step) {
            found.push(Mention { name: (kind, (*key).to_owned()), defines: false, place });
        }
        if let Some((kind, name)) = named(value, shape) {
            found.push(Mention { name: (kind, name.to_owned()), defines: matches!(shape, Shape::Id(_)), place });
        }
    }
    found
}

fn named<'v>(value: &'v Value, shape: &Shape) -> Option<(&'static str, &'v str)> {
    let text = value.as_str()?;
    match shape {
        Shape::Id(kind) | Shape::Ref(kind) => Some((kind, text)),
        Shape::RefText { kind, before, after } => Some((kind, between(text, before, after)?)),
        _ => None,
    }
}

/// Every name of the input once: the defined ones in the order of their
/// definitions, then the ones that nothing defines.
pub(super) fn names(input: Input<'_>) -> Vec<Name> {
    let mentions = mentions(&input.places());
    let (defined, other): (Vec<_>, Vec<_>) = mentions.into_iter().partition(|mention| mention.defines);
    let mut seen = BTreeSet::new();
    defined.into_iter().chain(other).map(|mention| mention.name).filter(|name| seen.insert(name.clone())).collect()
}

/// For every name the one it has in the smallest case: the first letter of its
/// kind and a number. Kinds that share a letter share the count, so that no two
/// entities are called the same.
pub(super) fn canonical(names: &[Name]) -> BTreeMap<Name, String> {
    let mut counts = BTreeMap::new();
    let number = |name: &Name| {
        let letter = name.0.chars().next().unwrap_or('x').to_ascii_lowercase();
        let count = counts.entry(letter).or_insert(0_usize);
        *count += 1;
        (name.clone(), format!("{letter}{count}"))
    };
    names.iter().map(number).collect()
}

/// The input with all names canonical.
pub(super) fn renamed(input: Input<'_>) -> Value {
    rename(input.root, input.shape, &canonical(&names(input)))
}

/// The value with new names; names that `to` does not list stay.
pub(super) fn rename(value: &Value, declared: &'static Shape, to: &BTreeMap<Name, String>) -> Value {
    let shape = meaning(value, declared);
    if let Some((kind, name)) = named(value, shape) {
        let Some(new) = to.get(&(kind, name.to_owned())) else { return value.clone() };
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
                let new = if let Slot::Keyed(kind) = slot { to.get(&(kind, key.clone())) } else { None };
                (new.unwrap_or(key).clone(), rename(value, of, to))
            };
            Value::Object(members.iter().map(member).collect())
        }
        _ => value.clone(),
    }
}

/// Which list entry defines which name.
#[derive(Debug)]
pub(super) struct Definitions(Vec<(Name, usize)>);

/// The list entries that define a name: for each name, the innermost entry around its definition.
pub(super) fn definitions(places: &[Place<'_>]) -> Definitions {
    let entry_around = |place| around(places, place).find(|place| matches!(places[*place].slot, Slot::Entry { .. }));
    let defining = mentions(places).into_iter().filter(|mention| mention.defines);
    Definitions(defining.filter_map(|mention| Some((mention.name, entry_around(mention.place)?))).collect())
}

impl Definitions {
    /// The name that the entry at this index defines.
    pub(super) fn name_of(&self, entry: usize) -> Option<&Name> {
        self.0.iter().find(|(_, at)| *at == entry).map(|(name, _)| name)
    }

    /// The one entry that defines `name`; `None` if several do.
    pub(super) fn entry_of(&self, name: &Name) -> Option<usize> {
        let mut entries = self.0.iter().filter(|(defined, _)| defined == name).map(|(_, at)| *at);
        entries.next().filter(|_| entries.next().is_none())
    }
}
