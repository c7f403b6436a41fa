//! The clock that deadlines are measured by. A test may hold it: then time passes only where the test says so.

#[cfg(test)]
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(test)]
use std::time::Duration;
use std::time::Instant;

/// What tells the time.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Clock {
    /// The machine's clock.
    #[default]
    Machine,
    /// So many seconds after a fixed moment.
    #[cfg(test)]
    Held(Instant, &'static AtomicU64),
}

impl Clock {
    /// The time.
    pub(crate) fn now(self) -> Instant {
        match self {
            Self::Machine => Instant::now(),
            #[cfg(test)]
            Self::Held(begin, seconds) => begin + Duration::from_secs(seconds.load(Ordering::Relaxed)),
        }
    }
}
