//! The clock that deadlines are measured by. A test may hold it: then time passes only where the test says so.

#[cfg(test)]
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What tells the time.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Clock {
    /// The machine's clock.
    #[default]
    Machine,
    /// So many seconds after a fixed moment.
    #[cfg(test)]
    Held(Instant, &'static AtomicU64),
    /// The same, and no time is given back: what a run would be like that did not.
    #[cfg(test)]
    Unforgiving(Instant, &'static AtomicU64),
}

impl Clock {
    /// The time.
    pub(crate) fn now(self) -> Instant {
        match self {
            Self::Machine => Instant::now(),
            #[cfg(test)]
            Self::Held(begin, seconds) | Self::Unforgiving(begin, seconds) => {
                begin + Duration::from_secs(seconds.load(Ordering::Relaxed))
            }
        }
    }

    /// How much of the time since then is given back to open calls, because nobody listened to them.
    pub(crate) fn unheard_since(self, begin: Instant) -> Duration {
        match self {
            #[cfg(test)]
            Self::Unforgiving(..) => Duration::ZERO,
            clock => clock.now() - begin,
        }
    }
}
