//! A memory of failures: smallest failing inputs, as files that are made to be committed.
//!
//! It is on where somebody asks for it: by `--regressions`, by the key of that name, or by the folder being there. The
//! built-in reference has no memory unless it is asked for by name.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{CliError, output, saved};
use crate::inert;
use crate::proof::{Finding, Proof};
use crate::run::{Kept, MARK};

/// Where failing inputs are kept, unless told otherwise.
pub(super) const FOLDER: &str = "proofmark-regressions";

#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct RegressionArgs {
    /// Keep failing inputs in this folder, and put those that are there first [default: proofmark-regressions, where
    /// that folder exists and a command is given]
    #[arg(long, value_name = "DIR")]
    regressions: Option<PathBuf>,
    /// Keep no failing inputs, and put none first
    #[arg(long, conflicts_with = "regressions")]
    no_regressions: bool,
}

/// The folder of a run, read.
#[derive(Debug, Default)]
pub(super) struct Memory {
    folder: Option<PathBuf>,
    pub(super) kept: Vec<Kept>,
}

impl RegressionArgs {
    /// Reads what is kept; `reference` says that no command was given.
    pub(super) fn open(&self, reference: bool) -> Result<Memory, CliError> {
        let there = || Path::new(FOLDER).is_dir().then(|| PathBuf::from(FOLDER)).filter(|_| !reference);
        let folder = if self.no_regressions { None } else { self.regressions.clone().or_else(there) };
        let kept = folder.as_deref().map_or(Ok(Vec::new()), read)?;
        Ok(Memory { folder, kept })
    }
}

impl Memory {
    /// Keeps every failure of a proof that its input shows by itself and that nothing excuses; how many are new.
    pub(super) fn keep(&self, proof: &Proof) -> Result<usize, CliError> {
        let Some(folder) = &self.folder else { return Ok(0) };
        let mut new = 0;
        for finding in proof.findings.iter().filter(|finding| shows_by_itself(finding)) {
            let path = folder.join(format!("{}.json", name(&finding.check, &finding.input)));
            if path.exists() {
                continue;
            }
            std::fs::create_dir_all(folder).map_err(|source| CliError::Write { path: folder.clone(), source })?;
            let file = json!({
                "check": finding.check,
                "kind": finding.kind,
                "input": finding.input,
                "expected": finding.expected,
                "observed": finding.observed,
            });
            output::to_file(&path, &inert::json(&format!("{file:#}\n")))?;
            new += 1;
        }
        Ok(new)
    }

    /// The folder, to be named.
    pub(super) fn folder(&self) -> String {
        self.folder.as_deref().map(|folder| folder.display().to_string()).unwrap_or_default()
    }
}

/// Whether the input alone shows the failure, and it counts.
fn shows_by_itself(finding: &Finding) -> bool {
    let alone = finding.history.is_empty() && finding.beside.is_empty() && finding.flaky.is_none();
    let contradiction = finding.kind.starts_with("no reading of");
    alone && !contradiction && finding.excused.is_none() && !finding.case.contains(MARK)
}

/// The name of a kept input: its check, and what tells it from others.
fn name(check: &str, input: &Value) -> String {
    let digest = Sha256::digest(input.to_string());
    let number = digest.iter().take(4).fold(0, |number: u32, byte| number << 8 | u32::from(*byte));
    format!("{}-{number:08x}", check.replace('/', "."))
}

/// What is kept in a folder, by name; nothing where there is none.
fn read(folder: &Path) -> Result<Vec<Kept>, CliError> {
    let failed = |source| CliError::Read { path: folder.to_owned(), source };
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let file = entry.map_err(failed)?.file_name();
        names.extend(file.to_str().and_then(|file| file.strip_suffix(".json")).map(str::to_owned));
    }
    names.sort();
    names.iter().map(|name| one(folder, name)).collect()
}

/// The kept input of that name.
pub(super) fn one(folder: &Path, name: &str) -> Result<Kept, CliError> {
    let path = folder.join(format!("{name}.json"));
    let wrong = |why: String| CliError::Usage(format!("{} is no kept input: {why}", path.display()));
    let value: Value = serde_json::from_str(&saved::text(&path)?).map_err(|error| wrong(error.to_string()))?;
    let check = value["check"].as_str().ok_or_else(|| wrong("`check` is missing".to_owned()))?.to_owned();
    let input = value.get("input").cloned().ok_or_else(|| wrong("`input` is missing".to_owned()))?;
    Ok(Kept { name: name.to_owned(), check, input })
}
