//! The canonical order of lists, so that one bug has one smallest case.

use serde_json::Value;

use super::Pass;
use super::names::renamed;
use super::place::{Document, find};
use crate::draw::Shape;

/// Lists up to this long are put into the best of all their orders.
const EXHAUSTIVE: usize = 5;

/// Puts all lists at once into order, or else each by itself.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// 0 for all lists, then the lists one by one.
    tried: usize,
    done: bool,
}

impl Pass for Order {
    fn propose(&mut self, document: Document<'_>) -> Option<Value> {
        let before = document.root.to_string();
        let names_are_canonical = renamed(document) == *document.root;
        let places = document.places();
        let lists: Vec<usize> = (0..places.len()).filter(|&at| orderable(places[at].value, places[at].shape)).collect();
        while !self.done && self.tried <= lists.len() {
            let chosen = if self.tried == 0 { &lists[..] } else { &lists[self.tried - 1..self.tried] };
            self.tried += 1;
            let ordered = settled(document, chosen, names_are_canonical);
            // Only ever downwards, so that ordering and renaming cannot chase each other.
            let after = ordered.to_string();
            if after < before {
                return Some(ordered);
            }
        }
        None
    }

    fn judged(&mut self, failed: bool) {
        self.done |= failed && self.tried == 1;
    }
}

fn orderable(value: &Value, shape: &Shape) -> bool {
    matches!(shape, Shape::List { .. }) && value.as_array().is_some_and(|items| items.len() > 1)
}

/// The document with the lists at the indices `chosen` in order. The order of one
/// list decides the names in another, so they take turns.
fn settled(document: Document<'_>, chosen: &[usize], rename: bool) -> Value {
    const TURNS: usize = 4;
    let mut best = document.root.clone();
    for _ in 0..TURNS {
        let before = best.clone();
        for &list in chosen {
            best = ordered(Document { root: &best, ..document }, list, rename);
        }
        if best == before {
            break;
        }
    }
    best
}

/// The document with one list in the order in which the whole reads smallest.
fn ordered(document: Document<'_>, list: usize, rename: bool) -> Value {
    let places = document.places();
    let Some((path, Value::Array(items))) = places.get(list).map(|place| (&place.path, place.value)) else {
        return document.root.clone();
    };
    let with = |items: Vec<Value>| {
        let mut root = document.root.clone();
        if let Some(place) = find(&mut root, path) {
            *place = Value::Array(items);
        }
        if rename { renamed(Document { root: &root, ..document }) } else { root }
    };
    if items.len() > EXHAUSTIVE {
        let mut sorted = items.clone();
        sorted.sort_by_cached_key(Value::to_string);
        return with(sorted);
    }
    let candidates = permutations(items).into_iter().map(with);
    candidates.min_by_key(Value::to_string).unwrap_or_else(|| document.root.clone())
}

fn permutations(items: &[Value]) -> Vec<Vec<Value>> {
    let Some((first, rest)) = items.split_first() else { return vec![Vec::new()] };
    let insert_everywhere = |order: Vec<Value>| {
        (0..=order.len()).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, first.clone());
            longer
        })
    };
    permutations(rest).into_iter().flat_map(insert_everywhere).collect()
}
