//! Given cases in other company: a boundary that somebody thought of, in surroundings that nobody did.
//!
//! A fault that hides in large projects, or behind a setting of another rule, is met neither by the corpus and the
//! edges, which are small, nor by cases that are drawn from nothing, which seldom come to the boundary.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::draw::Draw;
use crate::rule::Check;

/// The given cases of a check, those of which the same is noteworthy together.
#[derive(Debug)]
pub(super) struct Kinds(Vec<(usize, Vec<Arc<Value>>)>);

impl Kinds {
    pub(super) fn of(check: &Check, given: &[Arc<Value>]) -> Self {
        let mut kinds: BTreeMap<Vec<&'static str>, Vec<Arc<Value>>> = BTreeMap::new();
        for case in given {
            kinds.entry((check.classify)(case)).or_default().push(Arc::clone(case));
        }
        // As the root of their number: a kind of two is not lost beside one of two hundred, nor are the two hundred.
        Self(kinds.into_values().map(|cases| (cases.len().isqrt(), cases)).collect())
    }

    /// One of the cases; a rare kind comes up more often than its number says.
    ///
    /// # Panics
    /// When there is no case.
    pub(super) fn pick(&self, draw: &mut Draw) -> &Value {
        let kind = draw.weighted(&self.0);
        draw.pick::<Arc<Value>>(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_rare_kind_is_drawn_and_so_is_every_case_of_a_large_one() {
        let check = Check { classify: |case| vec![if *case == 0 { "zero" } else { "other" }], ..Check::NEW };
        let given: Vec<Arc<Value>> = (0..100).map(|case| Arc::new(json!(case))).collect();
        let kinds = Kinds::of(&check, &given);
        let mut draw = Draw::from_seed(1);
        let mut drawn = [0; 100];
        for _ in 0..10_000 {
            drawn[usize::try_from(kinds.pick(&mut draw).as_u64().unwrap()).unwrap()] += 1;
        }
        assert!((800..1200).contains(&drawn[0]), "{drawn:?}");
        assert!(drawn[1..].iter().all(|times| (40..160).contains(times)), "{drawn:?}");
    }
}
