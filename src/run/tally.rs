//! What the cases of a check add up to.
//!
//! Adding up is associative and keeps the first case of everything, so the
//! sum does not depend on which worker ran which case, or when.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;

use super::exercise::Examined;
use super::plan::Planned;
use super::reading::Readings;
use crate::rule::{Disagreement, Judgement, OnFault, Verdict};
use crate::subject::Fault;

/// How one case ended, as far as the rule is concerned.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Ending {
    /// The property held.
    Held,
    /// It did not.
    Failed(Disagreement),
    /// The document leaves it open: why.
    Open(String),
    /// The subject does not show what would have to be judged: why.
    NotShown(String),
    /// The subject did not answer.
    Fault(Fault, String),
}

/// The kind of a failure: cases with the same signature show the same bug.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Signature {
    /// A disagreement of this kind.
    Disagreement(String),
    /// A fault of this kind.
    Fault(&'static str),
    /// The reading of a question that the case excludes.
    Excludes(&'static str, &'static str),
}

/// How one case ended, as far as adding up is concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) end: End,
    /// The process was of no more use.
    pub(crate) broke: bool,
    /// The deadline passed.
    pub(crate) hung: bool,
}

/// An [`Ending`] without its story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    Held,
    Open,
    NotShown,
    Failed(Signature),
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
    pub(crate) faults: u64,
    pub(crate) broke: u64,
    pub(crate) hung: u64,
    /// Why not all of its cases were run, where that was for reasons outside of it.
    pub(crate) given_up: Option<&'static str>,
    /// Every case, by its index; let go once it is clear which cases count.
    pub(crate) marks: BTreeMap<u64, Mark>,
    pub(crate) open: Option<(u64, String)>,
    pub(crate) not_shown: Option<(u64, String)>,
    pub(crate) labels: BTreeMap<Cow<'static, str>, u64>,
    pub(crate) failures: BTreeMap<Signature, First>,
    /// For a question and one of its readings: the first case that excludes the reading.
    pub(crate) excluded: BTreeMap<(&'static str, &'static str), u64>,
    /// The questions about which any case said something, and the first such case.
    pub(crate) asked: BTreeMap<&'static str, u64>,
}

impl Ending {
    /// What an exam's end means for the rule that the check belongs to.
    pub(crate) fn of(planned: &Planned, examined: Examined, pinned: &Readings) -> (Self, Vec<crate::rule::Evidence>) {
        match examined {
            Examined::Judged(Judgement { verdict, evidence }) => {
                let ending = match verdict {
                    Verdict::Held => Self::Held,
                    Verdict::Failed(disagreement) => Self::Failed(disagreement),
                    Verdict::Open(why) => Self::Open(why),
                    Verdict::NotShown(why) => Self::NotShown(why),
                };
                let ending = match pinned.contradicted(planned, &evidence) {
                    Some(disagreement) if !matches!(ending, Self::Failed(_)) => Self::Failed(disagreement),
                    _ => ending,
                };
                (ending, evidence)
            }
            Examined::NotOffered => (Self::NotShown("the subject does not offer the method".to_owned()), Vec::new()),
            Examined::Interrupted => (Self::Open("interrupted".to_owned()), Vec::new()),
            Examined::Faulted(fault, _) if planned.check.on_fault == OnFault::Fails => {
                let disagreement = Disagreement {
                    kind: format!("no answer: {}", fault.kind()),
                    expected: Value::from("an answer, whatever the input"),
                    observed: Value::from(fault.to_string()),
                };
                (Self::Failed(disagreement), Vec::new())
            }
            Examined::Faulted(fault, stderr) => (Self::Fault(fault, stderr), Vec::new()),
        }
    }

    /// Which bug this ending shows, if any.
    pub(crate) fn signature(&self) -> Option<Signature> {
        match self {
            Self::Failed(disagreement) => Some(Signature::Disagreement(disagreement.kind.clone())),
            Self::Fault(fault, _) => Some(Signature::Fault(fault.kind())),
            Self::Held | Self::Open(_) | Self::NotShown(_) => None,
        }
    }
}

