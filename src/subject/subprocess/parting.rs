//! How a subject takes its leave, looked at closely.

use std::time::{Duration, Instant};

use super::super::Fault;
use super::running::Subprocess;
use super::strays::Strays;

/// How long what a subject started may outlive it: it may be about to end as well.
const STRAGGLE: Duration = Duration::from_secs(1);

impl Subprocess {
    /// Takes what was put aside so far.
    pub(crate) fn take_strays(&mut self) -> Strays {
        self.strays.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// `shutdown`, end of input, exit status: what was out of order, if anything.
    pub(crate) fn shut_down(&mut self) -> Option<Fault> {
        self.farewell()
    }

    /// Ends the input without a word, and says whether the process ended as well.
    pub(crate) fn hang_up(&mut self, limit: Duration) -> bool {
        self.pipes.close_stdin();
        self.wait_for_exit(limit).is_some()
    }

    /// Whether something that the subject started still holds its stdout or stderr after it ended.
    pub(crate) fn leaves_something_running(&mut self) -> bool {
        let end = Instant::now() + STRAGGLE;
        while self.pipes.is_held() && Instant::now() < end {
            self.pipes.turn(Duration::from_millis(10));
            self.pipes.lines.rest();
        }
        self.pipes.is_held()
    }
}
