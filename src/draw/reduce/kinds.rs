//! Another kind of thing, and at once without what only the first kind needed.
//!
//! One word of a closed vocabulary often decides which other fields have to be there. Neither can then go by itself:
//! the field is needed, and the word without it is another fault.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::Pass;
use super::place::{Document, Place, Slot, around, pointer};
use super::remove::without;
use crate::draw::Shape;
use crate::draw::json::size;

/// From so many fields on, not every two of them are tried.
const MANY: usize = 16;

/// A document of more places is left to the passes that cost no copy of it for every candidate.
pub(super) const LARGE: usize = 400;

/// Tries every other word, without the optional fields beside it, with one of them left, or without any two.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    /// What is still to be tried, as long as nothing of it has failed.
    left: Option<VecDeque<Value>>,
}

impl Pass for Kinds {
    fn propose(&mut self, document: Document<'_>) -> Option<Value> {
        self.left.get_or_insert_with(|| candidates(document)).pop_front()
    }

    fn judged(&mut self, failed: bool) {
        if failed {
            self.left = None;
        }
    }
}

/// The smaller documents of another kind, the smallest first.
fn candidates(document: Document<'_>) -> VecDeque<Value> {
    let places = document.places();
    if places.len() > LARGE {
        return VecDeque::new();
    }
    let mut found: Vec<Value> = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let Shape::Enum(words) = place.shape else { continue };
        for word in words.iter().filter(|word| place.value != **word) {
            let root = document.with(&pointer(&places, at), json!(word));
            let other = Document { root: &root, ..document };
            found.extend(left_out(&places, at).iter().filter_map(|chosen| without(other, chosen)));
        }
    }
    found.retain(|candidate| size(candidate) < size(document.root));
    found.sort_by_key(size);
    found.into()
}

/// What is left out together with the word at `at`: of the optional fields of its object all, all but one, and any two,
/// those of the objects in it included.
fn left_out(places: &[Place<'_>], at: usize) -> Vec<Vec<usize>> {
    let Some(parent) = places[at].parent else { return Vec::new() };
    let is_optional = |other: &usize| *other != at && matches!(places[*other].slot, Slot::Optional | Slot::Loose);
    let within: Vec<usize> =
        (0..places.len()).filter(is_optional).filter(|other| around(places, *other).any(|at| at == parent)).collect();
    let beside: Vec<usize> = within.iter().copied().filter(|other| places[*other].parent == Some(parent)).collect();
    let mut found = vec![beside.clone()];
    if beside.len() > 1 {
        found.extend(beside.iter().map(|kept| beside.iter().copied().filter(|field| field != kept).collect()));
    }
    if within.len() <= MANY {
        let pairs = within
            .iter()
            .enumerate()
            .flat_map(|(place, one)| within[place + 1..].iter().map(move |other| vec![*one, *other]));
        found.extend(pairs);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{optional, required};

    static SHAPE: Shape = Shape::Object(&[
        required("kind", Shape::Enum(&["plain", "named"])),
        optional("name", Shape::Any),
        optional("odd", Shape::Any),
    ]);

    #[test]
    fn a_word_changes_together_with_the_fields_that_it_needed() {
        let root = json!({"kind": "named", "name": "x", "odd": 1});
        let found = candidates(Document { root: &root, shape: &SHAPE });
        let all = [json!({"kind": "plain"}), json!({"kind": "plain", "name": "x"}), json!({"kind": "plain", "odd": 1})];
        assert!(all.iter().all(|one| found.contains(one)), "{found:?}");
    }
}