impl Tally {
    /// Adds one case.
    pub(crate) fn add(
        &mut self,
        planned: &Planned,
        index: u64,
        document: &Value,
        examined: Examined,
        pinned: &Readings,
    ) {
        let fault = if let Examined::Faulted(fault, _) = &examined { Some(fault) } else { None };
        let broke = fault.is_some_and(Fault::ends_the_process);
        let hung = fault.is_some_and(Fault::is_out_of_time);
        let (ending, evidence) = Ending::of(planned, examined, pinned);
        self.label(planned, document);
        for found in evidence {
            keep_first(self.asked.entry(found.question).or_insert(index), index);
            for reading in super::reading::all(planned.rule, found.question) {
                if !found.consistent.contains(&reading) {
                    keep_first(self.excluded.entry((found.question, reading)).or_insert(index), index);
                }
            }
        }
        let end = match (ending.signature(), ending) {
            (Some(signature), _) => End::Failed(signature),
            (None, Ending::Open(why)) => {
                earlier(&mut self.open, (index, why));
                End::Open
            }
            (None, Ending::NotShown(why)) => {
                earlier(&mut self.not_shown, (index, why));
                End::NotShown
            }
            (None, _) => End::Held,
        };
        self.count(index, Mark { end, broke, hung });
    }

    fn label(&mut self, planned: &Planned, document: &Value) {
        for label in (planned.check.classify)(document) {
            *self.labels.entry(Cow::Borrowed(label)).or_default() += 1;
        }
    }

    /// Not all of the `planned` cases were run, if they were not, for this reason.
    pub(crate) fn give_up(&mut self, why: &'static str, planned: u64) {
        if self.cases < planned {
            self.given_up = Some(why);
        }
    }

    /// Counts how one case ended.
    pub(crate) fn count(&mut self, index: u64, mark: Mark) {
        self.cases += 1;
        self.broke += u64::from(mark.broke);
        self.hung += u64::from(mark.hung);
        match &mark.end {
            End::Held => self.held += 1,
            End::Open | End::NotShown => {}
            End::Failed(signature) => {
                self.faults += u64::from(matches!(signature, Signature::Fault(_)));
                let first = self.failures.entry(signature.clone()).or_insert(First { index, count: 0 });
                first.index = first.index.min(index);
                first.count += 1;
            }
        }
        self.marks.insert(index, mark);
    }

    /// Takes back every case after `last`; without one, all of them.
    pub(crate) fn cut(&mut self, planned: &Planned, last: Option<u64>) {
        let counts = |index: &u64| last.is_some_and(|last| *index <= last);
        if self.marks.keys().all(counts) {
            return;
        }
        let before = std::mem::take(self);
        self.open = before.open.filter(|(index, _)| counts(index));
        self.not_shown = before.not_shown.filter(|(index, _)| counts(index));
        self.asked = before.asked.into_iter().filter(|(_, index)| counts(index)).collect();
        self.excluded = before.excluded.into_iter().filter(|(_, index)| counts(index)).collect();
        for (index, mark) in before.marks.into_iter().filter(|(index, _)| counts(index)) {
            if let Some(document) = planned.case(index) {
                self.label(planned, &document);
            }
            self.count(index, mark);
        }
    }

    /// Adds what other cases of the same check added up to.
    pub(crate) fn merge(&mut self, other: Self) {
        self.given_up = self.given_up.or(other.given_up);
        self.cases += other.cases;
        self.held += other.held;
        self.faults += other.faults;
        self.broke += other.broke;
        self.hung += other.hung;
        self.marks.extend(other.marks);
        if let Some(open) = other.open {
            earlier(&mut self.open, open);
        }
        if let Some(not_shown) = other.not_shown {
            earlier(&mut self.not_shown, not_shown);
        }
        for (label, count) in other.labels {
            *self.labels.entry(label).or_default() += count;
        }
        for (question, index) in other.asked {
            keep_first(self.asked.entry(question).or_insert(index), index);
        }
        for (key, index) in other.excluded {
            keep_first(self.excluded.entry(key).or_insert(index), index);
        }
        for (signature, theirs) in other.failures {
            let first = self.failures.entry(signature).or_insert(First { index: theirs.index, count: 0 });
            first.index = first.index.min(theirs.index);
            first.count += theirs.count;
        }
    }

    /// The labels that had to come up and did not.
    pub(crate) fn missing_labels(&self, planned: &Planned) -> Vec<&'static str> {
        planned.check.labels.iter().copied().filter(|label| !self.labels.contains_key(*label)).collect()
    }
}

fn keep_first(place: &mut u64, index: u64) {
    *place = (*place).min(index);
}

fn earlier(place: &mut Option<(u64, String)>, other: (u64, String)) {
    if place.as_ref().is_none_or(|(index, _)| other.0 < *index) {
        *place = Some(other);
    }
}
