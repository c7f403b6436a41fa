//! `proofmark run`

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::config::ProfileArgs;
use super::events::Events;
use super::gate::GateArgs;
use super::journal::Journaled;
use super::limits::LimitArgs;
use super::regressions::RegressionArgs;
use super::report::Reports;
use super::select::SelectArgs;
use super::shard::{ShardArg, environment, shard};
use super::values::{cases, duration, jobs};
use super::{CliError, Exit, output, saved, select, target, words};
use crate::proof::{self, Outcome, Proof};
use crate::rule::{Catalogue, Question};
use crate::run::{DEFAULT_CASES, DEFAULT_DEADLINE, Options, Readings, Selection, Shard, run as run_rules};

#[derive(Debug, clap::Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) select: SelectArgs,
    /// How many random cases to draw per check
    #[arg(long, value_name = "N", default_value_t = DEFAULT_CASES, value_parser = cases)]
    pub(super) cases: u64,
    /// Go on drawing for this long, for example 90s or 10m
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub(super) time_box: Option<Duration>,
    /// Draw fewer cases where they would take longer than this, for example 2m: what was cut is said, and a check of
    /// which too little was seen is inconclusive
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with_all = ["time_box", "shard"])]
    pub(super) budget: Option<Duration>,
    /// Run no more than the first N cases of each check
    #[arg(long, value_name = "N", value_parser = cases)]
    pub(super) first: Option<u64>,
    /// The seed that all random cases follow from
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// How many workers, each with a subject of its own [default: the number of cores, and more where that is seen to help]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub(super) jobs: Option<usize>,
    /// Stop at the first failure
    #[arg(long, conflicts_with = "max_failures")]
    pub(super) fail_fast: bool,
    /// Stop once N checks have failed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) max_failures: Option<u64>,
    /// Only the rules that are not green in this proof
    #[arg(long, value_name = "PROOF")]
    pub(super) rerun_failed: Option<PathBuf>,
    /// Name the N rules that took longest
    #[arg(long, value_name = "N")]
    pub(super) slowest: Option<usize>,
    /// Run part K of N of the cases; `auto` takes both from GitLab, Buildkite, Slurm, Kubernetes, or from
    /// `PROOFMARK_SHARD` and `PROOFMARK_SHARDS`
    #[arg(long, value_name = "K/N|auto", value_parser = shard)]
    pub(super) shard: Option<ShardArg>,
    /// Hold the subject to one reading of a question, for example preflight/x/q=r
    #[arg(long, value_name = "QUESTION=READING")]
    pub(super) reading: Vec<String>,
    /// Put the words of this file, one a line, where a vocabulary is closed, beside those that the subject says
    #[arg(long, value_name = "FILE")]
    pub(super) words: Option<PathBuf>,
    /// How long a call may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub(super) timeout: Duration,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    #[command(flatten)]
    pub(super) gate: GateArgs,
    #[command(flatten)]
    pub(super) regressions: RegressionArgs,
    /// Write the proof to this file (- for stdout)
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Write how the run goes on, one JSON object a line (- for stdout)
    #[arg(long, value_name = "FILE")]
    pub(super) events: Option<PathBuf>,
    #[command(flatten)]
    pub(super) reports: Reports,
    #[command(flatten)]
    pub(super) profile: ProfileArgs,
    /// The command that starts the subject; without one, the built-in reference
    #[arg(last = true, value_name = "COMMAND")]
    pub(super) command: Vec<String>,
}

impl Default for RunArgs {
    fn default() -> Self {
        Self {
            select: SelectArgs::default(),
            cases: DEFAULT_CASES,
            time_box: None,
            budget: None,
            first: None,
            seed: 0,
            jobs: None,
            fail_fast: false,
            max_failures: None,
            rerun_failed: None,
            slowest: None,
            shard: None,
            reading: Vec::new(),
            words: None,
            timeout: DEFAULT_DEADLINE,
            limits: LimitArgs::default(),
            gate: GateArgs::default(),
            regressions: RegressionArgs::default(),
            json: None,
            events: None,
            reports: Reports::default(),
            profile: ProfileArgs::default(),
            command: Vec::new(),
        }
    }
}

