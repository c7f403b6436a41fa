//! `proofmark check PATH…`

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use clap::{Args, ValueEnum};

use super::{CliError, Exit, output};
use crate::check::{CheckError, Checked, as_github, as_json, as_sarif, as_text, check as check_path};
use crate::inert::json;
use crate::rule::Catalogue;

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Directories with workflow.awp.yaml, or single documents in YAML or JSON
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How to say it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Check again whenever a file changes, until stdin ends or Ctrl-C
    #[arg(long)]
    watch: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people, with the source underlined
    Text,
    /// One JSON object: whether everything is valid, and every remark
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands, which GitHub's runner shows beside the source
    Github,
}

/// How often files are looked at.
const GLANCE: Duration = Duration::from_millis(300);

/// Checks workflows by the model.
pub(super) fn check(catalogue: &Catalogue, args: &CheckArgs) -> Result<Exit, CliError> {
    let format = if args.json { Format::Json } else { args.format };
    if !args.watch {
        return once(catalogue, &args.paths, format);
    }
    let end = end_of_input();
    loop {
        let seen = stamps(&args.paths);
        let exit = once(catalogue, &args.paths, format).unwrap_or_else(|error| error.report());
        while seen == stamps(&args.paths) {
            if end.recv_timeout(GLANCE) != Err(RecvTimeoutError::Timeout) {
                return Ok(exit);
            }
        }
    }
}

/// Checks every path, and shows what came of those that could be checked; the others are named and decide.
fn once(catalogue: &Catalogue, paths: &[PathBuf], format: Format) -> Result<Exit, CliError> {
    let results: Vec<Result<Checked, CheckError>> = paths.iter().map(|path| check_path(catalogue, path)).collect();
    let (mut checked, mut errors) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(one) => checked.push(one),
            Err(error) => errors.push(CliError::Usage(error.to_string())),
        }
    }
    if !checked.is_empty() {
        output::to_stdout(|out| match format {
            Format::Json => writeln!(out, "{}", json(&as_json(&checked).to_string())),
            Format::Sarif => writeln!(out, "{}", json(&format!("{:#}", as_sarif(catalogue, &checked)))),
            Format::Github => write!(out, "{}", as_github(&checked)),
            // Styles are taken out again where nobody wants them.
            Format::Text => checked.iter().try_for_each(|one| write!(out, "{}", as_text(one, true))),
        })?;
    }
    output::all(errors.into_iter().map(Err))?;
    Ok(if checked.iter().all(Checked::is_valid) { Exit::Conforms } else { Exit::DoesNot })
}

/// Heard of when stdin ends.
fn end_of_input() -> Receiver<()> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        // Whatever is typed means nothing, and what cannot be read has ended as well.
        let _ = std::io::copy(&mut std::io::stdin().lock().by_ref(), &mut std::io::sink());
        drop(sender);
    });
    receiver
}

/// When every file below these paths was changed last, and how long it is.
fn stamps(paths: &[PathBuf]) -> BTreeMap<PathBuf, (Option<SystemTime>, u64)> {
    /// How deep folders are looked into: a workflow is not deeper.
    const DEEPEST: usize = 8;
    fn look(path: &Path, depth: usize, stamps: &mut BTreeMap<PathBuf, (Option<SystemTime>, u64)>) {
        let Ok(data) = std::fs::metadata(path) else { return };
        stamps.insert(path.to_owned(), (data.modified().ok(), data.len()));
        if data.is_dir() && depth < DEEPEST {
            let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
            entries.for_each(|entry| look(&entry.path(), depth + 1, stamps));
        }
    }
    let mut stamps = BTreeMap::new();
    for path in paths {
        look(path, 0, &mut stamps);
    }
    stamps
}
