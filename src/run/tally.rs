//! What the cases of a check add up to.
//!
//! Adding up is associative and keeps the first case of everything, so the
//! sum does not depend on which worker ran which case, or when.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

pub(crate) use super::ending::{Ending, Signature, Unjudged};
use super::exercise::{Examined, Task};
pub(crate) use super::marks::{End, Mark, Marks};
use super::plan::Planned;
use super::reading::Readings;
use crate::proof::{Ranges, Unseen};
use crate::subject::Fault;

/// How many failing cases are listed one by one: then nobody reads them any more.
const LISTED: usize = 20_000;

/// How many kinds of answers are told apart.
const KINDS: usize = 4_000;

/// The first case that was blocked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Blocked {
    pub(crate) index: u64,
    pub(crate) ground: Value,
    /// The checks that fail on the ground, and how.
    pub(crate) by: Vec<(String, Signature)>,
}

/// A failure as the run saw it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    pub(crate) index: u64,
    pub(crate) ending: Ending,
    /// How many other cases were under way at the same time.
    pub(crate) beside: usize,
}

/// The cases of a failure that is left to other rules.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Left {
    first: First,
    cases: Vec<u64>,
}

/// The first case of something, and how many there were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct First {
    pub(crate) index: u64,
    pub(crate) count: u64,
}

/// What the cases of one check add up to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    pub(crate) cases: u64,
    pub(crate) held: u64,
    /// The cases that the document decides and the subject answered.
    pub(crate) judged: u64,
    pub(crate) faults: u64,
    pub(crate) broke: u64,
    pub(crate) hung: u64,
    /// The cases that met a fault, whosever it is.
    pub(crate) unanswered: u64,
    /// Why not all of its cases were run, where that was for reasons outside of it.
    pub(crate) given_up: Option<&'static str>,
    /// Every case, by its index; let go once it is clear which cases count.
    pub(crate) marks: Marks,
    /// Why cases were not judged, and how many.
    pub(crate) unjudged: BTreeMap<Unjudged, First>,
    pub(crate) blocked: Option<Blocked>,
    /// The first case in which a reply was held until the subject was at rest.
    pub(crate) rested: Option<u64>,
    pub(crate) labels: Labels,
    /// The same for the cases that were judged.
    pub(crate) judged_labels: Labels,
    pub(crate) failures: BTreeMap<Signature, First>,
    /// What is another check's, unless that one does not meet it: faults, and what was wrong on wrong ground.
    pub(crate) held_back: BTreeMap<(Signature, Unjudged), Left>,
    /// The cases of every failure, unless there are too many to list.
    pub(crate) failing: BTreeMap<Signature, Vec<u64>>,
    /// The first case of every failure, as it was seen.
    pub(crate) seen: BTreeMap<Signature, Seen>,
    /// For a question and one of its readings: the first case that excludes the reading.
    pub(crate) excluded: BTreeMap<(&'static str, &'static str), u64>,
    /// Where the run learns: the first case of every kind of answer, and of every branch of the runtime.
    pub(crate) news: BTreeMap<u64, u64>,
    /// How long it took; the only part that differs between equal runs.
    pub(crate) time: Duration,
    /// The questions about which any case said something, and the first such case.
    pub(crate) asked: BTreeMap<&'static str, u64>,
}

/// How often each label came up.
pub(crate) type Labels = BTreeMap<Cow<'static, str>, u64>;

impl Tally {
    /// Adds one case.
    pub(crate) fn add(
        &mut self,
        planned: &Planned,
        task: &Task,
        (examined, beside): (Examined, usize),
        pinned: &Readings,
    ) {
        let Task { tag: index, input, .. } = task;
        let index = *index;
        if task.rested {
            keep_first(self.rested.get_or_insert(index), index);
        }
        for kind in &task.said {
            keep_first(self.news.entry(*kind).or_insert(index), index);
        }
        let fault = if let Examined::Faulted(fault, _) = &examined { Some(fault) } else { None };
        let broke = fault.is_some_and(Fault::ends_the_process);
        let hung = fault.is_some_and(Fault::is_costly);
        let (ending, evidence) = Ending::of(planned, input, examined, pinned);
        for found in evidence {
            keep_first(self.asked.entry(found.question).or_insert(index), index);
            for reading in super::reading::all(planned.rule, found.question) {
                if !found.consistent.contains(&reading) {
                    keep_first(self.excluded.entry((found.question, reading)).or_insert(index), index);
                }
            }
        }
        let end = match (ending.signature(), ending) {
            (Some(signature), ending) => {
                self.see(&signature, Seen { index, ending, beside });
                End::Failed(signature)
            }
            (None, Ending::Unjudged(unjudged)) => End::Unjudged(unjudged),
            (None, Ending::Blocked(unjudged, ground, otherwise)) => {
                if self.blocked.as_ref().is_none_or(|first| index < first.index) {
                    self.blocked = Some(Blocked { index, ground, by: Vec::new() });
                }
                match otherwise.and_then(|ending| Some((ending.signature()?, *ending))) {
                    Some((signature, ending)) => {
                        self.see(&signature, Seen { index, ending, beside });
                        End::Left(unjudged, signature)
                    }
                    None => End::Unjudged(unjudged),
                }
            }
            (None, _) => End::Held,
        };
        let mark = Mark { end, broke, hung };
        self.label(planned, input, &mark);
        self.count(index, mark);
    }

