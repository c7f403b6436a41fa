//! When a check is given up: every fault costs a new process, every hang a deadline.
//!
//! Which cases count follows from how each of them ended, in the order of their numbers, and not from who ran them
//! when: more workers run more cases than count, and shards run at least those that count in the whole.

use std::collections::BTreeMap;

use super::plan::Planned;
use super::tally::{End, Mark, Signature, Tally};

/// After so many faults a check is given up: every one costs a new process.
const FAULTS_ENOUGH: u64 = 8;
/// After so many hangs a check is given up: every one costs a deadline.
const HANGS_ENOUGH: u64 = 2;
/// After so many hangs in all, nothing more is tried that a hang could meet.
const HANGS_ENOUGH_IN_ALL: u64 = 8;

/// What speaks for giving up.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Trouble {
    faults: u64,
    broke: u64,
    hung: u64,
}

impl Trouble {
    pub(super) fn add(&mut self, mark: &Mark) {
        self.faults += u64::from(matches!(mark.end, End::Failed(Signature::Fault(_))));
        self.broke += u64::from(mark.broke);
        self.hung += u64::from(mark.hung);
    }

    /// Whether a batch of cases ends here.
    pub(super) fn stops_a_batch(self) -> bool {
        self.broke >= FAULTS_ENOUGH || self.hung >= HANGS_ENOUGH
    }

    /// Whether no further batch begins.
    pub(super) fn gives_up(self) -> bool {
        self.stops_a_batch() || self.faults >= FAULTS_ENOUGH
    }

    /// Of a whole check.
    pub(super) fn of(tally: &Tally) -> Self {
        Self { faults: tally.faults, broke: tally.broke, hung: tally.hung }
    }
}

/// Whether there were so many hangs in these checks that nothing more is begun.
pub(super) fn too_many_hangs(hangs_per_check: impl Iterator<Item = u64>) -> bool {
    hangs_per_check.map(|hung| hung.min(HANGS_ENOUGH)).sum::<u64>() >= HANGS_ENOUGH_IN_ALL
}

/// The last case that counts, if not all of them do. `batch_of` tells the batch of a case.
pub(super) fn last_that_counts(
    marks: &BTreeMap<u64, Mark>,
    hangs_before: u64,
    batch_of: impl Fn(u64) -> u64,
) -> Option<u64> {
    let (mut in_all, mut in_batch) = (Trouble::default(), Trouble::default());
    let mut previous: Option<u64> = None;
    for (index, mark) in marks {
        if let Some(previous) = previous.filter(|previous| batch_of(*previous) != batch_of(*index)) {
            if in_all.gives_up() || hangs_before + in_all.hung >= HANGS_ENOUGH_IN_ALL {
                return Some(previous);
            }
            in_batch = Trouble::default();
        }
        in_all.add(mark);
        in_batch.add(mark);
        if in_batch.stops_a_batch() {
            return Some(*index);
        }
        previous = Some(*index);
    }
    None
}

/// Leaves out every case that does not count. `first_of` tells the first case of a check, where its batches begin.
pub(super) fn leave_out(plan: &[Planned], tallies: &mut [Tally], batch: u64, first_of: impl Fn(usize) -> u64) {
    let mut hangs = 0;
    for (check, (planned, tally)) in plan.iter().zip(tallies).enumerate() {
        let begin = first_of(check);
        if hangs >= HANGS_ENOUGH_IN_ALL {
            tally.cut(planned, None);
        } else if let Some(last) = last_that_counts(&tally.marks, hangs, |index| index.saturating_sub(begin) / batch) {
            tally.cut(planned, Some(last));
        }
        hangs += tally.hung;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(text: &str) -> BTreeMap<u64, Mark> {
        let mark = |c: char| match c {
            'x' => Mark { end: End::Failed(Signature::Fault("exited")), broke: true, hung: false },
            'H' => Mark { end: End::Failed(Signature::Fault("hung")), broke: true, hung: true },
            'e' => Mark { end: End::Failed(Signature::Fault("error")), broke: false, hung: false },
            _ => Mark { end: End::Held, broke: false, hung: false },
        };
        (0..).zip(text.chars().map(mark)).collect()
    }

    fn last(text: &str) -> Option<u64> {
        last_that_counts(&marks(text), 0, |index| index / 10)
    }

    #[test]
    fn enough_is_enough_at_the_same_case_whoever_ran_it() {
        assert_eq!(last("................"), None);
        assert_eq!(last("xxxxxxxx.."), Some(7));
        assert_eq!(last(".H..H....."), Some(4));
        // What does not end the process is cheap: the batch is finished.
        assert_eq!(last("eeeeeeeee...."), Some(9));
        assert_eq!(last("eeee......eeee......e"), Some(19));
        // Two of a kind in two batches.
        assert_eq!(last(".H......... .H.....  .H"), Some(19));
    }

    #[test]
    fn hangs_elsewhere_count_too() {
        assert_eq!(last_that_counts(&marks("H..........."), 7, |index| index / 10), Some(9));
        assert!(too_many_hangs([2, 2, 5, 2].into_iter()));
        assert!(!too_many_hangs([9, 9, 9].into_iter()));
    }
}
