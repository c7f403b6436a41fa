//! Rules in each other's company: which settings of an input come up together.
//!
//! A fault that two settings make together is met only where both are there. What is set is read off the shape of the
//! inputs, so that nobody keeps a list; the checks whose inputs have one shape add to one table.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Selection;
use super::plan::{Planned, plan};
use crate::draw::settings;
use crate::rule::CorpusError;

/// How the settings of one kind of input meet.
#[derive(Debug, Serialize)]
pub struct Pairs {
    /// The suite.
    pub suite: &'static str,
    /// The checks whose cases are such inputs.
    pub checks: Vec<String>,
    /// The settings that come up.
    pub settings: Vec<String>,
    /// How many pairs of them there are.
    pub pairs: usize,
    /// How many of these come up together.
    pub seen: usize,
    /// Those that do not.
    pub missing: Vec<[String; 2]>,
}

/// The pairs of settings in the cases of these rules: the given ones, and as many drawn ones as a run has that draws
/// `random` of an ordinary check.
///
/// # Errors
/// When a rule's corpus cannot be read.
pub fn pairs(selection: &Selection, seed: u64, random: u64) -> Result<Vec<Pairs>, CorpusError> {
    let plan = plan(selection, seed, None)?;
    let mut kinds: Vec<Vec<&Planned>> = Vec::new();
    for planned in &plan {
        let alike = |kind: &&mut Vec<&Planned>| {
            kind[0].suite.name == planned.suite.name && std::ptr::eq(kind[0].check.shape, planned.check.shape)
        };
        match kinds.iter_mut().find(alike) {
            Some(kind) => kind.push(planned),
            None => kinds.push(vec![planned]),
        }
    }
    let met = kinds.iter().map(|kind| meetings(kind, random));
    Ok(met.filter(|pairs| pairs.settings.len() > 1).collect())
}

fn meetings(kind: &[&Planned], random: u64) -> Pairs {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut met: Vec<Vec<bool>> = Vec::new();
    for planned in kind {
        for input in (0..planned.cases(random)).filter_map(|index| planned.case(index)) {
            let mut set = Vec::new();
            for setting in settings(&input, planned.check.shape) {
                let next = numbers.len();
                set.push(*numbers.entry(setting).or_insert(next));
            }
            met.resize_with(numbers.len(), Vec::new);
            for &one in &set {
                met[one].resize(numbers.len(), false);
                for &other in &set {
                    met[one][other] = true;
                }
            }
        }
    }
    // Who has met somebody was met by them.
    let is_met = |one: usize, other: usize| met[one].get(other).copied().unwrap_or(false);
    let named: Vec<(&String, usize)> = numbers.iter().map(|(name, number)| (name, *number)).collect();
    let mut missing = Vec::new();
    for (place, (name, one)) in named.iter().enumerate() {
        let apart = named[place + 1..].iter().filter(|(_, other)| !is_met(*one, *other));
        missing.extend(apart.map(|(other, _)| [(*name).clone(), (*other).clone()]));
    }
    let pairs = named.len() * named.len().saturating_sub(1) / 2;
    Pairs {
        suite: kind[0].suite.name,
        checks: kind.iter().map(|planned| planned.id.clone()).collect(),
        settings: numbers.into_keys().collect(),
        pairs,
        seen: pairs - missing.len(),
        missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_meets_is_named() {
        let selection: Selection = crate::suites::builtin().rules().filter(|(suite, _)| suite.name == "turn").collect();
        let few = pairs(&selection, 0, 0).unwrap();
        assert!(!few.is_empty());
        for kind in &few {
            assert_eq!(kind.seen + kind.missing.len(), kind.pairs);
            assert!(kind.missing.iter().flatten().all(|setting| kind.settings.contains(setting)));
        }
        // More cases part nothing.
        let more = pairs(&selection, 0, 20).unwrap();
        for (few, more) in few.iter().zip(&more) {
            assert!(few.seen <= more.seen && few.checks == more.checks);
        }
    }
}