    fn label(&mut self, planned: &Planned, input: &Value, mark: &Mark) {
        for label in (planned.check.classify)(input) {
            *self.labels.entry(Cow::Borrowed(label)).or_default() += 1;
            if mark.is_judged() {
                *self.judged_labels.entry(Cow::Borrowed(label)).or_default() += 1;
            }
        }
    }

    /// Not all of the `planned` cases were run, if they were not, for this reason.
    pub(crate) fn give_up(&mut self, why: &'static str, planned: u64) {
        if self.cases < planned {
            self.given_up = Some(why);
        }
    }

    fn see(&mut self, signature: &Signature, seen: Seen) {
        if self.seen.get(signature).is_none_or(|first| seen.index < first.index) {
            self.seen.insert(signature.clone(), seen);
        }
    }

    /// Counts how one case ended.
    pub(crate) fn count(&mut self, index: u64, mark: Mark) {
        self.cases += 1;
        self.broke += u64::from(mark.broke);
        self.hung += u64::from(mark.hung);
        self.unanswered += u64::from(mark.fault().is_some());
        match &mark.end {
            End::Held => self.held += 1,
            End::Unjudged(unjudged) => once_more(&mut self.unjudged, unjudged, First { index, count: 1 }),
            End::Left(unjudged, signature) => {
                once_more(&mut self.unjudged, unjudged, First { index, count: 1 });
                let left = Left { first: First { index, count: 1 }, cases: vec![index] };
                self.hold_back((signature.clone(), unjudged.clone()), left);
            }
            End::Failed(signature) => {
                self.faults += u64::from(matches!(signature, Signature::Fault(_)));
                once_more(&mut self.failures, signature, First { index, count: 1 });
                self.failing.entry(signature.clone()).or_default().push(index);
            }
        }
        self.judged += u64::from(mark.is_judged());
        self.marks.insert(index, mark);
    }

    /// Takes back every case after `last`; without one, all of them.
    pub(crate) fn cut(&mut self, planned: &Planned, last: Option<u64>) {
        let counts = |index: &u64| last.is_some_and(|last| *index <= last);
        if self.marks.iter().all(|(index, _)| counts(&index)) {
            return;
        }
        let before = std::mem::take(self);
        self.time = before.time;
        self.seen = before.seen.into_iter().filter(|(_, seen)| counts(&seen.index)).collect();
        self.blocked = before.blocked.filter(|first| counts(&first.index));
        self.rested = before.rested.filter(counts);
        self.asked = before.asked.into_iter().filter(|(_, index)| counts(index)).collect();
        self.excluded = before.excluded.into_iter().filter(|(_, index)| counts(index)).collect();
        for (index, mark) in before.marks.iter().filter(|(index, _)| counts(index)) {
            if let Some(input) = planned.case(index) {
                self.label(planned, &input, mark);
            }
            self.count(index, mark.clone());
        }
    }

    /// Adds what other cases of the same check added up to.
    pub(crate) fn merge(&mut self, other: Self) {
        self.given_up = self.given_up.or(other.given_up);
        self.time += other.time;
        self.cases += other.cases;
        self.held += other.held;
        self.judged += other.judged;
        self.faults += other.faults;
        self.broke += other.broke;
        self.hung += other.hung;
        self.unanswered += other.unanswered;
        self.marks.extend(other.marks);
        for (unjudged, theirs) in other.unjudged {
            once_more(&mut self.unjudged, &unjudged, theirs);
        }
        if let Some(blocked) = other.blocked
            && self.blocked.as_ref().is_none_or(|first| blocked.index < first.index)
        {
            self.blocked = Some(blocked);
        }
        self.rested = self.rested.into_iter().chain(other.rested).min();
        for (mine, theirs) in [(&mut self.labels, other.labels), (&mut self.judged_labels, other.judged_labels)] {
            for (label, count) in theirs {
                *mine.entry(label).or_default() += count;
            }
        }
        for (question, index) in other.asked {
            keep_first(self.asked.entry(question).or_insert(index), index);
        }
        for (kind, index) in other.news {
            // Where nearly every answer is new, more of them say nothing, and a run may have millions.
            if self.news.len() < KINDS || self.news.contains_key(&kind) {
                keep_first(self.news.entry(kind).or_insert(index), index);
            }
        }
        for (key, index) in other.excluded {
            keep_first(self.excluded.entry(key).or_insert(index), index);
        }
        for (signature, seen) in other.seen {
            self.see(&signature, seen);
        }
        for (key, theirs) in other.held_back {
            self.hold_back(key, theirs);
        }
        for (signature, mut cases) in other.failing {
            let mine = self.failing.entry(signature).or_default();
            cases.truncate(LISTED.saturating_sub(mine.len()));
            mine.append(&mut cases);
        }
        for (signature, theirs) in other.failures {
            once_more(&mut self.failures, &signature, theirs);
        }
    }

