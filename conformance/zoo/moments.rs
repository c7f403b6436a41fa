//! The program is killed at fifty moments of runs with and without failures. What its journal has is reported, no
//! process is left, and no file is there by half.
//!
//! A moment is a point of progress and not of time: a number of calls that the subject has seen, or of lines that the
//! journal has. At a call it is the subject who kills the program, so that the moment is exact.

use std::collections::BTreeSet;
use std::io::Write;

use libtest_mimic::{Failed, Trial};
use proofmark::draw::Draw;
use proofmark::proof::from_journal;
use rustix::process::{Pid, Signal, getppid, kill_process};
use serde_json::{Value, json};

use crate::cage::count;
use crate::pen::{Pen, hang};
use crate::run::{LONGEST, Run};

/// The name under which this program is the subject that kills: a number of calls, and `wrong` or not.
pub(crate) const SUBJECT: &str = "killer";
/// How many moments there are, of each of the two kinds of run.
const MOMENTS: u64 = 25;
/// Every fifth is a line of the journal.
const A_LINE: u64 = 5;
/// The most calls and lines that a moment is drawn from. A run that ends before has not been killed.
const CALLS: usize = 1400;
const LINES: usize = 5;
/// How many have to be killed at least, lest the trial shows nothing.
const ENOUGH: u64 = 20;
const FLAGS: &str = "run --rule preflight/severity --rule preflight/control-fields-denied --rule preflight/presence \
                     --cases 20 --jobs 2 --json proof.json --junit junit.xml";
const JOURNAL: &str = "proof.json.journal";

/// Where a run is cut short.
#[derive(Debug)]
enum Moment {
    Call(usize),
    Line(usize),
}

/// Answers as it should, or accepts everything if it is to be wrong; kills the program at the call of that number.
pub(crate) fn subject(pen: &mut Pen, words: &[&str]) {
    let last = words.first().and_then(|word| word.parse::<u64>().ok());
    let wrong = words.contains(&"wrong");
    pen.serve(|pen, call, _| {
        if last == Some(count("calls")) {
            if let Some(program) = getppid().and_then(parent) {
                let _ = kill_process(program, Signal::KILL);
            }
            hang();
        }
        if wrong { pen.result(call, &json!({"diagnostics": []})) } else { pen.answer(call) }
    });
}

/// The parent of a process: that of the supervisor is the program.
fn parent(of: Pid) -> Option<Pid> {
    let status = std::fs::read_to_string(format!("/proc/{of}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    line.trim().parse().ok().and_then(Pid::from_raw)
}

/// Both kinds of run.
pub(crate) fn trials() -> Vec<Trial> {
    let killed = |kind: &'static str| {
        Trial::test(format!("zoo::the program is killed at {MOMENTS} moments of a run {kind} failures"), move || {
            let mut killed = 0;
            for number in 0..MOMENTS {
                let mut draw = Draw::from_seed(number + if kind == "with" { 1000 } else { 0 });
                let moment = if number % A_LINE == 0 {
                    Moment::Line(1 + draw.below(LINES))
                } else {
                    Moment::Call(1 + draw.below(CALLS))
                };
                let outcome = cut_short(&format!("moment-{kind}-{number}"), &moment, kind == "with");
                killed += u64::from(outcome.map_err(|failed| format!("{moment:?}: {failed:?}"))?);
            }
            let _ = writeln!(
                std::io::stdout(),
                "{killed} of {MOMENTS} runs {kind} failures were killed, nothing lost or left"
            );
            if killed < ENOUGH { Err(format!("only {killed} were killed").into()) } else { Ok(()) }
        })
    };
    vec![killed("with"), killed("without")]
}

/// Cuts a run short, and looks at what it leaves. Whether it was killed, and had not ended before.
fn cut_short(folder: &str, moment: &Moment, wrong: bool) -> Result<bool, Failed> {
    let call = if let Moment::Call(number) = moment { number.to_string() } else { "never".to_owned() };
    let mut run = Run::start(folder, &[SUBJECT, &call, if wrong { "wrong" } else { "right" }], FLAGS)?;
    let code = run.wait_while(LONGEST, |run| match moment {
        Moment::Line(line) if run.read(JOURNAL).matches('\n').count() >= *line => run.signal("-KILL"),
        _ => Ok(()),
    })?;
    if let Some(code) = code {
        return if code == i32::from(wrong) {
            run.leaves_nothing().map(|()| false)
        } else {
            Err(run.read("stderr").into())
        };
    }
    run.leaves_nothing_but(&[JOURNAL])?;
    whole(&run)?;
    reported(&run, &run.read(JOURNAL))?;
    Ok(true)
}

/// Whether the files that a run writes are there as a whole or not at all.
fn whole(run: &Run) -> Result<(), Failed> {
    let (proof, junit) = (run.read("proof.json"), run.read("junit.xml"));
    let is_whole = (proof.is_empty() || serde_json::from_str::<Value>(&proof).is_ok())
        && (junit.is_empty() || junit.trim_end().ends_with("</testsuites>"));
    if is_whole { Ok(()) } else { Err("a file was written by half".into()) }
}

/// Whether everything in the journal is in its report.
fn reported(run: &Run, journal: &str) -> Result<(), Failed> {
    let proof = from_journal(journal).ok_or("the journal has not even begun")??;
    // A last line may be cut off; it is not counted on.
    let lines = journal.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let entries = lines.map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    let judged: u64 = entries.iter().filter_map(|entry| entry["judged"]["cases"].as_u64()).sum();
    let cases: u64 = proof.rules.iter().map(|rule| rule.cases).sum();
    if judged != cases || proof.complete {
        return Err(format!("{judged} cases were written down, {cases} are told").into());
    }
    let found: BTreeSet<&str> = entries.iter().filter_map(|entry| entry["found"]["rule"].as_str()).collect();
    let (said, code) = run.proofmark(&["report", JOURNAL])?;
    let told = |rule: &str| said.lines().any(|line| line.starts_with("FA") && line.contains(rule));
    let untold = found.iter().find(|rule| !told(rule));
    if let Some(rule) = untold {
        return Err(format!("{rule} was found and is not told:\n{said}").into());
    }
    if code == Some(0) && said.contains("cut short") {
        Ok(())
    } else {
        Err(format!("exit code {code:?}:\n{said}").into())
    }
}