/// Puts a subject to the test.
pub(super) fn run(catalogue: &Catalogue, args: &RunArgs) -> Result<Exit, CliError> {
    let mut selection = select::selection(catalogue, &args.select)?;
    if let Some(path) = &args.rerun_failed {
        keep_failed(&mut selection, path)?;
    }
    let readings = readings(catalogue, &args.reading)?;
    let (json, events) = (args.json.as_deref(), args.events.as_deref());
    let stdout_taken = args.reports.take_stdout(&[("--json", json), ("--events", events)])?;
    let words = args.words.as_deref().map_or_else(|| Ok(Vec::new()), words::read)?;
    let gate = args.gate.open()?;
    let memory = args.regressions.open(args.command.is_empty())?;
    target::end_in_order_on_interrupt();
    let launcher = target::launcher(catalogue, &args.command, Vec::new(), args.timeout, args.limits.limits());
    let journal = Journaled::beside(json);
    let events = Events::open(events, &journal)?;
    let program = target::program();
    let options = Options {
        program: program.as_deref(),
        seed: args.seed,
        cases: args.cases,
        first: args.first,
        time_box: args.time_box,
        budget: args.budget,
        jobs: target::jobs(args.jobs),
        most_jobs: target::most_jobs(args.jobs),
        shard: args.shard.map_or(Ok(Shard::WHOLE), |shard| shard.resolved(environment)).map_err(CliError::Usage)?,
        deadline: args.timeout,
        life: args.limits.life(),
        readings,
        interrupted: &target::INTERRUPTED,
        progress: &events,
        kept: &memory.kept,
        most_failures: most_failures(args),
        words: &words,
        ..Options::default()
    };
    events.planned(&selection, &options);
    // What could not begin leaves nothing behind.
    let mut proof = run_rules(&selection, &*launcher, &options).inspect_err(|_| journal.remove())?;
    gate.judge(catalogue, &mut proof);
    match json.map_or(Ok(()), |path| output::to_file(path, &proof.to_json())) {
        Ok(()) => journal.remove(),
        // The journal is all that is left of the run, and stays.
        Err(failed) => drop(failed.report()),
    }
    let exit = publish(&proof, None, stdout_taken, &args.reports);
    if let Some(number) = args.slowest {
        name_slowest(&proof, number)?;
    }
    match memory.keep(&proof) {
        Ok(0) => {}
        Ok(new) => {
            let kept = if new == 1 { "1 failing input is".to_owned() } else { format!("{new} failing inputs are") };
            let note = format!("{kept} kept in {}, and put first from now on", memory.folder());
            writeln!(anstream::stderr(), "proofmark: {}", crate::inert::plain(&note))?;
        }
        Err(error) => drop(error.report()),
    }
    if let Err(error) = events.close(&proof) {
        error.report();
    }
    Ok(exit)
}

fn most_failures(args: &RunArgs) -> Option<usize> {
    if args.fail_fast { Some(1) } else { args.max_failures.map(|most| usize::try_from(most).unwrap_or(usize::MAX)) }
}

/// Leaves the rules that are not green in the proof of another run.
fn keep_failed(selection: &mut Selection, path: &Path) -> Result<(), CliError> {
    let before = saved::proof(path)?;
    let green = |outcome| matches!(outcome, Outcome::Pass | Outcome::Undecided | Outcome::NotExercised);
    let failed = |id: &str| before.rules.iter().any(|rule| rule.rule == id && !green(rule.outcome));
    selection.retain(|(suite, rule)| failed(&format!("{}/{}", suite.name, rule.id)));
    if selection.is_empty() {
        return Err(CliError::Usage(format!("every selected rule is green in {}", path.display())));
    }
    Ok(())
}

/// Names the rules whose cases took longest, over all workers.
fn name_slowest(proof: &Proof, number: usize) -> Result<(), CliError> {
    let mut rules: Vec<(&String, f64)> = proof.timings.rules.iter().map(|(rule, seconds)| (rule, *seconds)).collect();
    rules.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut out = anstream::stderr();
    for (rule, seconds) in rules.into_iter().take(number) {
        writeln!(out, "{seconds:>8.2} s  {}", crate::inert::plain(rule))?;
    }
    Ok(())
}

/// Writes the proof and its reports where they are asked for, and shows it unless stdout is taken. What cannot be
/// written keeps nothing else from being written, is named, and does not decide: the proof says how the process exits.
pub(super) fn publish(proof: &Proof, json: Option<&Path>, stdout_taken: bool, reports: &Reports) -> Exit {
    let saved = json.map_or(Ok(()), |path| output::to_file(path, &proof.to_json()));
    let written = reports.write(std::slice::from_ref(proof));
    let shown =
        if stdout_taken { Ok(()) } else { output::to_stdout(|out| proof::terminal(proof, reports.detail(), out)) };
    for failed in [saved, written, shown].into_iter().filter_map(Result::err) {
        failed.report();
    }
    Exit::of(proof)
}

/// Reads `QUESTION=READING`.
pub(super) fn readings(catalogue: &Catalogue, texts: &[String]) -> Result<Readings, CliError> {
    let mut readings = Readings::default();
    for text in texts {
        let (id, reading) = text.split_once('=').ok_or_else(|| {
            CliError::Usage(format!("`{text}` is not QUESTION=READING, for example suite/rule/question=reading"))
        })?;
        let question = question(catalogue, id)?;
        if !question.readings.iter().any(|candidate| candidate.id == reading) {
            let known: Vec<&str> = question.readings.iter().map(|reading| reading.id).collect();
            return Err(CliError::Usage(format!(
                "the question {id} has no reading `{reading}`; its readings are {}",
                known.join(", ")
            )));
        }
        readings.pin(id.to_owned(), reading.to_owned());
    }
    Ok(readings)
}

fn question(catalogue: &Catalogue, id: &str) -> Result<&'static Question, CliError> {
    id.rsplit_once('/')
        .and_then(|(rule, local)| {
            let (_, rule) = catalogue.rule(rule)?;
            rule.questions.iter().find(|question| question.id == local)
        })
        .ok_or_else(|| {
            CliError::Usage(format!(
                "there is no question `{id}`; `proofmark explain RULE` shows the questions of a rule"
            ))
        })
}
