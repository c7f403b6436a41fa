//! How much of a check the document decides: the share of its edges and of drawn cases that the reference lets be
//! judged. What is left open is a decision of whoever wrote the check, and this is where it shows.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::exercise::{Limits, Starts, Task, Worker};
use super::plan::Planned;
use super::pool::SIDE_BY_SIDE;
use super::reading::Readings;
use super::tally::Tally;
use crate::rule::{CheckRef, CorpusError};

/// How many of some cases were judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The cases that were put to the reference.
    pub cases: u64,
    /// Those of them that the document decides.
    pub judged: u64,
}

/// What the document decides of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Decided {
    /// The check, by its id within the rule.
    pub check: &'static str,
    /// Of its edges.
    pub edges: Share,
    /// Of its drawn cases.
    pub drawn: Share,
}

impl Share {
    /// Whether at least so many percent were judged; of no cases, any share was.
    #[must_use]
    pub fn reaches(&self, percent: u64) -> bool {
        self.judged * 100 >= self.cases * percent
    }
}

/// Puts the edges of a check, and as many drawn cases as a run has that draws `random` of an ordinary check, to the
/// reference runtime of its suite.
///
/// # Errors
/// When the rule's corpus cannot be read.
pub fn decided(of: CheckRef, random: u64) -> Result<Decided, CorpusError> {
    let planned = Planned::new(of, 0)?;
    let given = planned.given();
    let edges = (of.check.edges)().len() as u64;
    Ok(Decided {
        check: of.check.id,
        edges: share(&planned, given.saturating_sub(edges)..given),
        drawn: share(&planned, given..planned.cases(random)),
    })
}

fn share(planned: &Planned, cases: std::ops::Range<u64>) -> Share {
    let launcher = || planned.suite.reference();
    let (starts, never) = (Starts::default(), AtomicBool::new(false));
    let mut worker = Worker::new(&launcher, Limits::new(super::DEFAULT_DEADLINE, &never, &starts));
    let mut tally = Tally::default();
    let least = if planned.check.waits { SIDE_BY_SIDE } else { 1 };
    let tasks = cases.filter_map(|index| Some(Task::new(index, planned.of, planned.case(index)?)));
    worker.examine(least, tasks, |task, examined| {
        tally.add(planned, task, examined, &Readings::default());
        true
    });
    Share { cases: tally.cases, judged: tally.judged }
}
