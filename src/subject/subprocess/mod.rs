//! A subject behind the pipes of a subprocess.

mod conversation;
mod handshake;
mod key_order;
mod lines;
mod message;
mod parting;
mod pipes;
mod process;
mod running;
mod stderr;
mod strays;
mod strict;
mod surroundings;
#[cfg(test)]
mod tests;
mod visible;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub use self::surroundings::Surroundings;
use super::{Fault, Implementation, LaunchError, Launcher, Link};
use handshake::Failure;

pub(crate) use running::Subprocess;
pub(crate) use strays::Strays;
pub(crate) use visible::excerpt;

#[cfg(not(unix))]
compile_error!("subprocesses need process groups and poll: only Unix systems are supported so far");

/// A command that starts a subject.
#[derive(Debug, Clone)]
pub struct Command {
    words: Vec<String>,
    deadline: Duration,
    surroundings: Surroundings,
    /// Who answered first: every later process has to be the same.
    known: Arc<OnceLock<Implementation>>,
}

impl Command {
    /// The program and its arguments; `deadline` bounds the wait for `initialize` and for `shutdown`.
    #[must_use]
    pub fn new(words: Vec<String>, deadline: Duration) -> Self {
        Self { words, deadline, surroundings: Surroundings::default(), known: Arc::default() }
    }

    /// The same command in other surroundings.
    #[must_use]
    pub fn in_surroundings(self, surroundings: Surroundings) -> Self {
        Self { surroundings, ..self }
    }

    /// Starts the subject as [`Launcher::launch`] does, but puts prose on its stdout aside instead of giving up.
    pub(crate) fn visit(&self) -> Result<Subprocess, LaunchError> {
        self.start(Some(Strays::default()))
    }

    fn start(&self, strays: Option<Strays>) -> Result<Subprocess, LaunchError> {
        let (process, pipes) = process::Process::spawn(&self.surroundings.words(&self.words), &self.surroundings)
            .map_err(|error| LaunchError::from_spawning(self.shown(), &self.words, error))?;
        let mut subject = Subprocess::new(process, pipes, self.deadline);
        subject.strays = strays;
        subject.initialise(self.deadline).map_err(|failure| {
            let prose = subject.strays.as_ref().and_then(|strays| strays.first.first());
            let failure = match (failure, prose) {
                // It spoke, only not the protocol: that tells more than that it did not answer.
                (Failure::Fault(Fault::Deadline(_), limit), Some(line)) => {
                    Failure::Fault(Fault::Garbage(line.clone()), limit)
                }
                (failure, _) => failure,
            };
            failure.of(self.shown(), &subject.stderr_tail())
        })?;
        let known = self.known.get_or_init(|| subject.implementation.clone());
        match known.difference(&subject.implementation) {
            Some(what) => Err(LaunchError::OtherSubject { command: self.shown(), what: excerpt(what.as_bytes(), 300) }),
            None => Ok(subject),
        }
    }

    /// The command as it could be typed into a shell.
    pub(crate) fn shown(&self) -> String {
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
        Ok(Box::new(self.start(None)?))
    }

    fn command(&self) -> Option<&[String]> {
        Some(&self.words)
    }
}
