//! `proofmark run`

use super::args::RunArgs;
use super::progress::Shown;
use super::{CliError, Exit, output, select, target};
use crate::proof::{self, Proof};
use crate::rule::Question;
use crate::run::{Options, Quiet, Readings, RunError, Selection, Shard, run as run_rules, score_do_nothing};

/// Puts a subject to the test.
pub(super) fn run(args: &RunArgs) -> Result<Exit, CliError> {
    let selection = select::selection(&args.select)?;
    let readings = readings(&args.reading)?;
    let stdout_taken = args.reports.take_stdout(args.json.as_deref())?;
    target::end_in_order_on_interrupt();
    let launcher = target::launcher(&args.command, Vec::new(), args.timeout);
    let shown = Shown::new();
    let options = Options {
        seed: args.seed,
        cases: args.cases,
        time_box: args.time_box,
        jobs: target::jobs(args.jobs),
        shard: args.shard.unwrap_or(Shard::WHOLE),
        deadline: args.timeout,
        readings,
        interrupted: &target::INTERRUPTED,
        progress: &shown,
        ..Options::default()
    };
    let mut proof = run_rules(&selection, &*launcher, &options)?;
    if proof.complete {
        proof.do_nothing = score(&selection, &proof, &options)?;
    }
    let saved = args.json.as_ref().map_or(Ok(()), |path| output::to_file(path, &proof.to_json()));
    if !stdout_taken {
        output::to_stdout(|out| proof::terminal(&proof, out))?;
    }
    let written = args.reports.write(std::slice::from_ref(&proof), &|_| None);
    saved.and(written)?;
    Ok(Exit::of(&proof))
}

fn score(selection: &Selection, proof: &Proof, options: &Options<'_>) -> Result<Vec<proof::DoNothingScore>, RunError> {
    score_do_nothing(selection, proof, &Options { progress: &Quiet, readings: Readings::default(), ..*options })
}

/// Reads `QUESTION=READING`.
fn readings(texts: &[String]) -> Result<Readings, CliError> {
    let mut readings = Readings::default();
    for text in texts {
        let (id, reading) = text.split_once('=').ok_or_else(|| {
            CliError::Usage(format!("`{text}` is not QUESTION=READING, for example suite/rule/question=reading"))
        })?;
        let question = question(id)?;
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

fn question(id: &str) -> Result<&'static Question, CliError> {
    id.rsplit_once('/')
        .and_then(|(rule, local)| {
            let (_, rule) = crate::suites::rule(rule)?;
            rule.questions.iter().find(|question| question.id == local)
        })
        .ok_or_else(|| {
            CliError::Usage(format!(
                "there is no question `{id}`; `proofmark explain RULE` shows the questions of a rule"
            ))
        })
}
