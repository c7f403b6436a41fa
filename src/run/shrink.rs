//! From a failing case to a finding: does it fail again, alone or only after
//! other cases, and what is the smallest case that fails in the same way?

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde_json::Value;

use super::exercise::{Examined, Limits, Task, Worker};
use super::found::{Found, Steadiness};
use super::history::Past;
use super::plan::Planned;
use super::purse::Purse;
use super::reading::Readings;
use super::reduction::{Rounds, reduce, reduce_in_rounds};
use super::tally::{Ending, Seen, Signature};
use super::team::Team;
use crate::proof::Spent;
use crate::rule::CheckRef;
use crate::subject::Launcher;

/// How many candidates a reduction may try.
const CANDIDATES: u64 = 5000;
/// How many candidates may be tried where each costs a deadline.
const CANDIDATES_THAT_HANG: u64 = 8;
/// What an investigation needs of the run.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) launcher: &'a dyn Launcher,
    pub(super) limits: Limits<'a>,
    pub(super) plan: &'a [Planned],
    pub(super) pinned: &'a Readings,
    /// How many cases were put to the subject to look into failures.
    pub(super) experiments: &'a AtomicU64,
    /// The same for each failure, with the time that it took.
    pub(super) spent: &'a Mutex<BTreeMap<String, Spent>>,
    /// When no other failure is looked into, where the run has a budget.
    pub(super) until: Option<Instant>,
}

/// How thoroughly a failure is looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// Repeated and shrunk.
    Thorough,
    /// Repeated once, and shown as it is.
    Brief,
}

