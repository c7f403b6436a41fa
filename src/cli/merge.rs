//! `proofmark merge PROOF…`

use std::io::Write;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::gate::GateArgs;
use super::report::Reports;
use super::{CliError, Exit, run, saved};
use crate::proof::{Proof, plain};
use crate::rule::Catalogue;
use crate::run::{MergeError, merge as merge_proofs};

#[derive(Debug, ClapArgs)]
pub(super) struct MergeArgs {
    /// The proofs of all shards of one run (`run --shard K/N --json PROOF`)
    #[arg(required = true, value_name = "PROOF")]
    proofs: Vec<PathBuf>,
    #[command(flatten)]
    gate: GateArgs,
    /// Write the proof of the whole to this file (- for stdout)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    reports: Reports,
}

/// Puts the proofs of all shards together.
pub(super) fn merge(catalogue: &Catalogue, args: &MergeArgs) -> Result<Exit, CliError> {
    let stdout_taken = args.reports.take_stdout(&[("--json", args.json.as_deref())])?;
    let gate = args.gate.open()?;
    let proofs: Vec<(String, Proof)> = args
        .proofs
        .iter()
        .map(|path| Ok((path.display().to_string(), saved::proof(path)?)))
        .collect::<Result<_, CliError>>()?;
    let mut proof = merge_proofs(catalogue, &proofs).map_err(|error| match error {
        MergeError::Run(error) => CliError::Run(error),
        other => CliError::Usage(other.to_string()),
    })?;
    // Such a finding depends on what else its process saw, and no shard saw all of it.
    for finding in proof.findings.iter().filter(|finding| !finding.history.is_empty() || finding.flaky.is_some()) {
        writeln!(anstream::stderr(), "proofmark: {} depends on more than its case", plain(&finding.check))?;
    }
    gate.judge(catalogue, &mut proof);
    Ok(run::publish(&proof, args.json.as_deref(), stdout_taken, &args.reports))
}
