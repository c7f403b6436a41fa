//! Time as a conversation has it: that of the machine, or one that goes by only while everybody waits for it.
//!
//! A subject in this process that takes the time from its [`Host`](super::Host) alone need not be waited for: when all
//! of its open calls are at rest, nothing can happen before the next moment that somebody waits for, and it comes at once.
//! So time limits are judged exactly, on a machine of any speed, and nobody sits through them.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::mutex::lock;

/// How long calls may be at work without a word before that is time too.
const AT_WORK: Duration = Duration::from_secs(5);

/// A clock that is put forward.
#[derive(Debug)]
pub(crate) struct Time(Mutex<Instant>);

impl Time {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Instant::now()))
    }

    /// What it shows.
    pub(crate) fn now(&self) -> Instant {
        *lock(&self.0)
    }
}

/// The open calls of a subject that takes its time from here, and which of them are at rest.
#[derive(Debug, Default)]
pub(super) struct Rests {
    /// Per open call: how many replies it was given, and until when it waits, if it is at rest.
    open: BTreeMap<u64, (u64, Option<Until>)>,
    /// For how long nothing was heard although somebody is at work.
    silent: Duration,
}

/// Until when a call waits, if not for a reply alone.
pub(super) type Until = Option<Instant>;

impl Rests {
    pub(super) fn opened(&mut self, call: u64) {
        self.open.insert(call, (0, None));
    }

    pub(super) fn closed(&mut self, call: u64) {
        self.open.remove(&call);
    }

    /// A reply is on its way to a call.
    pub(super) fn replied(&mut self, call: u64) {
        if let Some((replies, rest)) = self.open.get_mut(&call) {
            *replies += 1;
            *rest = None;
        }
    }

    /// A call is at rest that had taken in so many replies; with fewer than it was given, it is not.
    pub(super) fn rested(&mut self, call: u64, taken: u64, until: Until) {
        if let Some((replies, rest)) = self.open.get_mut(&call)
            && *replies == taken
        {
            *rest = Some(until);
        }
    }

    /// Whether nothing can happen before time goes by.
    pub(super) fn are_all(&self) -> bool {
        !self.open.is_empty() && self.open.values().all(|(_, rest)| rest.is_some())
    }

    pub(super) fn heard(&mut self) {
        self.silent = Duration::ZERO;
    }

    /// Somebody has been at work for so long without a word. That of a moment is the machine's.
    pub(super) fn worked(&mut self, time: &Time, wait: Duration) {
        self.silent += wait;
        if self.silent > AT_WORK {
            *lock(&time.0) += wait;
        }
    }

    /// Puts the clock forward by `wait`, but not beyond the next moment that a call waits for: the calls whose moment has
    /// come.
    pub(super) fn put_forward(&mut self, time: &Time, wait: Duration) -> Vec<u64> {
        let mut now = lock(&time.0);
        let next = self.open.values().filter_map(|(_, rest)| (*rest)?).min();
        *now = next.map_or(*now + wait, |next| next.clamp(*now, *now + wait));
        let is_due = |(_, rest): &(u64, Option<Until>)| rest.flatten().is_some_and(|until| until <= *now);
        let due: Vec<u64> = self.open.iter().filter(|(_, call)| is_due(call)).map(|(call, _)| *call).collect();
        for call in &due {
            self.open.entry(*call).and_modify(|(_, rest)| *rest = None);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_by_to_the_next_moment_that_somebody_waits_for() {
        let (time, mut rests) = (Time::new(), Rests::default());
        let (begin, wait) = (time.now(), Duration::from_secs(3));
        let after = |seconds| begin + Duration::from_secs(seconds);
        rests.opened(1);
        rests.opened(2);
        rests.rested(1, 0, Some(after(2)));
        assert!(!rests.are_all());
        rests.rested(2, 0, None);
        assert!(rests.are_all());
        assert_eq!((rests.put_forward(&time, wait), time.now()), (vec![1], after(2)));
        assert!(!rests.are_all(), "its moment has come");
        rests.replied(2);
        rests.rested(1, 0, None);
        rests.rested(2, 0, None);
        assert!(!rests.are_all(), "a reply is on its way");
        rests.rested(2, 1, None);
        assert_eq!((rests.put_forward(&time, wait), time.now()), (vec![], after(5)));
    }

    #[test]
    fn whoever_works_without_end_is_no_longer_at_work() {
        let (time, mut rests) = (Time::new(), Rests::default());
        let begin = time.now();
        rests.worked(&time, AT_WORK);
        assert_eq!(time.now(), begin);
        rests.worked(&time, AT_WORK);
        assert_eq!(time.now(), begin + AT_WORK);
    }
}
