//! Contracting an entry into its dependencies: what depended on it depends on
//! them instead, so that a path (or a ring) gets shorter and stays whole.

use serde_json::Value;

use super::names::{Definitions, Name, definitions};
use super::place::{Input, Place, Slot, around, pointer};
use super::remove::without;
use crate::draw::Shape;

/// Whether the place is a list entry that holds a list of references to its own kind.
pub(super) fn is_contractible(places: &[Place<'_>], defined: &Definitions, entry: usize) -> bool {
    matches!(places[entry].slot, Slot::Entry { .. })
        && defined.name_of(entry).is_some_and(|(kind, _)| {
            (entry + 1..places.len()).any(|at| is_inside(places, at, entry) && lists(places[at].shape, kind))
        })
}

/// The input with the entries at the indices `chosen` contracted, one after
/// the other; `None` if none could be.
pub(super) fn contracted(input: Input<'_>, places: &[Place<'_>], chosen: &[usize]) -> Option<Value> {
    let defined = definitions(places);
    let names = chosen.iter().filter_map(|&entry| defined.name_of(entry));
    names.fold(None, |so_far: Option<Value>, name| {
        let root = so_far.as_ref().unwrap_or(input.root);
        contract(Input { root, ..input }, name).or(so_far)
    })
}

fn contract(input: Input<'_>, name: &Name) -> Option<Value> {
    let places = input.places();
    let entry = definitions(&places).entry_of(name)?;
    let (kind, own) = name;
    let reference_lists = || places.iter().enumerate().filter(|(_, place)| lists(place.shape, kind));
    let dependencies: Vec<&Value> = reference_lists()
        .filter(|(at, _)| is_inside(&places, *at, entry))
        .flat_map(|(_, list)| list.value.as_array().into_iter().flatten())
        .filter(|dependency| *dependency != own)
        .collect();
    let mut spliced = input.root.clone();
    for (at, list) in reference_lists() {
        if is_inside(&places, at, entry) {
            continue;
        }
        let old = list.value.as_array().into_iter().flatten();
        if let Some(list) = spliced.pointer_mut(&pointer(&places, at)) {
            *list = Value::Array(splice(old, own, &dependencies));
        }
    }
    let spliced = Input { root: &spliced, ..input };
    let entry = definitions(&spliced.places()).entry_of(name)?;
    without(spliced, &[entry])
}

/// The references `old` with `dependencies` in the place of `own`, none of them twice.
fn splice<'v>(old: impl Iterator<Item = &'v Value>, own: &str, dependencies: &[&Value]) -> Vec<Value> {
    let old: Vec<&Value> = old.collect();
    let mut new: Vec<Value> = Vec::new();
    for reference in &old {
        if *reference == own {
            // The list may have held a dependency before, here or further on.
            let added = dependencies.iter().filter(|dependency| !old.contains(dependency) && !new.contains(dependency));
            let added: Vec<Value> = added.map(|dependency| (*dependency).clone()).collect();
            new.extend(added);
        } else {
            new.push((*reference).clone());
        }
    }
    new
}

fn lists(shape: &Shape, kind: &str) -> bool {
    matches!(shape, Shape::List { of: Shape::Ref(of), .. } if *of == kind)
}

fn is_inside(places: &[Place<'_>], at: usize, entry: usize) -> bool {
    around(places, at).any(|place| place == entry)
}
