//! Another kind of thing, and at once without what only the first kind needed.
//!
//! One word of a closed vocabulary often decides which other fields have to be there. Neither can then go by itself:
//! the field is needed, and the word without it is another fault.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::Pass;
use super::place::{Document, Place, Slot, pointer};
use super::remove::without;
use crate::draw::Shape;
use crate::draw::json::size;

/// Tries every other word, without the optional fields beside it, or with one of them left.
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
    let mut found: Vec<Value> = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let Shape::Enum(words) = place.shape else { continue };
        let beside = beside(&places, at);
        if beside.is_empty() {
            continue;
        }
        for word in words.iter().filter(|word| place.value != **word) {
            let root = document.with(&pointer(&places, at), json!(word));
            let other = Document { root: &root, ..document };
            let left_out = |kept: Option<usize>| -> Vec<usize> {
                beside.iter().copied().filter(|field| Some(*field) != kept).collect()
            };
            let kept = std::iter::once(None).chain(beside.iter().copied().map(Some).filter(|_| beside.len() > 1));
            found.extend(kept.filter_map(|kept| without(other, &left_out(kept))));
        }
    }
    found.retain(|candidate| size(candidate) < size(document.root));
    found.sort_by_key(size);
    found.into()
}

/// The optional fields of the same object.
fn beside(places: &[Place<'_>], at: usize) -> Vec<usize> {
    let parent = places[at].parent;
    let is_beside = |other: &usize| {
        let place = &places[*other];
        *other != at && place.parent == parent && matches!(place.slot, Slot::Optional | Slot::Loose)
    };
    if parent.is_none() { Vec::new() } else { (0..places.len()).filter(is_beside).collect() }
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
        assert_eq!(found, all);
    }
}
