//! `proofmark report PROOF…`, and the flags that it shares with `run`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;

use super::gate::GateArgs;
use super::{CliError, Exit, output, saved};
use crate::proof::{self, Detail, Named, Proof};
use crate::rule::Catalogue;

#[derive(Debug, ClapArgs)]
pub(super) struct ReportArgs {
    /// Proofs, as `run --json FILE` writes them
    #[arg(required = true, value_name = "PROOF")]
    proofs: Vec<PathBuf>,
    #[command(flatten)]
    reports: Reports,
    #[command(flatten)]
    gate: GateArgs,
}

const HEADING: &str = "Reports (FILE may be - for stdout)";

/// The reports to write beside what the terminal shows.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct Reports {
    /// Write JUnit XML: one test case per rule
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    junit: Option<PathBuf>,
    /// Write one self-contained page
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    html: Option<PathBuf>,
    /// Write Markdown, for example for a step summary
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    markdown: Option<PathBuf>,
    /// Write SARIF 2.1.0, for code scanning
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    sarif: Option<PathBuf>,
    /// Write the JSON of a shields endpoint badge
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    badge: Option<PathBuf>,
    /// Show every rule and every question, not only what asks for attention
    #[arg(long, short, conflicts_with = "quiet")]
    verbose: bool,
    /// Show the sum alone
    #[arg(long, short)]
    quiet: bool,
}

impl Reports {
    /// How much the terminal shows.
    pub(super) fn detail(&self) -> Detail {
        match (self.verbose, self.quiet) {
            (true, _) => Detail::Everything,
            (_, true) => Detail::Sum,
            _ => Detail::Attention,
        }
    }

    fn asked(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let flags = [
            ("--junit", &self.junit),
            ("--html", &self.html),
            ("--markdown", &self.markdown),
            ("--sarif", &self.sarif),
            ("--badge", &self.badge),
        ];
        flags.into_iter().filter_map(|(flag, path)| path.as_deref().map(|path| (flag, path)))
    }

    /// Whether stdout is taken by one of the reports, or by one of `others`: a flag and its file.
    pub(super) fn take_stdout(&self, others: &[(&'static str, Option<&Path>)]) -> Result<bool, CliError> {
        let others = others.iter().filter_map(|(flag, path)| Some((*flag, (*path)?)));
        let asked: Vec<(&str, &Path)> = others.chain(self.asked()).collect();
        output::all(asked.iter().map(|(_, path)| output::is_writable(path)))?;
        let asked = asked.into_iter();
        let taking: Vec<&str> = asked.filter(|(_, path)| *path == Path::new("-")).map(|(flag, _)| flag).collect();
        match taking.as_slice() {
            [first, second, ..] => Err(CliError::Usage(format!(
                "{first} and {second} both want stdout; give one of them a file instead of `-`"
            ))),
            taking => Ok(!taking.is_empty()),
        }
    }

    /// Writes every report that was asked for, also when one of them cannot be written.
    pub(super) fn write(&self, proofs: &[Proof]) -> Result<(), CliError> {
        self.write_named(proofs, &[])
    }

    /// The same, with the files that the proofs were read from.
    fn write_named(&self, proofs: &[Proof], files: &[PathBuf]) -> Result<(), CliError> {
        output::all(self.asked().map(|(flag, path)| {
            let mut text = Vec::new();
            make(flag, proofs, files, &mut text)?;
            output::to_file(path, &String::from_utf8_lossy(&text))
        }))
    }
}

fn make(flag: &str, proofs: &[Proof], files: &[PathBuf], out: &mut dyn Write) -> io::Result<()> {
    match flag {
        "--junit" => proof::junit(proofs, out),
        "--html" => {
            let name = |place: usize| files.get(place).map(|path| saved::name(path));
            let named: Vec<Named<'_>> = proofs.iter().enumerate().map(|(place, proof)| (name(place), proof)).collect();
            proof::html_of_files(&named, out)
        }
        "--markdown" => proof::markdown(proofs, out),
        "--sarif" => proof::sarif(proofs, out),
        _ => proof::badge(proofs, out),
    }
}

/// Shows saved proofs. Without a gate the exit code says whether that could be done, not what the proofs say; with one
/// it is the gate's.
pub(super) fn report(catalogue: &Catalogue, args: &ReportArgs) -> Result<Exit, CliError> {
    args.reports.take_stdout(&[])?;
    let gate = args.gate.open()?;
    let mut proofs = args.proofs.iter().map(|path| saved::proof(path)).collect::<Result<Vec<Proof>, CliError>>()?;
    for proof in &mut proofs {
        gate.judge(catalogue, proof);
    }
    if args.reports.asked().next().is_none() {
        output::to_stdout(|out| {
            proofs.iter().try_for_each(|proof| proof::terminal(proof, args.reports.detail(), out))
        })?;
    }
    args.reports.write_named(&proofs, &args.proofs)?;
    let judged = proofs.iter().map(Exit::of).max_by_key(|exit| exit.gravity());
    Ok(judged.filter(|_| gate.is_closed()).unwrap_or(Exit::Conforms))
}
