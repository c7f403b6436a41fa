//! A subject behind the pipes of a subprocess.

use super::{LaunchError, Launcher, Link};
use std::time::Duration;

/// A command that starts a subject.
#[derive(Debug, Clone)]
pub struct Command {
    words: Vec<String>,
    deadline: Duration,
}

impl Command {
    /// The program and its arguments; `deadline` bounds the wait for `initialize`.
    #[must_use]
    pub fn new(words: Vec<String>, deadline: Duration) -> Self {
        Self { words, deadline }
    }
}

impl Launcher for Command {
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError> {
        let _ = self.deadline;
        Err(LaunchError::OtherVersion { command: self.words.join(" "), theirs: String::new(), ours: 1 })
    }

    fn command(&self) -> Option<&[String]> {
        Some(&self.words)
    }
}
