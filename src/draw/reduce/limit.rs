//! Lowering a limit together with the list that it limits, so that a case at
//! the limit stays at the limit.

use serde_json::{Value, json};

use super::Pass;
use super::place::{Input, Place, pointer};
use super::remove::without;
use crate::draw::Shape;

/// Lowers every limit, by itself and with its list.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    /// Which limit, of those that are not at their least.
    at: usize,
    /// By how much; `None` before the first try at this limit.
    by: Option<u64>,
    with_list: bool,
    thorough: bool,
}

impl Limits {
    /// Starts with the least at once if `thorough`, otherwise lowers by one.
    pub(super) fn new(thorough: bool) -> Self {
        Self { at: 0, by: None, with_list: false, thorough }
    }

    fn move_on(&mut self) {
        *self = Self { at: self.at + 1, ..Self::new(self.thorough) };
    }
}

impl Pass for Limits {
    fn propose(&mut self, input: Input<'_>) -> Option<Value> {
        let places = input.places();
        loop {
            let (at, value, least, list) = (0..places.len()).filter_map(|at| lowerable(&places, at)).nth(self.at)?;
            let room = value.abs_diff(least);
            let by = (*self.by.get_or_insert(if self.thorough { room } else { 1 })).min(room);
            self.by = Some(by);
            if by == 0 {
                self.move_on();
                continue;
            }
            let lowered = input.with(&pointer(&places, at), json!(value.saturating_sub_unsigned(by)));
            if !self.with_list {
                return Some(lowered);
            }
            match shortened(Input { root: &lowered, ..input }, list, by) {
                None => self.judged(false),
                candidate => return candidate,
            }
        }
    }

    fn judged(&mut self, failed: bool) {
        if failed {
            return;
        }
        if self.with_list {
            self.by = self.by.map(|by| by / 2);
        }
        self.with_list = !self.with_list;
    }
}

/// The index, value, least value and list of the limit at this place, if it is one that can be lowered.
fn lowerable(places: &[Place<'_>], at: usize) -> Option<(usize, i64, i64, &'static str)> {
    let Shape::Limit { least, of } = places[at].shape else { return None };
    let value = places[at].value.as_i64().filter(|value| value > least)?;
    Some((at, value, *least, of))
}

/// The input with the list that `of` points to shortened by its last `by` entries.
fn shortened(input: Input<'_>, of: &str, by: u64) -> Option<Value> {
    let places = input.places();
    let list = (0..places.len()).find(|&at| pointer(&places, at) == of)?;
    let entries = (0..places.len()).rev().filter(|&at| places[at].parent == Some(list));
    let doomed: Vec<usize> = entries.take(usize::try_from(by).unwrap_or(usize::MAX)).collect();
    without(input, &doomed)
}
