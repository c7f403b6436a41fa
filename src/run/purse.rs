//! What may be spent on one finding that costs a process for every attempt.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::exercise::Clock;

/// How long one failure is looked into that shows only after others.
const TIME: Duration = Duration::from_secs(20);

/// What is left to spend.
#[derive(Debug)]
pub(super) struct Purse {
    clock: Clock,
    until: Instant,
    emptied: Cell<bool>,
}

impl Purse {
    /// As much as one finding is worth.
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, until: clock.now() + TIME, emptied: Cell::new(false) }
    }

    /// Whether another attempt can be made.
    pub(super) fn allows_one_more(&self) -> bool {
        let allows = self.clock.now() < self.until;
        self.emptied.set(self.emptied.get() || !allows);
        allows
    }

    /// Why what was found may not be the smallest, if an attempt was not made.
    pub(super) fn told(&self) -> Option<&'static str> {
        self.emptied.get().then_some("every attempt needs a new process, and 20 s were spent on them")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn once_it_is_empty_it_says_so() {
        static SECONDS: AtomicU64 = AtomicU64::new(0);
        let purse = Purse::new(Clock::Held(Instant::now(), &SECONDS));
        assert!(purse.allows_one_more());
        SECONDS.store(TIME.as_secs(), Ordering::Relaxed);
        assert_eq!(purse.told(), None);
        assert!(!purse.allows_one_more());
        assert!(purse.told().is_some_and(|why| why.contains(&format!("{} s", TIME.as_secs()))));
    }
}
