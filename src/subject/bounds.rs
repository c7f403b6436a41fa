//! How much a subject may say, and for how long, before it is stopped. Generous: no honest answer comes near.
//!
//! Bytes alone do not bound memory: `{"":0}` takes seven bytes on the wire and a hundred times that once it is read.
//! So values are counted as well.

use std::time::Duration;

/// The most host calls and events in one call.
pub(crate) const TRACE_LINES: usize = 20_000;

/// The fewest JSON values that are always read, however few bytes may be said.
const VALUES: usize = 250_000;

/// A bound in bytes that is raised lets one more value in for so many bytes.
const BYTES_OF_A_VALUE: usize = 68;

/// How many deadlines a call lasts at most, however much is said meanwhile.
const DEADLINES_IN_A_LIFE: u32 = 12;

/// What a subject may say on one process, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The longest line that is read from stdout: an answer, a host call or an event.
    pub answer: usize,
    /// The most in all host calls and events of the calls that are open.
    pub trace: usize,
    /// The most on stderr between two answers.
    pub stderr: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { answer: 16 << 20, trace: 32 << 20, stderr: 256 << 20 }
    }
}

impl Bounds {
    /// The most JSON values in one line, and in all host calls and events of the open calls.
    pub(crate) fn values(self) -> usize {
        VALUES.max(self.answer / BYTES_OF_A_VALUE)
    }
}

/// How long a call lasts at most, by how long its subject may be silent.
pub(crate) fn life(deadline: Duration) -> Duration {
    deadline.saturating_mul(DEADLINES_IN_A_LIFE)
}
