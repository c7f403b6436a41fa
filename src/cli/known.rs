//! `proofmark known`

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::{CliError, Exit, gate, output, saved};
use crate::gate::{KnownFile, update as update_file};
use crate::proof::{Outcome, plain};
use crate::rule::Catalogue;

#[derive(Debug, ClapArgs)]
pub(super) struct KnownArgs {
    #[command(subcommand)]
    command: KnownCommand,
}

#[derive(Debug, Subcommand)]
enum KnownCommand {
    /// Rewrite the file after a proof: entries that no longer fail go, new failures come, comments stay
    Update(UpdateArgs),
}

#[derive(Debug, ClapArgs)]
struct UpdateArgs {
    /// The file of known failures; it is created where there is none
    #[arg(long, value_name = "FILE")]
    known: PathBuf,
    /// The proof of the run to go by
    #[arg(value_name = "PROOF")]
    proof: PathBuf,
}

/// Works on a file of known failures.
pub(super) fn known(catalogue: &Catalogue, args: &KnownArgs) -> Result<Exit, CliError> {
    match &args.command {
        KnownCommand::Update(args) => update(catalogue, args),
    }
}

fn update(catalogue: &Catalogue, args: &UpdateArgs) -> Result<Exit, CliError> {
    let proof = saved::whole_proof(&args.proof)?;
    let (file, text) = match gate::read_known(&args.known) {
        Err(CliError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            (KnownFile { name: args.known.display().to_string(), entries: Vec::new() }, String::new())
        }
        read => read?,
    };
    if proof.rules.iter().all(|rule| rule.outcome == Outcome::NotExercised) {
        let note = "the proof exercised nothing, so nothing is known from it: the file is left as it is";
        writeln!(anstream::stderr(), "proofmark: {note}")?;
        return Ok(Exit::Inconclusive);
    }
    let updated = update_file(catalogue, &text, &file, &proof);
    if updated.text != text {
        output::to_file(&args.known, &updated.text)?;
    }
    output::to_stdout(|out| {
        for check in &updated.removed {
            writeln!(out, "removed  {}", plain(check))?;
        }
        for check in &updated.rewritten {
            writeln!(out, "extent   {}", plain(check))?;
        }
        for check in &updated.added {
            writeln!(out, "added    {}", plain(check))?;
        }
        if updated.added.is_empty() {
            writeln!(out, "{} is up to date", plain(&file.name))
        } else {
            writeln!(out, "say why in the `reason` of each entry that was added to {}", plain(&file.name))
        }
    })?;
    Ok(Exit::Conforms)
}
