//! Cases that fail only after others on the same process.

use std::sync::Arc;

use serde_json::Value;

use super::plan::Planned;
use crate::proof::Earlier;
use crate::rule::CheckRef;

/// How far back a history is searched.
pub(super) const REACH: usize = 2048;

/// A case that a process has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Past {
    /// The check, by its place in the plan.
    pub(crate) check: usize,
    /// The case.
    pub(crate) index: u64,
}

impl Past {
    /// The check and the case, drawn again.
    pub(super) fn case(self, plan: &[Planned]) -> Option<(CheckRef, Arc<Value>)> {
        let planned = plan.get(self.check)?;
        Some((planned.of, planned.case(self.index)?))
    }

    /// The case, as the proof shows it.
    pub(super) fn show(self, plan: &[Planned]) -> Option<Earlier> {
        let planned = plan.get(self.check)?;
        let input = (*planned.case(self.index)?).clone();
        Some(Earlier { check: planned.id.clone(), case: planned.name(self.index), input })
    }
}

/// The shortest part of `history` found for which `fails` says so: a tail by doubling, then what can be
/// left out of it.
pub(super) fn shortest(history: &[Past], fails: impl Fn(&[Past]) -> bool) -> Option<Vec<Past>> {
    let reach = history.len().min(REACH);
    let lengths = std::iter::successors(Some(1), |length| Some(length * 2)).take_while(|length| *length < reach);
    let mut part =
        lengths.chain([reach]).map(|length| &history[history.len() - length..]).find(|tail| fails(tail))?.to_vec();
    let mut chunk = part.len().div_ceil(2);
    while chunk > 0 {
        let mut start = 0;
        while start < part.len() && part.len() > 1 {
            let mut without = part.clone();
            without.drain(start..(start + chunk).min(part.len()));
            if fails(&without) {
                part = without;
            } else {
                start += chunk;
            }
        }
        chunk /= 2;
    }
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_stays() {
        let history: Vec<Past> = (0..500).map(|index| Past { check: 0, index }).collect();
        let needed = [13, 402];
        let part = shortest(&history, |part| needed.iter().all(|n| part.iter().any(|past| past.index == *n)));
        let indexes: Vec<u64> = part.unwrap().iter().map(|past| past.index).collect();
        assert_eq!(indexes, needed);
    }

    #[test]
    fn a_history_that_explains_nothing_is_no_history() {
        let history = [Past { check: 0, index: 1 }];
        assert_eq!(shortest(&history, |_| false), None);
    }
}
