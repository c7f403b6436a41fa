//! How often in a row a subject could not be started: a run does not try for ever. And how much those that were
//! started have answered.

use std::collections::BTreeMap;
use std::mem::{Discriminant, discriminant};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::mutex::lock;
use crate::subject::{Answer, LaunchError};

/// After so many failures of the same kind in a row, nothing more is started.
const ENOUGH: u32 = 5;

/// How many processes a run starts to tell one cause from another, for calls that are put once.
const TO_SPARE: u32 = 24;
/// How many for calls that repeat: every one of them is asked of a new process once, and there are only so many. A subject
/// that remembers what it should not goes wrong everywhere, and each step has plain calls of its own.
const TO_SPARE_FOR_REPEATED: usize = 96;

/// A call, by its method and its parameters.
pub(super) type Known = (&'static str, String);

/// The attempts of a run to start its subject.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    failures: Mutex<Option<(Discriminant<LaunchError>, u32)>>,
    /// How many processes were started to tell one cause from another.
    spent: AtomicU32,
    /// What new processes said to calls that repeat; none as long as one is asked.
    spared: Mutex<BTreeMap<Known, Option<Answer>>>,
    /// What the last attempt said.
    error: Mutex<Option<String>>,
    /// How many calls all processes have answered.
    answers: AtomicU64,
}

impl Starts {
    /// The reason shown where nothing more was tried.
    pub(crate) const REASON: &'static str = "given up: the subject failed to start 5 times in a row";

    /// Whether a process may be started to tell one cause from another: only so many are.
    pub(super) fn one_to_spare(&self) -> bool {
        self.spent.fetch_add(1, Ordering::Relaxed) < TO_SPARE
    }

    /// What a new process said to a call that repeats.
    pub(super) fn spared(&self, known: &Known) -> Option<Answer> {
        lock(&self.spared).get(known).cloned().flatten()
    }

    /// Whether a process may be started for a call that repeats.
    pub(super) fn one_to_spare_for(&self, known: &Known) -> bool {
        let mut spared = lock(&self.spared);
        if spared.len() < TO_SPARE_FOR_REPEATED {
            spared.entry(known.clone()).or_default();
        }
        spared.contains_key(known)
    }

    /// Keeps what a new process said to a call that repeats.
    pub(super) fn keep(&self, known: Known, answer: &Answer) {
        lock(&self.spared).insert(known, Some(answer.clone()));
    }

    /// Takes note of an answer.
    pub(super) fn answered(&self) {
        self.answers.fetch_add(1, Ordering::Relaxed);
    }

    /// How many calls were answered.
    pub(crate) fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }

    /// Takes note of an attempt.
    pub(super) fn note<T>(&self, attempt: &Result<T, LaunchError>) {
        if let Err(error) = attempt {
            *lock(&self.error) = Some(error.to_string());
        }
        let mut failures = lock(&self.failures);
        *failures = match (attempt, *failures) {
            (Ok(_), _) => None,
            (Err(error), Some((kind, count))) if kind == discriminant(error) => Some((kind, count + 1)),
            (Err(error), _) => Some((discriminant(error), 1)),
        };
    }

    /// Why nothing more was started, if so.
    pub(crate) fn hopeless(&self) -> Option<String> {
        self.are_hopeless().then(|| lock(&self.error).clone().unwrap_or_default())
    }

    /// Whether there were enough.
    pub(crate) fn are_hopeless(&self) -> bool {
        lock(&self.failures).is_some_and(|(_, count)| count >= ENOUGH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_of_a_kind_in_a_row_are_enough() {
        let starts = Starts::default();
        let note = |error: Option<LaunchError>| starts.note(&error.map_or(Ok(()), Err));
        (0..4).for_each(|_| note(Some(LaunchError::Empty)));
        note(Some(LaunchError::Interrupted));
        (0..4).for_each(|_| note(Some(LaunchError::Empty)));
        note(None);
        (0..4).for_each(|_| note(Some(LaunchError::Empty)));
        assert!(!starts.are_hopeless());
        note(Some(LaunchError::Empty));
        assert!(starts.are_hopeless());
        assert!(Starts::REASON.contains(&ENOUGH.to_string()));
    }
}
