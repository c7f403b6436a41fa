//! What can go wrong before there is a result, and the exit code of each.

use std::io::{self, Write};
use std::path::PathBuf;

use super::Exit;
use crate::inert::plain_lines;
use crate::run::RunError;
use crate::subject::LaunchError;

/// A command that could not do its work.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    /// The command line asks for something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// The run could not begin.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A file could not be read.
    #[error("failed to read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("failed to write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Several things went wrong.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\nproofmark: "))]
    Several(Vec<CliError>),
    /// Standard output could not be written.
    #[error("failed to write to stdout: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// Tells the user, and says how the process exits.
    pub(super) fn report(&self) -> Exit {
        match self {
            // The reader of a pipe went away: that is how `| head` ends, not an error.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Conforms,
            _ => {
                // If stderr is gone too there is nobody left to tell.
                let _ = writeln!(anstream::stderr(), "proofmark: {}", plain_lines(&self.to_string()));
                match self {
                    Self::Run(RunError::Launch(LaunchError::Interrupted)) => Exit::Interrupted,
                    Self::Run(RunError::Launch(_)) => Exit::NotStarted,
                    _ => Exit::Usage,
                }
            }
        }
    }
}
