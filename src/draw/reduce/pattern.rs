//! Places that mean the same in different inputs.

use serde_json::Value;

use super::place::{Input, Place, Slot, Step, around, pointer};
use crate::draw::{Shape, json};

/// A place of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Where it is, as a JSON Pointer.
    pub at: String,
    /// The same with `*` for every name and number that is the input's own: two places with one pattern mean the
    /// same.
    pub pattern: String,
    /// Whether it is a part that the shape does not know.
    pub loose: bool,
}

/// Every place of `root`, whose parts mean what `shape` says, a value before the values in it.
#[must_use]
pub fn spots(root: &Value, shape: &'static Shape) -> Vec<Spot> {
    let places = Input { root, shape }.places();
    let spot = |at: usize| Spot {
        at: pointer(&places, at),
        pattern: pattern(&places, at),
        loose: places[at].slot == Slot::Loose,
    };
    (0..places.len()).map(spot).collect()
}

pub(super) fn pattern(places: &[Place<'_>], at: usize) -> String {
    let steps: Vec<usize> = around(places, at).collect();
    let mut pattern = String::new();
    for place in steps.into_iter().rev().map(|at| &places[at]) {
        match (place.step, place.slot) {
            (Step::Root, _) => {}
            (Step::Index(_), _) | (_, Slot::Keyed(_) | Slot::Loose) => pattern.push_str("/*"),
            (Step::Key(key), _) => {
                pattern.push('/');
                pattern.push_str(&json::pointer_key(key));
            }
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::draw::optional;

    static SHAPE: Shape = Shape::Object(&[optional("agents", Shape::Map { keys: Some("agent"), of: &Shape::Any })]);

    #[test]
    fn names_and_numbers_of_a_document_are_its_own() {
        let found = spots(&json!({"agents": {"ann": {"uses": ["x", "y"]}}, "other": 1}), &SHAPE);
        let patterns: Vec<&str> = found.iter().map(|spot| spot.pattern.as_str()).collect();
        assert_eq!(
            patterns,
            ["", "/agents", "/agents/*", "/agents/*/uses", "/agents/*/uses/*", "/agents/*/uses/*", "/*"]
        );
        assert_eq!(found[4].at, "/agents/ann/uses/0");
    }
}
