//! A subject behind the pipes of a subprocess.

mod conversation;
mod handshake;
mod key_order;
mod limits;
mod lines;
mod message;
mod parting;
mod pipes;
mod process;
mod running;
mod scratch;
mod stderr;
mod strays;
mod strict;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod supervisor;
#[cfg(not(all(target_os = "linux", feature = "cli")))]
#[path = "no_supervisor.rs"]
mod supervisor;
mod surroundings;
#[cfg(test)]
mod tests;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod tree;
mod visible;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub use self::limits::Limits;
use self::limits::START;
pub use self::surroundings::Surroundings;
use super::{Fault, Implementation, LaunchError, Launcher, Link};
use crate::inert::shell_word;
use handshake::Failure;
use process::{Process, Setting};

pub(crate) use conversation::hear_line;
pub(crate) use running::Subprocess;
pub(crate) use strays::Strays;
pub(crate) use supervisor::supervise;
pub(crate) use visible::excerpt;

#[cfg(not(unix))]
compile_error!("subprocesses need process groups and poll: only Unix systems are supported so far");

static NEVER: AtomicBool = AtomicBool::new(false);

/// A command that starts a subject.
#[derive(Debug, Clone)]
pub struct Command {
    words: Vec<String>,
    deadline: Duration,
    surroundings: Surroundings,
    limits: Limits,
    /// Set when nothing more is to be waited for.
    interrupted: &'static AtomicBool,
    /// Who answered first: every later process has to be the same.
    known: Arc<OnceLock<Implementation>>,
}

impl Command {
    /// The program and its arguments; `deadline` bounds the wait for `shutdown`.
    #[must_use]
    pub fn new(words: Vec<String>, deadline: Duration) -> Self {
        Self {
            words,
            deadline,
            surroundings: Surroundings::default(),
            limits: Limits::default(),
            interrupted: &NEVER,
            known: Arc::default(),
        }
    }

    /// The same command in other surroundings.
    #[must_use]
    pub fn in_surroundings(self, surroundings: Surroundings) -> Self {
        Self { surroundings, ..self }
    }

    /// The same command within limits. They need a supervisor: a program of its own that has one is `proofmark`.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same command, not waited for any longer once `interrupted` is set.
    #[must_use]
    pub fn until(self, interrupted: &'static AtomicBool) -> Self {
        Self { interrupted, ..self }
    }

    /// Starts the subject as [`Launcher::launch`] does, but puts prose on its stdout aside instead of giving up.
    pub(crate) fn visit(&self) -> Result<Subprocess, LaunchError> {
        self.start(Some(Strays::default()))
    }

    fn start(&self, strays: Option<Strays>) -> Result<Subprocess, LaunchError> {
        let not_started = |error| LaunchError::from_spawning(self.shown(), &self.words, error);
        // A visitor wants to see what a subject leaves behind.
        let supervised = strays.is_none();
        let setting = Setting { surroundings: &self.surroundings, limits: self.limits, supervised };
        let spawned = Process::spawn(&self.surroundings.words(&self.words), setting).map_err(not_started)?;
        let mut subject = Subprocess::new(spawned, self.deadline, self.limits.bounds, self.interrupted);
        subject.strays = strays;
        subject.initialise(self.limits.start.unwrap_or(START)).map_err(|failure| {
            let prose = subject.strays.as_ref().and_then(|strays| strays.first.first());
            let failure = match (failure, prose) {
                // It spoke, only not the protocol: that tells more than that it did not answer.
                (Failure::Fault(Fault::Deadline(_), limit), Some(line)) => {
                    Failure::Fault(Fault::Garbage(line.clone()), limit)
                }
                (failure, _) => failure,
            };
            match supervised.then(|| failure.of_the_supervisor()).flatten() {
                Some(error) => not_started(error),
                None if self.interrupted.load(Ordering::Relaxed) => LaunchError::Interrupted,
                None => failure.of(self.shown(), &subject.stderr_tail()),
            }
        })?;
        let known = self.known.get_or_init(|| subject.implementation.clone());
        match known.difference(&subject.implementation) {
            Some(what) => Err(LaunchError::OtherSubject { command: self.shown(), what: excerpt(what.as_bytes(), 300) }),
            None => Ok(subject),
        }
    }

    /// The command as it could be typed into a shell.
    pub(crate) fn shown(&self) -> String {
        self.words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
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
