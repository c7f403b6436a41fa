//! Where there is no supervisor, because the system has no means or the program is not ours: what a subject starts ends with its process group.

use std::path::Path;
use std::process::{Command, ExitCode};

use super::limits::Limits;

/// What a supervisor would print: nobody does.
pub(super) const NOT_STARTED: &str = "there is no supervisor here\n";

/// This program is never called to be the supervisor.
pub(crate) fn supervise() -> Option<ExitCode> {
    None
}

/// Subjects cannot be supervised here.
pub(super) fn is_available() -> bool {
    false
}

/// Never called: nothing is supervised.
pub(super) fn command(words: &[String], _: Limits, _: Option<&Path>) -> Command {
    Command::new(words.first().map_or("", String::as_str))
}
