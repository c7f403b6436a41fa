//! What `run` and `merge` hold a proof against: known failures and a baseline.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;

use super::{CliError, saved};
use crate::gate::{Date, KnownFile, excuse_known, hold_against_baseline};
use crate::proof::Proof;
use crate::rule::Catalogue;

/// The options of a gate.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct GateArgs {
    /// Let the failures through that this file lists, and object to entries that do not fail as described
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Let the failures through that this earlier proof has too: only regressions fail
    #[arg(long, value_name = "PROOF")]
    baseline: Option<PathBuf>,
    /// The day on which `until` is judged, for tests that do not depend on the day
    #[arg(long, value_name = "YYYY-MM-DD", hide = true)]
    today: Option<Date>,
}

/// A gate whose files were read: before the run, so that a mistake in them costs no run.
pub(super) struct Gate {
    known: Option<KnownFile>,
    baseline: Option<Proof>,
    today: Option<Date>,
}

impl GateArgs {
    /// Reads the files.
    pub(super) fn open(&self) -> Result<Gate, CliError> {
        let known = self.known.as_deref().map(read_known).transpose()?.map(|(file, _)| file);
        let baseline = self.baseline.as_deref().map(saved::whole_proof).transpose()?;
        Ok(Gate { known, baseline, today: self.today })
    }
}

impl Gate {
    /// Whether anything is held against a proof.
    pub(super) fn is_closed(&self) -> bool {
        self.known.is_some() || self.baseline.is_some()
    }

    /// Marks what is let through, and says what is objected to. A saved proof may have been judged before: this
    /// judgement takes the place of that one.
    pub(super) fn judge(&self, catalogue: &Catalogue, proof: &mut Proof) {
        if !self.is_closed() {
            return;
        }
        proof.objections.clear();
        proof.findings.iter_mut().for_each(|finding| finding.excused = None);
        if let Some(known) = &self.known {
            excuse_known(catalogue, proof, known, self.today.unwrap_or_else(Date::today));
        }
        if let Some(baseline) = &self.baseline {
            hold_against_baseline(proof, baseline);
        }
    }
}

/// A file of known failures, and its text.
pub(super) fn read_known(path: &Path) -> Result<(KnownFile, String), CliError> {
    let text = saved::text(path)?;
    let file = KnownFile::parse(path, &text).map_err(|error| CliError::Usage(error.to_string()))?;
    Ok((file, text))
}
