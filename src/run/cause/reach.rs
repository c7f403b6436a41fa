//! How far a failure reaches: each part of its smallest case is varied.

use std::sync::Arc;

use serde_json::Value;

use super::Experiment;
use crate::draw::{Varied, variations};
use crate::proof::{HowFar, Reach, Share};

/// How many inputs are tried.
const TRIES: usize = 240;

impl Experiment<'_, '_> {
    /// What may stand in `input` that fails in the same way. What could not be tried to the end is left out.
    pub(super) fn reach(&mut self, input: &Arc<Value>) -> Vec<Reach> {
        let mut left = self.budget(TRIES);
        let mut found = Vec::new();
        for variation in variations(input, self.planned.check.shape) {
            let (at, needed) = (variation.at, tries(&variation.of));
            let Some(rest) = left.checked_sub(needed) else { continue };
            left = rest;
            let how = match variation.of {
                Varied::Value(all) => {
                    let of = all.len();
                    self.those_that_fail(all)
                        .filter(|names| names.len() > 1)
                        .map(|names| HowFar::Values(Share { names, of }))
                }
                Varied::Field(all) => {
                    let own = at.rsplit('/').next().unwrap_or_default().to_owned();
                    let of = all.len() + 1;
                    let others = self.those_that_fail(all).filter(|names| !names.is_empty());
                    others.map(|mut names| {
                        names.push(own);
                        names.sort();
                        HowFar::Fields(Share { names, of })
                    })
                }
                Varied::Anything { types, same, name } => {
                    if self.all_fail(types) {
                        Some(HowFar::Any("value".to_owned()))
                    } else if !same.is_empty() && self.all_fail(same) {
                        Some(HowFar::Any(name.to_owned()))
                    } else {
                        None
                    }
                }
            };
            found.extend(how.map(|how| Reach { at, how }));
        }
        found
    }

    fn all_fail(&mut self, inputs: Vec<Value>) -> bool {
        inputs.into_iter().all(|input| self.fails(&Arc::new(input)))
    }

    fn those_that_fail(&mut self, all: Vec<(String, Value)>) -> Option<Vec<String>> {
        let (names, inputs): (Vec<String>, Vec<Arc<Value>>) =
            all.into_iter().map(|(name, input)| (name, Arc::new(input))).unzip();
        let endings = self.endings(&inputs);
        if self.scene.limits.are_over() {
            return None;
        }
        let failing = names.into_iter().zip(endings).filter(|(_, ending)| self.is_the_failure(ending.as_ref()));
        Some(failing.map(|(name, _)| name).collect())
    }
}

fn tries(varied: &Varied) -> usize {
    match varied {
        Varied::Value(all) | Varied::Field(all) => all.len(),
        Varied::Anything { types, same, .. } => types.len() + same.len(),
    }
}
