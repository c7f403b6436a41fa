//! `proofmark completions SHELL`

use clap::CommandFactory;

use super::args::{Args, CompletionsArgs};
use super::{CliError, Exit, output};

/// Prints a completion script.
pub(super) fn completions(args: &CompletionsArgs) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "proofmark", &mut script);
    output::to_stdout(|out| out.write_all(&script))?;
    Ok(Exit::Conforms)
}
