//! Values and names, one after the other, each to its simplest.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::Pass;
use super::names::{Names, canonical, rename};
use super::place::{Input, pointer};
use super::search::Search;

/// Searches the simplest value for every place, then the simplest form of every name.
#[derive(Debug, Clone)]
pub(super) struct Refine {
    /// Which place or, counted on from the last place, which name.
    at: usize,
    search: Option<Search>,
    thorough: bool,
}

impl Refine {
    /// Searches from the simplest values up if `thorough`, otherwise only looks one step ahead.
    pub(super) fn new(thorough: bool) -> Self {
        Self { at: 0, search: None, thorough }
    }
}

impl Pass for Refine {
    fn propose(&mut self, input: Input<'_>) -> Option<Value> {
        let places = input.places();
        while let Some(place) = places.get(self.at) {
            let search = self.search.get_or_insert_with(|| Search::new(place.value, place.shape, self.thorough));
            if let Some(value) = search.propose(place.value) {
                return Some(input.with(&pointer(&places, self.at), value));
            }
            self.search = None;
            self.at += 1;
        }
        let names = Names::of(&places).defined_first();
        let canonical = canonical(&names);
        let taken: BTreeSet<&str> = names.iter().map(|(_, name)| *name).collect();
        while let Some(name) = names.get(self.at - places.len()) {
            let text = name.1;
            let search = self.search.get_or_insert_with(|| Search::of_name(text, &canonical[name], self.thorough));
            match search.propose(&Value::from(text)) {
                Some(Value::String(new)) if taken.contains(new.as_str()) => self.judged(false),
                Some(Value::String(new)) => {
                    return Some(rename(input.root, input.shape, &HashMap::from([(*name, new)])));
                }
                _ => {
                    self.search = None;
                    self.at += 1;
                }
            }
        }
        None
    }

    fn judged(&mut self, failed: bool) {
        if self.search.as_mut().is_some_and(|search| search.judged(failed)) {
            self.search = None;
        }
    }
}
