//! Cases in batches, and workers that take them one after the other.

use std::collections::VecDeque;
use std::sync::Mutex;

use crate::mutex::lock;

/// Consecutive cases of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Batch {
    pub(super) check: usize,
    pub(super) start: u64,
    pub(super) end: u64,
}

/// Cuts the cases `from..to` of a check into batches of `size`, counted from `begin`.
pub(super) fn batches(size: u64, check: usize, begin: u64, (from, to): (u64, u64)) -> impl Iterator<Item = Batch> {
    let mut start = from;
    std::iter::from_fn(move || {
        let end = (begin + ((start - begin) / size + 1) * size).min(to);
        let batch = Batch { check, start, end };
        start = end;
        (batch.start < end).then_some(batch)
    })
}

/// Batches that workers take one after the other, whole or in parts.
pub(super) struct Queue(Mutex<Waiting>);

struct Waiting {
    batches: VecDeque<Batch>,
    /// Whether a part of the first one was taken.
    begun: bool,
}

impl Queue {
    pub(super) fn new(batches: Vec<Batch>) -> Self {
        Self(Mutex::new(Waiting { batches: batches.into(), begun: false }))
    }

    pub(super) fn is_empty(&self) -> bool {
        lock(&self.0).batches.is_empty()
    }

    /// The next cases, no more than `most` of them.
    pub(super) fn take(&self, most: u64) -> Option<Batch> {
        let mut waiting = lock(&self.0);
        let first = waiting.batches.front_mut()?;
        let part = Batch { end: first.end.min(first.start.saturating_add(most.max(1))), ..*first };
        first.start = part.end;
        waiting.begun = part.end < first.end;
        if !waiting.begun {
            waiting.batches.pop_front();
        }
        Some(part)
    }

    /// No batch of `check` or of those after it is begun any more. What comes before it is run whoever gets to it, and
    /// what was begun is taken to its end: how fast the subject is decides who is first and into how many parts a batch
    /// falls, and must not decide what is found.
    pub(super) fn begin_none_from(&self, check: usize) {
        let mut waiting = lock(&self.0);
        let mut begun = waiting.begun;
        waiting.batches.retain(|batch| std::mem::take(&mut begun) || batch.check < check);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_end_where_they_would_have_ended_without_a_stop_between() {
        let bounds = |from, to| batches(10, 0, 3, (from, to)).map(|batch| (batch.start, batch.end)).collect::<Vec<_>>();
        assert_eq!(bounds(3, 25), [(3, 13), (13, 23), (23, 25)]);
        assert_eq!([bounds(3, 7), bounds(7, 25)].concat(), [(3, 7), (7, 13), (13, 23), (23, 25)]);
        assert!(bounds(7, 7).is_empty());
    }

    #[test]
    fn what_is_taken_in_parts_is_taken_once() {
        let queue = Queue::new(batches(10, 0, 0, (0, 25)).collect());
        let mut parts = Vec::new();
        while let Some(part) = queue.take(4) {
            parts.extend(part.start..part.end);
        }
        assert_eq!(parts, (0..25).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_taken_before_an_end_does_not_depend_on_its_parts() {
        let taken = |part: u64| {
            let queue = Queue::new(batches(10, 0, 0, (0, 25)).collect());
            let first = queue.take(part).unwrap();
            queue.begin_none_from(0);
            let mut taken: Vec<u64> = (first.start..first.end).collect();
            while let Some(part) = queue.take(part) {
                taken.extend(part.start..part.end);
            }
            taken
        };
        assert_eq!(taken(4), taken(u64::MAX));
        assert_eq!(taken(10), (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn what_comes_before_an_end_is_taken_all_the_same() {
        let of = |check| batches(10, check, 0, (0, 20));
        let queue = Queue::new(of(0).chain(of(1)).collect());
        queue.begin_none_from(1);
        let checks: Vec<usize> = std::iter::from_fn(|| queue.take(u64::MAX)).map(|batch| batch.check).collect();
        assert_eq!(checks, [0, 0]);
    }
}
