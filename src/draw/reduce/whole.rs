//! Changes to the whole input at once that save many small ones if they hold.

use std::collections::VecDeque;

use serde_json::Value;

use super::Pass;
use super::names::renamed;
use super::place::Input;
use super::simplest::{is_simplest, simplified};

/// One sweeping change after the other.
#[derive(Debug)]
pub(super) struct Whole {
    left: VecDeque<fn(Input<'_>) -> Value>,
}

impl Whole {
    /// Canonical names, then (if `thorough`) the simplest values everywhere.
    pub(super) fn new(thorough: bool) -> Self {
        let changes: [fn(Input<'_>) -> Value; 2] = [renamed, simplest_everywhere];
        Self { left: changes.into_iter().take(if thorough { 2 } else { 1 }).collect() }
    }
}

impl Pass for Whole {
    fn propose(&mut self, input: Input<'_>) -> Option<Value> {
        self.left.pop_front().map(|change| change(input))
    }

    fn judged(&mut self, _failed: bool) {}
}

fn simplest_everywhere(input: Input<'_>) -> Value {
    let places = input.places();
    let chosen: Vec<usize> = (0..places.len()).filter(|&at| !is_simplest(places[at].value, places[at].shape)).collect();
    simplified(input, &places, &chosen)
}
