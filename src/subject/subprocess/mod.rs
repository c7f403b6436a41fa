//! A subject behind the pipes of a subprocess.

mod conversation;
mod handshake;
mod key_order;
mod lines;
mod message;
mod pipes;
mod process;
mod running;
mod stderr;
mod surroundings;
#[cfg(test)]
mod tests;
mod visible;

use std::time::Duration;

pub use self::surroundings::Surroundings;
use super::{LaunchError, Launcher, Link};

#[cfg(not(unix))]
compile_error!("subprocesses need process groups and poll: only Unix systems are supported so far");

/// A command that starts a subject.
#[derive(Debug, Clone)]
pub struct Command {
    words: Vec<String>,
    deadline: Duration,
    surroundings: Surroundings,
}

impl Command {
    /// The program and its arguments; `deadline` bounds the wait for `initialize` and for `shutdown`.
    #[must_use]
    pub fn new(words: Vec<String>, deadline: Duration) -> Self {
        Self { words, deadline, surroundings: Surroundings::default() }
    }

    /// The same command in other surroundings.
    #[must_use]
    pub fn in_surroundings(self, surroundings: Surroundings) -> Self {
        Self { surroundings, ..self }
    }

    /// The command as it could be typed into a shell.
    fn shown(&self) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
        let quoted = self.words.iter().map(|word| match word.as_str() {
            word if !word.is_empty() && word.chars().all(plain) => word.to_owned(),
            word => format!("'{}'", word.replace('\'', r"'\''")),
        });
        visible::visible(&quoted.collect::<Vec<_>>().join(" "))
    }
}

impl Launcher for Command {
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError> {
        let (process, pipes) = process::Process::spawn(&self.surroundings.words(&self.words), &self.surroundings)
            .map_err(|error| LaunchError::from_spawning(self.shown(), &self.words, error))?;
        let mut subject = running::Subprocess::new(process, pipes, self.deadline);
        subject.initialise(self.deadline).map_err(|failure| failure.of(self.shown(), &subject.stderr_tail()))?;
        Ok(Box::new(subject))
    }

    fn command(&self) -> Option<&[String]> {
        Some(&self.words)
    }
}