impl Scene<'_> {
    /// Whether a budget is spent.
    pub(super) fn is_late(&self) -> bool {
        self.until.is_some_and(|until| self.limits.clock.now() > until)
    }

    pub(super) fn fresh(&self) -> Worker<'_> {
        Worker::new(self.launcher, self.limits)
    }

    /// Puts one case to the subject of `worker`.
    pub(super) fn put(&self, worker: &mut Worker<'_>, of: CheckRef, input: &Arc<Value>) -> Examined {
        self.experiments.fetch_add(1, Ordering::Relaxed);
        worker.examine_one(of, input)
    }

    /// Puts cases of one check side by side to the subject of `worker`, and tells in their order how each ended.
    pub(super) fn put_all(&self, worker: &mut Worker<'_>, of: CheckRef, inputs: &[Arc<Value>]) -> Vec<Examined> {
        self.experiments.fetch_add(inputs.len() as u64, Ordering::Relaxed);
        let mut ended: BTreeMap<u64, Examined> = BTreeMap::new();
        let tasks = (0..).zip(inputs).map(|(tag, input)| Task::new(tag, of, Arc::clone(input)));
        worker.examine(1, tasks, |task, (examined, _)| {
            ended.insert(task.tag, examined);
            true
        });
        (0..inputs.len() as u64).map(|tag| ended.remove(&tag).unwrap_or(Examined::Interrupted)).collect()
    }

    /// How `input` ends on `worker`, if it fails the way `signature` says; what else it shows otherwise.
    pub(super) fn try_case(
        &self,
        worker: &mut Worker<'_>,
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
    ) -> Result<Ending, Option<Signature>> {
        let examined = self.put(worker, planned.of, input);
        self.judge(planned, input, examined, signature)
    }

    /// The same of a case that was put already.
    fn judge(
        &self,
        planned: &Planned,
        input: &Arc<Value>,
        examined: Examined,
        signature: &Signature,
    ) -> Result<Ending, Option<Signature>> {
        if examined == Examined::Interrupted {
            return Err(None);
        }
        let (ending, evidence) = Ending::of(planned, input, examined, self.pinned);
        let shown = match signature {
            Signature::Excludes(question, reading) => {
                evidence.iter().any(|found| found.question == *question && !found.consistent.contains(reading))
            }
            _ => ending.signature().as_ref() == Some(signature),
        };
        if shown { Ok(ending) } else { Err(ending.signature()) }
    }

    /// The same on a new process, after `history`.
    pub(super) fn try_after(
        &self,
        history: &[Past],
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
    ) -> Option<Ending> {
        let mut worker = self.fresh();
        for past in history {
            if let Some((of, input)) = past.case(self.plan) {
                self.put(&mut worker, of, &input);
            }
        }
        self.try_case(&mut worker, planned, input, signature).ok()
    }

    /// Looks into a case that failed, with the cases that its process had seen before.
    pub(super) fn investigate(
        &self,
        planned: &Planned,
        (input, seen): (&Arc<Value>, Option<&Seen>),
        signature: &Signature,
        history: &[Past],
        effort: Effort,
    ) -> Option<Found> {
        let mut worker = self.fresh();
        let first = self.try_case(&mut worker, planned, input, signature).ok();
        if effort == Effort::Brief
            && let Some(ending) = first
        {
            return Some(Found::new(Arc::clone(input), ending, Steadiness::Alone));
        }
        // Where a new process is dear, a case that failed on one may fail again on the same.
        let again = first.as_ref().filter(|_| !self.launcher.economy().free_starts);
        let second = again
            .and_then(|_| self.try_case(&mut worker, planned, input, signature).ok())
            .or_else(|| self.try_after(&[], planned, input, signature));
        match (first, second) {
            // By chance a case may fail twice: that is seen before anything is spent on making it smaller.
            (Some(ending), Some(_)) if self.fails_every_time(&mut worker, planned, input, signature) => {
                Some(self.shrink_alone(worker, planned, input, signature, ending))
            }
            (None, None) if self.fails_by_chance(planned, input, signature) => {
                self.flaky(planned, input, signature, seen)
            }
            (None, None) => self.in_company(planned, (input, seen), signature, history),
            // It failed by itself, and did not: whatever came before or stood beside it, that is chance.
            _ => self.flaky(planned, input, signature, seen),
        }
    }

    /// Whether the subject does right by the nearest ground of a case: then nothing but this rule's matter is wrong with
    /// it. A case that loses its ground on the way down has got a second oddity.
    pub(super) fn stands(&self, worker: &mut Worker<'_>, planned: &Planned, input: &Value) -> bool {
        let Some(ground) = (planned.check.ground)(input).into_iter().next() else { return true };
        if self.launcher.economy().free_starts {
            worker.reset();
        }
        let ground = Arc::new(ground);
        let examined = self.put(worker, planned.of, &ground);
        Ending::of(planned, &ground, examined, self.pinned).0 == Ending::Held
    }

    /// The smallest case that still excludes a reading. Nobody is accused by it, so it is enough that it does so on
    /// `worker`, whose process it shares with other such cases.
    pub(super) fn smallest_witness(
        &self,
        worker: &mut Worker<'_>,
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
    ) -> Option<Found> {
        let worker = RefCell::new(worker);
        let excludes = |candidate: &Arc<Value>| {
            let mut worker = worker.borrow_mut();
            if self.launcher.economy().free_starts {
                worker.reset();
            }
            self.try_case(&mut worker, planned, candidate, signature).ok()
        };
        let found = |input, ending| Found::new(input, ending, Steadiness::Alone);
        let as_drawn = found(Arc::clone(input), excludes(input)?);
        let smallest = reduce(planned, input, CANDIDATES, |candidate| excludes(candidate).is_some());
        let shrunk = excludes(&smallest).map(|ending| found(smallest, ending));
        Some(shrunk.unwrap_or(as_drawn))
    }

    /// Shrinks a case that fails by itself, on the process of `worker` first.
    fn shrink_alone<'w>(
        &'w self,
        worker: Worker<'w>,
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
        ending: Ending,
    ) -> Found {
        let slips = RefCell::new(BTreeMap::new());
        // A new process for every candidate is exact; where that is dear, all of them share one, and only if that
        // leads astray (the process changes on the way) is the reduction done again, with a process each.
        let attempts = if self.launcher.economy().free_starts { &[true][..] } else { &[false, true] };
        let worker = RefCell::new(worker);
        let stands = signature.fault().is_none() && self.stands(&mut worker.borrow_mut(), planned, input);
        for &fresh in attempts {
            let mut team = Team::led_by(&worker);
            let first_failing = |candidates: &[Arc<Value>]| {
                if fresh {
                    worker.borrow_mut().reset();
                }
                let put_all = |worker: &mut Worker<'w>, part: &[Arc<Value>]| self.put_all(worker, planned.of, part);
                let examined = team.put(candidates, || self.fresh(), put_all);
                candidates.iter().zip(examined).position(|(candidate, examined)| {
                    match self.judge(planned, candidate, examined, signature) {
                        Ok(_) => !stands || self.stands(&mut worker.borrow_mut(), planned, candidate),
                        Err(other) => {
                            if let Some(other) = other {
                                slips.borrow_mut().entry(other).or_insert_with(|| Arc::clone(candidate));
                            }
                            false
                        }
                    }
                })
            };
            let by_itself = fresh || signature.fault().is_some();
            let mut rounds = if by_itself { Rounds::of_one() } else { Rounds::measured_by(self.limits.clock) };
            let budget = self.budget(signature, fresh);
            let smallest = reduce_in_rounds(planned, input, budget, &mut rounds, first_failing);
            if let Some(ending) = self.try_after(&[], planned, &smallest, signature) {
                return Found { slips: slips.into_inner(), ..Found::new(smallest, ending, Steadiness::Alone) };
            }
        }
        Found { slips: slips.into_inner(), ..Found::new(Arc::clone(input), ending, Steadiness::Alone) }
    }

    pub(super) fn shrink_after(
        &self,
        history: &[Past],
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
        purse: &Purse,
    ) -> Option<Found> {
        let smallest = reduce(planned, input, self.budget(signature, true), |candidate| {
            purse.allows_one_more() && self.try_after(history, planned, candidate, signature).is_some()
        });
        // What is left may need less of its history, or none.
        if let Some(ending) = self.try_after(&[], planned, &smallest, signature) {
            return Some(self.shrink_alone(self.fresh(), planned, &smallest, signature, ending));
        }
        let ending = self.try_after(history, planned, &smallest, signature)?;
        let history = history.iter().filter_map(|past| past.show(self.plan)).collect();
        Some(Found { cut: purse.told(), ..Found::new(smallest, ending, Steadiness::After(history)) })
    }

    /// How many candidates may be tried, by what each of them costs.
    fn budget(&self, signature: &Signature, fresh: bool) -> u64 {
        let breaks = signature.fault().is_some() || fresh;
        if signature.is_costly() {
            CANDIDATES_THAT_HANG
        } else if breaks {
            self.launcher.economy().candidates_that_start
        } else {
            CANDIDATES
        }
    }
}
