//! Candidates that are listed at once, and tried one after the other.

use std::collections::VecDeque;

use serde_json::Value;

use super::Pass;
use super::place::Input;

/// An input of more places is left to the passes that cost no copy of it for every candidate.
const LARGE: usize = 400;

/// Tries what a function lists, and lists again whenever one of them has failed.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    list: fn(Input<'_>) -> Vec<Value>,
    /// What is still to be tried, as long as nothing of it has failed.
    left: Option<VecDeque<Value>>,
}

impl Listed {
    pub(super) fn new(list: fn(Input<'_>) -> Vec<Value>) -> Self {
        Self { list, left: None }
    }
}

impl Pass for Listed {
    fn propose(&mut self, input: Input<'_>) -> Option<Value> {
        let list = self.list;
        let all = || if input.places().len() > LARGE { VecDeque::new() } else { list(input).into() };
        self.left.get_or_insert_with(all).pop_front()
    }

    fn judged(&mut self, failed: bool) {
        if failed {
            self.left = None;
        }
    }
}
