//! Starting a subject, as often as a run needs it anew.

use std::io;
use std::path::Path;

use super::{Fault, InProcess, Link, Subject};

/// Starts subjects: every worker has one of its own, and a fault or a
/// question of hidden state asks for a new one.
pub trait Launcher: Sync {
    /// Starts a subject and initialises it.
    ///
    /// # Errors
    /// [`LaunchError`] when it cannot be started or initialised.
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError>;

    /// What is worth doing with the subjects that it starts.
    fn economy(&self) -> Economy {
        Economy::PROCESSES
    }

    /// The command, if it is a subprocess: what a replay line shows after `--`.
    fn command(&self) -> Option<&[String]> {
        None
    }

    /// The name of the record that the answers are read from, if they were given elsewhere: no more can be asked than
    /// stands there.
    fn record(&self) -> Option<&str> {
        None
    }
}

/// What is worth doing with a subject, by what it costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Economy {
    /// How many consecutive cases of a check a worker takes at a time.
    pub batch: u64,
    /// Whether a subject lives for one batch of cases only, and not for the run.
    pub one_per_batch: bool,
    /// Whether a start costs next to nothing, so that every candidate of a reduction gets a subject of its own.
    pub free_starts: bool,
    /// How many candidates a reduction may try that each need a new subject.
    pub candidates_that_start: u64,
    /// Whether a worker more than were asked for is no burden, for cases that do little but wait.
    pub extra_worker: bool,
}

impl Economy {
    /// A subject of the same process.
    pub const IN_PROCESS: Self =
        Self { batch: 64, one_per_batch: true, free_starts: true, candidates_that_start: 5000, extra_worker: true };
    /// A subject behind a pipe. Its batches are many times the window, so that harness and subject work at the same
    /// time and rarely wait for the last answers of a batch.
    pub const PROCESSES: Self =
        Self { batch: 1024, one_per_batch: false, free_starts: false, candidates_that_start: 100, extra_worker: false };
}

/// A function that makes an in-process subject is a launcher.
impl<S: Subject + 'static, F: Fn() -> S + Sync> Launcher for F {
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError> {
        Ok(Box::new(InProcess::new(self())))
    }

    fn economy(&self) -> Economy {
        Economy::IN_PROCESS
    }
}

/// Why a subject could not be started or initialised.
///
/// `command` is the command as typed into a shell; `stderr` is the tail of the
/// subject's stderr as a paragraph of its own, or nothing.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the fields that all variants share are described above, the others by their text")]
pub enum LaunchError {
    /// There is no command.
    #[error("no command was given: name the program that is the subject after `--`")]
    Empty,
    /// The program does not exist.
    #[error(
        "failed to start `{command}`: there is no program `{program}`. Check its spelling and that it is on the PATH; \
         a relative path starts at the directory that this was called in"
    )]
    NotFound { command: String, program: String },
    /// The program is there, the one that shall interpret it is not.
    #[error(
        "failed to start `{command}`: `{program}` exists, but not the interpreter or loader it asks for. \
         Check its first line (`#!…`), or name the interpreter before it"
    )]
    NoInterpreter { command: String, program: String },
    /// The program may not be executed.
    #[error(
        "failed to start `{command}`: `{program}` is not executable. Make it so (`chmod +x {program}`), \
         or name its interpreter before it"
    )]
    NotExecutable { command: String, program: String },
    /// The operating system could not start the command.
    #[error("failed to start `{command}`: {source}. Check that the program runs by itself on this system")]
    NotStarted { command: String, source: std::io::Error },
    /// It ended instead of answering.
    #[error(
        "`{command}` ended before it answered `initialize` ({status}). A subject stays and answers every line of its \
         stdin until `shutdown`; run the command by itself to see what stops it.{stderr}"
    )]
    Exited { command: String, status: String, stderr: String },
    /// It printed something else.
    #[error(
        "`{command}` printed a line on stdout that is not a JSON-RPC message: {line}. stdout carries protocol messages \
         only, one per line: send logs and banners to stderr.{stderr}"
    )]
    Garbage { command: String, line: String, stderr: String },
    /// It did not answer in time.
    #[error(
        "`{command}` did not answer `initialize` within {deadline:?}. Check that it reads its stdin line by line and \
         flushes its stdout after every answer; `--start-timeout` gives it longer.{stderr}"
    )]
    Silent { command: String, deadline: std::time::Duration, stderr: String },
    /// It did not answer `initialize` as the protocol asks.
    #[error(
        "`{command}` started but was not initialised: {fault}. `initialize` is the first call, it has id 0, and the \
         subject answers it before anything else.{stderr}"
    )]
    NotInitialised { command: String, fault: Fault, stderr: String },
    /// It speaks another version of the protocol.
    #[error(
        "`{command}` speaks protocol version {theirs}; this harness speaks version {ours}. The version is the member \
         `protocolVersion` of the answer to `initialize`, an integer"
    )]
    OtherVersion { command: String, theirs: String, ours: u64 },
    /// Its introduction lacks something.
    #[error(
        "`{command}` answered `initialize` with a result of the wrong shape: {what}. It should be \
         {{\"protocolVersion\":1,\"implementation\":{{\"name\",\"version\",\"language\"}},\"methods\":[…],\
         \"features\":[…]}}.{stderr}"
    )]
    WrongShape { command: String, what: String, stderr: String },
    /// It is not the subject that the same command started before.
    #[error(
        "`{command}` introduced itself otherwise than before: {what}. The answer to `initialize` is the same in every \
         process"
    )]
    OtherSubject { command: String, what: String },
    /// The user does not want to wait.
    #[error("interrupted before the subject was initialised")]
    Interrupted,
}

/// What it means for a case that its subject cannot be started again.
impl From<LaunchError> for Fault {
    fn from(error: LaunchError) -> Self {
        match error {
            LaunchError::OtherSubject { what, .. } => Self::OtherSubject(what),
            other => Self::NotStarted(other.to_string()),
        }
    }
}

impl LaunchError {
    /// Whether the subject did start, and is another one than before: a fault, and not a failure to start.
    #[must_use]
    pub fn is_the_subjects(&self) -> bool {
        matches!(self, Self::OtherSubject { .. })
    }

    /// What an attempt to start `words` ran into.
    pub(super) fn from_spawning(command: String, words: &[String], source: io::Error) -> Self {
        let Some(program) = words.first().cloned() else { return Self::Empty };
        match source.kind() {
            io::ErrorKind::NotFound if Path::new(&program).components().count() > 1 && Path::new(&program).exists() => {
                Self::NoInterpreter { command, program }
            }
            io::ErrorKind::NotFound => Self::NotFound { command, program },
            io::ErrorKind::PermissionDenied => Self::NotExecutable { command, program },
            _ => Self::NotStarted { command, source },
        }
    }
}