    /// Makes failures of what was held back and is of these kinds.
    pub(crate) fn take_back(&mut self, which: fn(&Signature) -> bool) {
        let taken: Vec<_> = self.held_back.extract_if(.., |(signature, _), _| which(signature)).collect();
        for ((signature, unjudged), Left { first, mut cases }) in taken {
            match signature {
                Signature::Fault(_) => self.faults += first.count,
                Signature::Disagreement(_) | Signature::Excludes(..) => self.judged += first.count,
            }
            once_more(&mut self.failures, &signature, first);
            let failing = self.failing.entry(signature).or_default();
            failing.append(&mut cases);
            failing.sort_unstable();
            if let Some(still) = self.unjudged.get_mut(&unjudged) {
                still.count -= first.count;
            }
        }
        self.unjudged.retain(|_, first| first.count > 0);
    }

    fn hold_back(&mut self, key: (Signature, Unjudged), theirs: Left) {
        match self.held_back.get_mut(&key) {
            Some(mine) => {
                keep_first(&mut mine.first.index, theirs.first.index);
                mine.first.count += theirs.first.count;
                let room = LISTED.saturating_sub(mine.cases.len());
                mine.cases.extend(theirs.cases.into_iter().take(room));
            }
            None => {
                self.held_back.insert(key, theirs);
            }
        }
    }

    /// Whether faults were held back.
    pub(crate) fn left_faults(&self) -> bool {
        self.held_back.keys().any(|(signature, _)| signature.is_fault())
    }

    /// Whether anything failed, or met a fault, whosever that is.
    pub(crate) fn fails_or_faults(&self) -> bool {
        !self.failures.is_empty() || self.left_faults()
    }

    /// How many disagreements were held back.
    pub(crate) fn left_disagreements(&self) -> u64 {
        let left = self.held_back.iter().filter(|((signature, _), _)| signature.is_disagreement());
        left.map(|(_, left)| left.first.count).sum()
    }

    /// The kind of fault that every single case met, if they all met the same.
    pub(crate) fn only_fault(&self) -> Option<&'static str> {
        let mut kinds = self.failures.keys().map(Signature::fault);
        let kind = kinds.next().flatten().filter(|_| kinds.next().is_none() && self.unanswered == self.cases)?;
        Fault::KINDS.iter().copied().find(|known| *known == kind)
    }

    /// Hands failures to another check: `why` says whose they are.
    pub(crate) fn hand_over(&mut self, why: &str, blocked: Blocked, which: impl Fn(&Signature) -> bool) {
        let unjudged = Unjudged { how: Unseen::Blocked, why: why.into() };
        for (signature, first) in self.failures.extract_if(.., |signature, _| which(signature)) {
            let count = match signature {
                Signature::Fault(_) => &mut self.faults,
                Signature::Disagreement(_) | Signature::Excludes(..) => &mut self.judged,
            };
            *count -= first.count;
            once_more(&mut self.unjudged, &unjudged, first);
            self.failing.remove(&signature);
        }
        self.blocked.get_or_insert(blocked);
    }

    /// Which cases failed in this way, if all of them are listed.
    pub(crate) fn failing(&self, signature: &Signature) -> Option<Ranges> {
        let (cases, first) = (self.failing.get(signature)?, self.failures.get(signature)?);
        (cases.len() as u64 == first.count).then(|| Ranges::of(cases.iter().copied()))
    }

    /// The labels that had to come up and did not.
    pub(crate) fn missing_labels(&self, planned: &Planned) -> Vec<&'static str> {
        planned.check.labels.iter().copied().filter(|label| !self.labels.contains_key(*label)).collect()
    }
}

fn keep_first(place: &mut u64, index: u64) {
    *place = (*place).min(index);
}

/// Adds to what was counted under a key.
fn once_more<K: Ord + Clone>(counts: &mut BTreeMap<K, First>, key: &K, more: First) {
    match counts.get_mut(key) {
        Some(first) => {
            keep_first(&mut first.index, more.index);
            first.count += more.count;
        }
        None => {
            counts.insert(key.clone(), more);
        }
    }
}
