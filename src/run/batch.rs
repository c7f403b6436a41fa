//! Cases in batches, and workers that take them one after the other.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::subject::Launcher;

/// Consecutive cases of one check.
#[derive(Debug, Clone, Copy)]
pub(super) struct Batch {
    pub(super) check: usize,
    pub(super) start: u64,
    pub(super) end: u64,
}

/// Cuts the cases `from..to` of a check into batches.
pub(super) fn batches(launcher: &dyn Launcher, check: usize, from: u64, to: u64) -> impl Iterator<Item = Batch> {
    let size = launcher.economy().batch;
    (from..to).step_by(usize::try_from(size).unwrap_or(1)).map(move |start| Batch {
        check,
        start,
        end: (start + size).min(to),
    })
}

/// Batches that workers take one after the other.
pub(super) struct Queue {
    batches: Vec<Batch>,
    next: AtomicUsize,
}

impl Queue {
    pub(super) fn new(batches: Vec<Batch>) -> Self {
        Self { batches, next: AtomicUsize::new(0) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    pub(super) fn take(&self) -> Option<Batch> {
        self.batches.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    /// Nothing more is taken.
    pub(super) fn clear(&self) {
        self.next.store(usize::MAX / 2, Ordering::Relaxed);
    }
}
