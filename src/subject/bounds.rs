//! How much a subject may say, and for how long, before it is stopped. Generous: no honest answer comes near.
//!
//! Bytes alone do not bound memory: `{"":0}` takes seven bytes on the wire and a hundred times that once it is read.
//! So values are counted as well.

use std::time::Duration;

/// The longest line that is read from stdout: an answer, a host call or an event.
pub(crate) const LINE_BYTES: usize = 16 * 1024 * 1024;

/// The most JSON values in one line, and in all host calls and events of the open calls.
pub(crate) const VALUES: usize = 250_000;

/// The most bytes in all host calls and events of the calls that are open on one process.
pub(crate) const TRACE_BYTES: usize = 32 * 1024 * 1024;

/// The most host calls and events in one call.
pub(crate) const TRACE_LINES: usize = 20_000;

/// The most bytes on stderr between two answers.
pub(crate) const STDERR_BYTES: usize = 256 * 1024 * 1024;

/// How many deadlines a call lasts at most, however much is said meanwhile.
const DEADLINES_IN_A_LIFE: u32 = 12;

/// How long a call lasts at most, by how long its subject may be silent.
pub(crate) fn life(deadline: Duration) -> Duration {
    deadline.saturating_mul(DEADLINES_IN_A_LIFE)
}
