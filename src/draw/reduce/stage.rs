//! The ways of making one value simpler.

use std::collections::VecDeque;

use serde_json::Value;

use super::chunks::Chunks;

/// One way of making a value simpler.
#[derive(Debug, Clone)]
pub(super) enum Stage {
    /// Given values, the simplest first; the first that still fails is taken.
    OneOf(VecDeque<Value>),
    /// Whole numbers between `target` (which does not fail) and the value, by halving the distance.
    Towards { target: i128, halving: Halving },
    /// Prefixes of a text.
    Prefix { least: usize, halving: Halving },
    /// A text with fewer characters, but at least `least`.
    FewerCharacters { least: usize, chunks: Chunks },
    /// A text with plainer characters.
    PlainerCharacters(Chunks),
}

/// Binary search for the smallest distance that still fails.
#[derive(Debug, Clone)]
pub(super) struct Halving {
    /// The largest distance known, or taken, not to fail, and the smallest that fails.
    passes: u128,
    /// Whether to look one step away first, and to give up if that does not fail.
    glance: bool,
    tried: u128,
    given_up: bool,
}

impl Halving {
    pub(super) fn new(thorough: bool) -> Self {
        Self { passes: 0, glance: !thorough, tried: 0, given_up: false }
    }

    /// The distance to try, below the current one.
    pub(super) fn next(&mut self, current: u128) -> Option<u128> {
        if self.given_up || current <= self.passes + 1 {
            return None;
        }
        self.tried = if self.glance { current - 1 } else { self.passes + (current - self.passes) / 2 };
        Some(self.tried)
    }

    pub(super) fn judged(&mut self, failed: bool) {
        if !failed {
            self.passes = self.tried;
            self.given_up = self.glance;
        }
        self.glance = false;
    }
}
