//! `proofmark judge DIR`

use std::path::PathBuf;

use clap::Args;

use super::folder::{ANSWERS, Index, subject};
use crate::cli::gate::GateArgs;
use crate::cli::report::Reports;
use crate::cli::run::{publish, readings};
use crate::cli::{CliError, Exit, select, target};
use crate::rule::Catalogue;
use crate::run::{Options, Selection, run};
use crate::subject::Record;

#[derive(Debug, Args)]
pub(in crate::cli) struct JudgeArgs {
    /// The folder that `proofmark cases` wrote, with the answers in `answers`
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Hold the subject to one reading of a question, for example preflight/x/q=r
    #[arg(long, value_name = "QUESTION=READING")]
    reading: Vec<String>,
    /// How many workers [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = crate::cli::values::jobs)]
    jobs: Option<usize>,
    #[command(flatten)]
    gate: GateArgs,
    /// Write the proof to this file (- for stdout)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    reports: Reports,
}

/// Judges recorded answers as a run judges those of a subject.
pub(in crate::cli) fn judge(catalogue: &Catalogue, args: &JudgeArgs) -> Result<Exit, CliError> {
    let index = Index::read(&args.folder)?;
    let rules = index.rules.iter().map(|id| select::rule(catalogue, id));
    let selection: Selection = rules.collect::<Result<_, CliError>>()?;
    let readings = readings(catalogue, &args.reading)?;
    let stdout_taken = args.reports.take_stdout(&[("--json", args.json.as_deref())])?;
    let gate = args.gate.open()?;
    let answers = index.answers(&args.folder)?;
    let subject = subject(&args.folder, &answers)?;
    if !args.folder.join(ANSWERS).is_dir() {
        return Err(CliError::Usage(format!(
            "{} has no answers: write the answer to each case to {ANSWERS}, under the name of the case",
            args.folder.display()
        )));
    }
    let answered = answers.into_iter().filter_map(|(call, answer)| Some((call, answer?)));
    let record = Record::new(&args.folder.to_string_lossy(), subject, answered);
    target::end_in_order_on_interrupt();
    let program = target::program();
    let options = Options {
        program: program.as_deref(),
        seed: index.seed,
        cases: index.drawn,
        jobs: target::jobs(args.jobs),
        readings,
        interrupted: &target::INTERRUPTED,
        ..Options::default()
    };
    let mut proof = run(&selection, &record, &options)?;
    gate.judge(catalogue, &mut proof);
    Ok(publish(&proof, args.json.as_deref(), stdout_taken, &args.reports))
}
