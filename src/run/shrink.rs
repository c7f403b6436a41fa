//! From a failing case to a finding: does it fail again, alone or only after
//! other cases, and what is the smallest case that fails in the same way?

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use proptest::test_runner::{TestCaseError, TestError};
use serde_json::Value;

use super::exercise::{Examined, Limits, Task, Worker};
use super::found::{Found, Steadiness};
use super::history::{Past, shortest};
use super::plan::Planned;
use super::purse::Purse;
use super::reading::Readings;
use super::tally::{Ending, Seen, Signature};
use crate::draw::{Reducer, runner_for};
use crate::proof::{Earlier, Spent};
use crate::rule::CheckRef;
use crate::subject::Launcher;

/// How many candidates a reduction may try.
const CANDIDATES: u64 = 5000;
/// The same where every candidate costs a deadline.
const CANDIDATES_THAT_HANG: u64 = 8;
/// How often an unsteady case is repeated to see how unsteady it is.
const REPEATS: u64 = 8;

/// How often more a case that failed twice has to fail before it is taken to fail every time.
const STEADY: usize = 2;

/// How many cases before and after one are put beside it to see whether they get in its way.
const COMPANY: u64 = 16;
/// How often that is tried: what needs company often needs luck too.
const TRIES: usize = 2;

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

    /// How `input` ends on `worker`, if it fails the way `signature` says; what else it shows otherwise.
    fn try_case(
        &self,
        worker: &mut Worker<'_>,
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
    ) -> Result<Ending, Option<Signature>> {
        let examined = self.put(worker, planned.of, input);
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
    fn try_after(
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
            (Some(_), Some(_)) if !self.fails_every_time(&mut worker, planned, input, signature) => {
                self.unsteady(planned, input, signature, seen)
            }
            (Some(ending), Some(_)) => Some(self.shrink_alone(worker, planned, input, signature, ending)),
            (None, None) if !history.is_empty() => {
                let purse = Purse::new(self.limits.clock);
                let fails = |part: &[Past]| self.try_after(part, planned, input, signature).is_some();
                let needed = shortest(history, |part| purse.allows_one_more() && fails(part));
                match needed {
                    Some(needed) => self
                        .shrink_after(&needed, planned, input, signature, &purse)
                        .or_else(|| self.unsteady(planned, input, signature, seen)),
                    None => match (purse.told(), seen) {
                        // It was not searched to the end: that is no reason to call it flaky.
                        (Some(why), Some(seen)) => Some(Found::as_seen(Arc::clone(input), seen, why)),
                        _ => self.unsteady(planned, input, signature, seen),
                    },
                }
            }
            _ => self.unsteady(planned, input, signature, seen),
        }
    }

    /// Whether a case that failed fails a few times more, on the process at hand or on a new one.
    fn fails_every_time(
        &self,
        worker: &mut Worker<'_>,
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
    ) -> bool {
        // A fault costs a process, and a hang a deadline: they were seen twice.
        signature.fault().is_some()
            || (0..STEADY).all(|_| {
                self.limits.are_over()
                    || self.try_case(worker, planned, input, signature).is_ok()
                    || self.try_after(&[], planned, input, signature).is_some()
            })
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
            let fails = |candidate: &Arc<Value>| {
                let mut worker = worker.borrow_mut();
                if fresh {
                    worker.reset();
                }
                match self.try_case(&mut worker, planned, candidate, signature) {
                    Ok(_) => !stands || self.stands(&mut worker, planned, candidate),
                    Err(other) => {
                        if let Some(other) = other {
                            slips.borrow_mut().entry(other).or_insert_with(|| Arc::clone(candidate));
                        }
                        false
                    }
                }
            };
            let smallest = reduce(planned, input, self.budget(signature, fresh), fails);
            if let Some(ending) = self.try_after(&[], planned, &smallest, signature) {
                return Found { slips: slips.into_inner(), ..Found::new(smallest, ending, Steadiness::Alone) };
            }
        }
        Found { slips: slips.into_inner(), ..Found::new(Arc::clone(input), ending, Steadiness::Alone) }
    }

    fn shrink_after(
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

    /// A case that does not fail alone every time: it may need company, or chance.
    fn unsteady(
        &self,
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
        seen: Option<&Seen>,
    ) -> Option<Found> {
        let found = |ending, steadiness| Found::new(Arc::clone(input), ending, steadiness);
        if let Some(seen) = seen.filter(|seen| seen.beside > 0)
            && let Some((ending, company)) = self.company(planned, seen.index, input, signature)
        {
            return Some(found(ending, Steadiness::Among(company)));
        }
        let mut worker = self.fresh();
        let (mut last, mut repeated) = (None, Vec::new());
        for _ in 0..REPEATS {
            match self.try_case(&mut worker, planned, input, signature) {
                Ok(ending) => {
                    repeated.push(Some(ending.clone()));
                    last = Some(ending);
                }
                Err(_) if self.limits.are_over() => return None,
                Err(_) => repeated.push(None),
            }
        }
        let ending = seen.map(|seen| seen.ending.clone()).or(last)?;
        let beside = seen.map_or(0, |seen| seen.beside);
        Some(found(ending, Steadiness::Flaky { repeated, beside }))
    }

    /// The fewest cases found beside which a case fails that does not fail alone, and how it ends then: calls that
    /// get in each other's way.
    fn company(
        &self,
        planned: &Planned,
        index: u64,
        input: &Arc<Value>,
        signature: &Signature,
    ) -> Option<(Ending, Vec<Earlier>)> {
        let check = self.plan.iter().position(|other| other.id == planned.id)?;
        let around = index.saturating_sub(COMPANY)..index.saturating_add(COMPANY);
        let all: Vec<Past> = around.filter(|other| *other != index).map(|index| Past { check, index }).collect();
        let fails = |part: &[Past]| (0..TRIES).find_map(|_| self.try_among(part, planned, input, signature));
        let needed = shortest(&all, |part| fails(part).is_some())?;
        let ending = fails(&needed)?;
        Some((ending, needed.into_iter().filter_map(|past| past.show(self.plan)).collect()))
    }

    /// How `input` ends on a new process with the cases of `company` open beside it, if it fails the same way.
    fn try_among(
        &self,
        company: &[Past],
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
    ) -> Option<Ending> {
        let beside = company.iter().filter_map(|past| past.case(self.plan));
        let one = (planned.of, Arc::clone(input));
        let tasks = beside.chain(std::iter::once(one)).map(|(of, input)| Task::new(0, of, input)).collect();
        let result = self.fresh().examine_together(tasks);
        let (ending, _) = Ending::of(planned, input, result, self.pinned);
        (ending.signature().as_ref() == Some(signature)).then_some(ending)
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

/// The smallest input for which `fails` still says so, as far as the reducer finds it.
pub(super) fn reduce(
    planned: &Planned,
    input: &Arc<Value>,
    budget: u64,
    fails: impl Fn(&Arc<Value>) -> bool,
) -> Arc<Value> {
    let tried = Cell::new(0);
    let tree = Reducer::new(Arc::clone(input), planned.check.shape);
    let result = runner_for(0).run_one(tree, |candidate| {
        tried.set(tried.get() + 1);
        if tried.get() <= budget && fails(&candidate) { Err(TestCaseError::fail("still fails")) } else { Ok(()) }
    });
    match result {
        Err(TestError::Fail(_, smallest)) => smallest,
        _ => Arc::clone(input),
    }
}
