//! Starting a subject, as often as a run needs it anew.

use super::{Fault, InProcess, Link, Subject};

/// Starts subjects: every worker has one of its own, and a fault or a
/// question of hidden state asks for a new one.
pub trait Launcher: Sync {
    /// Starts a subject and initialises it.
    ///
    /// # Errors
    /// [`LaunchError`] when it cannot be started or initialised.
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError>;

    /// Whether starting one costs next to nothing, so that every batch of cases gets a new one.
    fn is_cheap(&self) -> bool {
        false
    }

    /// The command, if it is a subprocess: what a replay line shows after `--`.
    fn command(&self) -> Option<&[String]> {
        None
    }
}

/// A function that makes an in-process subject is a launcher.
impl<S: Subject + 'static, F: Fn() -> S + Sync> Launcher for F {
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError> {
        Ok(Box::new(InProcess::new(self())))
    }

    fn is_cheap(&self) -> bool {
        true
    }
}

/// Why a subject could not be started or initialised.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The operating system could not start the command.
    #[error("failed to start `{command}`: {source}. Check that the program exists, is executable and is on the PATH")]
    NotStarted {
        /// The command.
        command: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// It did not answer `initialize` as the protocol asks.
    #[error("`{command}` started but did not answer `initialize`: {fault}.{stderr}")]
    NotInitialised {
        /// The command.
        command: String,
        /// What happened instead.
        fault: Fault,
        /// The tail of its stderr, as a paragraph of its own, or nothing.
        stderr: String,
    },
    /// It speaks another version of the protocol.
    #[error("`{command}` speaks protocol version {theirs}; this harness speaks version {ours}")]
    OtherVersion {
        /// The command.
        command: String,
        /// The version it answered.
        theirs: String,
        /// Ours.
        ours: u64,
    },
}
