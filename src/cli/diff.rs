//! `proofmark diff OLD NEW`

use std::io::Write;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{CliError, Exit, output, saved};
use crate::gate::diff as difference;
use crate::proof::{Outcome, Proof, plain};

#[derive(Debug, ClapArgs)]
pub(super) struct DiffArgs {
    /// The earlier proof
    old: PathBuf,
    /// The later proof
    new: PathBuf,
    /// Exit with 1 if a MUST rule got worse
    #[arg(long)]
    gate: bool,
}

/// Shows what changed between two proofs.
pub(super) fn diff(args: &DiffArgs) -> Result<Exit, CliError> {
    let (old, new) = (saved::whole_proof(&args.old)?, saved::whole_proof(&args.new)?);
    for remark in remarks(&old, &new) {
        writeln!(anstream::stderr(), "proofmark: {}", plain(&remark))?;
    }
    for (path, proof) in [(&args.old, &old), (&args.new, &new)] {
        if proof.rules.iter().all(|rule| rule.outcome == Outcome::NotExercised) {
            writeln!(
                anstream::stderr(),
                "proofmark: {} exercised nothing: there is nothing to compare",
                plain(&path.display().to_string())
            )?;
            return Ok(Exit::Inconclusive);
        }
    }
    let difference = difference(&old, &new);
    output::to_stdout(|out| difference.write(out))?;
    Ok(if args.gate && difference.has_regression() { Exit::DoesNot } else { Exit::Conforms })
}

/// Why the proofs may differ beside the subject.
fn remarks(old: &Proof, new: &Proof) -> Vec<String> {
    let mut remarks = Vec::new();
    let mut compare = |what: &str, old: String, new: String| {
        if old != new {
            remarks.push(format!("the proofs have different {what}: {old} and {new}"));
        }
    };
    compare("subjects", old.subject.name.clone(), new.subject.name.clone());
    compare("seeds", old.seed.to_string(), new.seed.to_string());
    compare("numbers of cases", old.cases.to_string(), new.cases.to_string());
    compare("versions of proofmark", old.harness.clone(), new.harness.clone());
    for suite in &new.suites {
        if let Some(before) = old.suites.iter().find(|before| before.suite == suite.suite) {
            compare(&format!("versions of {}", suite.suite), before.version.to_string(), suite.version.to_string());
        }
    }
    remarks
}
