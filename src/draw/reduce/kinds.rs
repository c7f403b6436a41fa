//! Another kind of thing, and at once without what only the first kind needed.
//!
//! One word of a closed vocabulary often decides which other fields have to be there. Neither can then go by itself:
//! the field is needed, and the word without it is another fault.

use serde_json::{Value, json};

use super::place::{Input, Place, Slot, around, pointer};
use super::remove::without;
use crate::draw::Shape;
use crate::draw::json::size;

/// From so many fields on, not every two of them are tried.
const MANY: usize = 16;

/// The smaller inputs of another kind, the smallest first: every other word, without the optional fields beside it,
/// with one of them left, or without any two.
pub(super) fn other_kinds(input: Input<'_>) -> Vec<Value> {
    let places = input.places();
    let mut found: Vec<Value> = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let Shape::Enum(words) = place.shape else { continue };
        for word in words.iter().filter(|word| place.value != **word) {
            let root = input.with(&pointer(&places, at), json!(word));
            let other = Input { root: &root, ..input };
            found.extend(left_out(&places, at).iter().filter_map(|chosen| without(other, chosen)));
        }
    }
    found.retain(|candidate| size(candidate) < size(input.root));
    found.sort_by_key(size);
    found
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
        let found = other_kinds(Input { root: &root, shape: &SHAPE });
        let all = [json!({"kind": "plain"}), json!({"kind": "plain", "name": "x"}), json!({"kind": "plain", "odd": 1})];
        assert!(all.iter().all(|one| found.contains(one)), "{found:?}");
    }
}
