//! Changes that only work together: two entries become one, and what is said in several places is said more simply in
//! all of them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::place::{Input, Place, Slot, pointer};
use crate::draw::Shape;
use crate::draw::json::size;

/// What a single step does not reach.
pub(super) fn changed_together(input: Input<'_>) -> Vec<Value> {
    joined(input).into_iter().chain(simplified_alike(input)).collect()
}

/// The inputs in which an entry has taken over what the next one holds in its lists.
fn joined(input: Input<'_>) -> Vec<Value> {
    let places = input.places();
    let mut found = Vec::new();
    for at in 0..places.len() {
        let (Shape::List { least, .. }, Value::Array(entries)) = (places[at].shape, places[at].value) else { continue };
        if entries.len() <= *least {
            continue;
        }
        for (first, pair) in entries.windows(2).enumerate() {
            let Some(one) = with_lists_of(&pair[0], &pair[1]) else { continue };
            let mut entries = entries.clone();
            entries.splice(first..first + 2, [one]);
            found.push(input.with(&pointer(&places, at), Value::from(entries)));
        }
    }
    found.retain(|candidate| size(candidate) < size(input.root));
    found
}

/// An object with the entries of another one's lists besides its own; none where they have no list in common.
fn with_lists_of(one: &Value, other: &Value) -> Option<Value> {
    let mut both = one.as_object()?.clone();
    let mut is_longer = false;
    for (key, theirs) in other.as_object()? {
        if let (Some(Value::Array(mine)), Value::Array(theirs)) = (both.get_mut(key), theirs) {
            is_longer |= !theirs.is_empty();
            mine.extend(theirs.iter().cloned());
        }
    }
    is_longer.then(|| Value::from(both))
}

/// The inputs in which a text that stands in several places is plain in all of them.
fn simplified_alike(input: Input<'_>) -> Vec<Value> {
    let places = input.places();
    let mut alike: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, place) in places.iter().enumerate().filter(|(_, place)| is_free_text(place)) {
        if let Some(text) = place.value.as_str().filter(|text| text.chars().count() > 1 && !has_parts(text)) {
            alike.entry(text).or_default().push(at);
        }
    }
    let several = alike.into_values().filter(|places| places.len() > 1);
    let plain = |chosen: Vec<usize>| {
        let mut root = input.root.clone();
        for at in chosen {
            if let Some(place) = root.pointer_mut(&pointer(&places, at)) {
                *place = json!("a");
            }
        }
        root
    };
    several.map(plain).collect()
}

/// Whether a text is a name with parts, like `web.search` or `out/a.md`: without them it would be odd in another way.
fn has_parts(text: &str) -> bool {
    text.contains(['.', '/'])
}

/// Whether a text may be any other.
fn is_free_text(place: &Place<'_>) -> bool {
    matches!(place.shape, Shape::Text { least: 0 | 1 } | Shape::Any) && place.slot != Slot::Free
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::required;

    static SHAPE: Shape = Shape::Object(&[required(
        "groups",
        Shape::List {
            of: &Shape::Object(&[
                required("of", Shape::Fixed),
                required("texts", Shape::List { of: &Shape::Text { least: 1 }, least: 0 }),
            ]),
            least: 0,
        },
    )]);

    #[test]
    fn two_groups_become_one_and_equal_texts_are_simplified_at_once() {
        let root = json!({"groups": [{"of": "x", "texts": ["long"]}, {"of": "y", "texts": ["long"]}]});
        let input = Input { root: &root, shape: &SHAPE };
        assert_eq!(joined(input), [json!({"groups": [{"of": "x", "texts": ["long", "long"]}]})]);
        let plain = json!({"groups": [{"of": "x", "texts": ["a"]}, {"of": "y", "texts": ["a"]}]});
        assert_eq!(simplified_alike(input), [plain]);
    }
}
