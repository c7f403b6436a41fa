//! Changes to the whole input at once that save many small ones if they hold.

use std::collections::VecDeque;

use serde_json::Value;

use super::Pass;
use super::names::renamed;
use super::place::Input;
use super::simplest::{is_simplest, simplified};

/// One sweeping change after the other.
#[derive(Debug, Clone)]
pub(super) struct Whole {
    left: VecDeque<fn(Input<'_>) -> Option<Value>>,
}

impl Whole {
    /// Canonical names, then (if `thorough`) the simplest values everywhere.
    pub(super) fn new(thorough: bool) -> Self {
        let changes: [fn(Input<'_>) -> Option<Value>; 2] = [|input| Some(renamed(input)), simplest_everywhere];
        Self { left: changes.into_iter().take(if thorough { 2 } else { 1 }).collect() }
    }
}

impl Pass for Whole {
    fn propose(&mut self, input: Input<'_>) -> Option<Value> {
        std::iter::from_fn(|| self.left.pop_front()).find_map(|change| change(input))
    }

    fn judged(&mut self, _failed: bool) {}
}

fn simplest_everywhere(input: Input<'_>) -> Option<Value> {
    let places = input.places();
    let chosen: Vec<usize> = (0..places.len()).filter(|&at| !is_simplest(places[at].value, places[at].shape)).collect();
    simplified(&places, &chosen)
}
