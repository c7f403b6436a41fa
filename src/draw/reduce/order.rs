//! The canonical order of lists, so that one bug has one smallest case.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Pass;
use super::names::renamed;
use super::place::{Input, Place, around, pointer};
use crate::draw::Shape;

/// Lists of named entries up to this long are put into the best of all their
/// orders: with the order the names change, so that sorting does not find it.
const EXHAUSTIVE: usize = 5;

/// Puts all lists at once into order, or else each by itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    /// 0 before all lists were tried at once, then 1 and the number of lists tried by themselves.
    tried: usize,
    done: bool,
}

impl Pass for Order {
    fn propose(&mut self, input: Input<'_>) -> Option<Value> {
        let lists = lists(input);
        while !self.done && self.tried <= lists.len() {
            let ordered = match self.tried.checked_sub(1) {
                None => Some(all_ordered(input)).filter(|ordered| reads_before(ordered, input.root)),
                Some(alone) => one_ordered(input, &lists[alone]),
            };
            self.tried += 1;
            if ordered.is_some() {
                return ordered;
            }
        }
        None
    }

    fn judged(&mut self, failed: bool) {
        self.done |= failed && self.tried == 1;
    }
}

/// Only ever downwards, so that ordering and renaming cannot chase each other.
fn reads_before(ordered: &Value, other: &Value) -> bool {
    let texts = [ordered, other].map(Value::to_string);
    texts[0] < texts[1]
}

/// A list of two or more entries.
struct List {
    pointer: String,
    /// Whether its entries define names.
    defines: bool,
}

fn lists(input: Input<'_>) -> Vec<List> {
    let places = input.places();
    let is_list = |place: &Place<'_>| {
        matches!(place.shape, Shape::List { .. }) && place.value.as_array().is_some_and(|items| items.len() > 1)
    };
    let ids = (0..places.len()).filter(|&at| matches!(places[at].shape, Shape::Id(_)));
    let defining: BTreeSet<usize> = ids.flat_map(|id| around(&places, id)).collect();
    let lists = (0..places.len()).filter(|&at| is_list(&places[at]));
    lists.map(|at| List { pointer: pointer(&places, at), defines: defining.contains(&at) }).collect()
}

/// The input with every list in order. The order of one list decides the
/// names in another, so each is judged by how the whole reads once the rest is sorted.
fn all_ordered(input: Input<'_>) -> Value {
    let (mut best, mut through) = (sorted(input), 0);
    loop {
        // Ordering an outer list moves the lists inside its entries, but there are as many as before.
        let document = Input { root: &best, ..input };
        let next = lists(document).into_iter().enumerate().skip(through).find(|(_, list)| list.defines);
        let Some((list, List { pointer, .. })) = next else { return best };
        best = smallest(document, &pointer, |root| sorted(Input { root: &root, ..input }));
        through = list + 1;
    }
}

/// The input with one list in order, unless it is so already.
fn one_ordered(input: Input<'_>, list: &List) -> Option<Value> {
    if list.defines {
        return Some(smallest(input, &list.pointer, |root| root)).filter(|ordered| reads_before(ordered, input.root));
    }
    // The rest reads the same: this list decides.
    let old = input.root.pointer(&list.pointer)?;
    let mut new = old.clone();
    sort(&mut new);
    reads_before(&new, old).then(|| input.with(&list.pointer, new))
}

/// The input with all lists sorted that define no names: inner ones first,
/// because their order is part of the text by which outer ones are sorted.
fn sorted(input: Input<'_>) -> Value {
    let mut root = input.root.clone();
    for list in lists(input).iter().rev().filter(|list| !list.defines) {
        root.pointer_mut(&list.pointer).map(sort);
    }
    root
}

fn sort(list: &mut Value) {
    if let Value::Array(items) = list {
        items.sort_by_cached_key(Value::to_string);
    }
}

/// The input with the list at `pointer` in the order in which the whole, after `finish`, reads smallest.
fn smallest(input: Input<'_>, pointer: &str, finish: impl Fn(Value) -> Value) -> Value {
    let names_are_canonical = renamed(input) == *input.root;
    let mut root = input.root.clone();
    let Some(Value::Array(items)) = root.pointer_mut(pointer).map(Value::take) else { return input.root.clone() };
    let orders = if items.len() > EXHAUSTIVE {
        let mut sorted = items;
        sorted.sort_by_cached_key(Value::to_string);
        vec![sorted]
    } else {
        permutations(&items)
    };
    let read = |items| {
        let root = input.with(pointer, Value::Array(items));
        finish(if names_are_canonical { renamed(Input { root: &root, ..input }) } else { root })
    };
    orders.into_iter().map(read).min_by_key(Value::to_string).unwrap_or(root)
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
