//! Several bugs that fail in the same way: what still fails when the known cause is undone is another one.

use std::cell::RefCell;
use std::sync::Arc;

use serde_json::Value;

use super::Experiment;
use super::neighbour::{breaks_the_rule, is_refused};
use super::undo::Cause;
use crate::run::found::{Found, KINDS_PER_CHECK, Steadiness};
use crate::run::reduction::reduce;
use crate::run::tally::Ending;

/// How many cases are put again to find those that fail.
const SEARCHED: usize = 500;
/// From so many inputs on that break the rule, with none that is refused for it, the rule is not kept at all.
const NOT_KEPT: usize = 3;
/// How many of those that fail are looked at.
const LOOKED_AT: usize = 60;
/// How many candidates the reduction of one of them may try.
const CANDIDATES: u64 = 800;
/// How many of them are made small: what then turns out to be known already costs as much.
const REDUCED: usize = 8;

impl Experiment<'_, '_> {
    /// The other bugs among the first `cases` cases of the check, each with its first case, how many show it, and its
    /// smallest case.
    pub(super) fn others(&mut self, first: &Found, cases: u64) -> Vec<(u64, u64, Found)> {
        let shape = self.planned.check.shape;
        let Some(neighbour) = first.insight.neighbour.as_ref().filter(|_| self.signature.fault().is_none()) else {
            return Vec::new();
        };
        let mut known = vec![Cause::of(&first.input, shape, neighbour, &first.insight.reach)];
        let mut left = self.unexplained(cases, &known[0]);
        let mut found: Vec<(u64, u64, Found)> = Vec::new();
        for _ in 0..REDUCED {
            if left.is_empty() || found.len() + 1 >= KINDS_PER_CHECK || self.scene.limits.are_over() {
                break;
            }
            let (index, input) = left.remove(0);
            let Some((other, cause)) = self.another(&input, &known) else { continue };
            let told = known.iter().any(|one| one.is_about(&cause));
            let before = left.len();
            left.retain(|(_, input)| self.remains(input, &cause));
            known.push(cause);
            if !told {
                found.push((index, 1 + (before - left.len()) as u64, other));
            }
        }
        found
    }

    /// The cases that fail in the same way and still do so when `cause` is undone. None where the rule is not kept
    /// anywhere: all of them then go back to that.
    fn unexplained(&mut self, cases: u64, cause: &Cause) -> Vec<(u64, Arc<Value>)> {
        let searched = cases.min(self.budget(SEARCHED) as u64);
        let mut left = Vec::new();
        let (mut failing, mut let_through, mut is_kept) = (0, 0, false);
        let mut cases = (0..searched).map_while(|index| Some((index, self.planned.case(index)?)));
        while failing < LOOKED_AT || !is_kept {
            let round: Vec<(u64, Arc<Value>)> = cases.by_ref().take(self.round()).collect();
            if round.is_empty() {
                break;
            }
            let inputs: Vec<Arc<Value>> = round.iter().map(|(_, input)| Arc::clone(input)).collect();
            for ((index, input), ending) in round.into_iter().zip(self.endings(&inputs)) {
                if failing == LOOKED_AT && is_kept {
                    break;
                }
                if ending == Some(Ending::Held) {
                    is_kept = is_kept || breaks_the_rule(self.planned, &input);
                } else if failing < LOOKED_AT && self.is_the_failure(ending.as_ref()) {
                    failing += 1;
                    let_through += usize::from(breaks_the_rule(self.planned, &input));
                    if self.remains(&input, cause) {
                        left.push((index, input));
                    }
                }
            }
        }
        if !is_kept && let_through >= NOT_KEPT {
            left.clear();
        }
        left
    }

    /// Whether a failing input fails in the same way however `cause` is undone in it.
    fn remains(&mut self, input: &Value, cause: &Cause) -> bool {
        cause.undone(input).into_iter().all(|undone| self.fails(&Arc::new(undone)))
            && !cause.undone_elsewhere(input).into_iter().any(|undone| {
                !is_refused(self.planned, &undone) && self.ending(&Arc::new(undone)) == Some(Ending::Held)
            })
    }

    /// The smallest case like `input` that none of `known` explains, and its own cause.
    fn another(&mut self, input: &Arc<Value>, known: &[Cause]) -> Option<(Found, Cause)> {
        let (planned, budget) = (self.planned, CANDIDATES.min(self.budget(800) as u64));
        let stands = self.stands(input);
        let experiment = RefCell::new(&mut *self);
        let smallest = reduce(planned, input, budget, |candidate| {
            let mut experiment = experiment.borrow_mut();
            experiment.fails(candidate)
                && (!stands || experiment.stands(candidate))
                && known.iter().all(|cause| experiment.remains(candidate, cause))
        });
        let ending = self.ending(&smallest).filter(|ending| ending.signature().as_ref() == Some(self.signature))?;
        let neighbour = self.neighbour(&smallest)?;
        let reach = self.reach(&smallest);
        let cause = Cause::of(&smallest, planned.check.shape, &neighbour, &reach);
        let mut found = Found::new(smallest, ending, Steadiness::Alone);
        found.insight.neighbour = Some(neighbour);
        found.insight.reach = reach;
        Some((found, cause))
    }
}
