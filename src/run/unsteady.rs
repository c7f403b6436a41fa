//! Failures that do not come every time: by what came before, by what stands beside, or by chance. Which of these is
//! found out by repetition before anything is spent on making them smaller.

use std::cell::Cell;
use std::sync::Arc;

use serde_json::Value;

use super::exercise::{Task, Worker};
use super::found::{Found, Steadiness};
use super::history::{Past, shortest};
use super::plan::Planned;
use super::purse::Purse;
use super::shrink::Scene;
use super::tally::{Ending, Seen, Signature};
use crate::proof::Earlier;

/// How often an unsteady case is repeated to see how unsteady it is.
const REPEATS: usize = 8;

/// How often a case that failed once and never again is repeated, in case it does so by chance: to search all that was
/// put before it takes a hundred times as long.
const CHANCES: usize = 48;
/// How often more a case that failed twice has to fail before it is taken to fail every time.
const STEADY: usize = 4;

/// How many cases before and after one are put beside it to see whether they get in its way.
const COMPANY: u64 = 16;
/// How often that is tried: what needs company often needs luck too.
const TRIES: usize = 2;

impl Scene<'_> {
    /// Looks into a case that does not fail by itself: it may need others before it or beside it.
    pub(super) fn in_company(
        &self,
        planned: &Planned,
        (input, seen): (&Arc<Value>, Option<&Seen>),
        signature: &Signature,
        history: &[Past],
    ) -> Option<Found> {
        let purse = Purse::new(self.limits.clock);
        // A history that brings it about does so every time: where one does not, all of them are chance.
        let by_chance = Cell::new(false);
        let once = |part: &[Past]| self.try_after(part, planned, input, signature).is_some();
        let fails = |part: &[Past]| {
            let once_more = !by_chance.get() && purse.allows_one_more() && once(part);
            by_chance.set(by_chance.get() || once_more && !(0..STEADY).all(|_| once(part)));
            once_more && !by_chance.get()
        };
        let needed = shortest(history, fails);
        let unsteady = || self.unsteady(planned, input, signature, seen);
        match needed {
            _ if by_chance.get() => self.flaky(planned, input, signature, seen),
            Some(needed) => self.shrink_after(&needed, planned, input, signature, &purse).or_else(unsteady),
            None => match (purse.told(), seen) {
                // It was not searched to the end: that is no reason to call it flaky.
                (Some(why), Some(seen)) => Some(Found::as_seen(Arc::clone(input), seen, why)),
                _ => unsteady(),
            },
        }
    }

    /// Whether a case that failed fails a few times more, on the process at hand or on new ones.
    pub(super) fn fails_every_time(
        &self,
        worker: &mut Worker<'_>,
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
    ) -> bool {
        // A fault costs a process, and a hang a deadline: they were seen twice.
        signature.fault().is_some()
            || (0..STEADY).all(|_| self.try_case(worker, planned, input, signature).is_ok())
            || (0..STEADY).all(|_| self.try_after(&[], planned, input, signature).is_some())
            || self.limits.are_over()
    }

    /// Whether a case, put several times to a new process, fails at other times than on another new process: what a
    /// process remembers would show at the same.
    pub(super) fn fails_by_chance(&self, planned: &Planned, input: &Arc<Value>, signature: &Signature) -> bool {
        // That a fault comes and goes is seen by what comes before it and beside it alone: each costs a process.
        if signature.fault().is_some() {
            return false;
        }
        let times = |enough: &dyn Fn(&[bool]) -> bool| {
            let (mut worker, mut times) = (self.fresh(), Vec::new());
            while !enough(&times) && !self.limits.are_over() {
                times.push(self.try_case(&mut worker, planned, input, signature).is_ok());
            }
            times
        };
        let first = times(&|seen| seen.len() >= if seen.contains(&true) { REPEATS } else { CHANCES });
        first.contains(&true) && first != times(&|seen| seen.len() >= first.len()) && !self.limits.are_over()
    }

    /// A case that does not fail alone every time: it may need company, or chance.
    fn unsteady(
        &self,
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
        seen: Option<&Seen>,
    ) -> Option<Found> {
        if let Some(seen) = seen.filter(|seen| seen.beside > 0)
            && let Some((ending, company)) = self.company(planned, seen.index, input, signature)
        {
            return Some(Found::new(Arc::clone(input), ending, Steadiness::Among(company)));
        }
        self.flaky(planned, input, signature, seen)
    }

    /// A case that fails by chance: how often it does.
    pub(super) fn flaky(
        &self,
        planned: &Planned,
        input: &Arc<Value>,
        signature: &Signature,
        seen: Option<&Seen>,
    ) -> Option<Found> {
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
        Some(Found::new(Arc::clone(input), ending, Steadiness::Flaky { repeated, beside }))
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
}
