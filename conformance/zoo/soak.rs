//! A soak: many calls to the reference behind `serve`, one of a thousand of which ends the process. Nothing but the
//! crashes themselves may show: verdicts are those of a run without crashes, and what the program holds does not grow.
//!
//! The length is a number of calls, and the program is looked at whenever a subject has been started again.

use std::io::Write;
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use proofmark::subject::{Host, Implementation, Reference, Refusal, Request, Subject};
use serde_json::Value;

use crate::cage::count;
use crate::run::Run;

/// The name under which this program is the reference: how many calls a process lives.
pub(crate) const SUBJECT: &str = "mortal";
/// One call of so many ends its process.
const LIFE: &str = "1000";
/// How many random cases a check draws in a round: a few crashes in each, and not so many that it is given up.
const CASES: u64 = 1500;
/// The same in the trial, which is for every day.
const SHORT: u64 = 300;
/// No round takes longer, on the slowest of machines.
const LONGEST: Duration = Duration::from_mins(10);
/// How much more may be held at the end than at the begin: in KiB (what was seen of the checks grows until all of them were
/// begun, by about 20 MiB), and in descriptors, three for a process. At the end crashes are looked into, for which
/// each of the two workers has up to three processes instead of one, and two more may be on their way. There are forty starts
/// or more: one descriptor lost with each is seen.
const MORE_MEMORY: u64 = 32 * 1024;
const MORE_DESCRIPTORS: usize = (2 * 2 + 2) * 3;

/// The reference, until its time has come.
struct Mortal {
    reference: Reference,
    left: AtomicU64,
}

impl Subject for Mortal {
    fn implementation(&self) -> Implementation {
        self.reference.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            exit(9);
        }
        self.reference.call(request, host)
    }

    fn calls_host(&self, method: &str) -> bool {
        self.reference.calls_host(method)
    }
}

/// Serves until the call of that number; 0 is never.
pub(crate) fn subject(words: &[&str]) -> ExitCode {
    count("starts");
    let left = words.first().and_then(|word| word.parse().ok()).unwrap_or(0).into();
    let served = proofmark::serve(Mortal { reference: proofmark::suites::builtin().reference(&[]), left });
    if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the program held at one moment.
#[derive(Debug, Clone, Copy)]
struct Held {
    memory: u64,
    descriptors: usize,
}

/// What a round came to.
struct Round {
    proof: Value,
    held: Vec<Held>,
}

/// Every rule of the suite but the one that wants a new process for each case, for which some are kept ready: what is
/// held then is no leak.
fn steady_rules() -> String {
    let of_suite = proofmark::suites::preflight::SUITE.rules.iter().filter(|rule| rule.id != "stateless");
    let flags: Vec<String> = of_suite.map(|rule| format!(" --rule preflight/{}", rule.id)).collect();
    flags.concat()
}

fn round(name: &str, life: &str, (seed, cases): (u64, u64)) -> Result<Round, Failed> {
    let flags = format!("run{} --cases {cases} --seed {seed} --jobs 2 --json proof.json", steady_rules());
    // A soak by hand may run beside the trial.
    let mut run = Run::start(&format!("soak-{cases}-{name}"), &[SUBJECT, life], &flags)?;
    let (mut held, mut starts) = (Vec::new(), 0);
    run.wait_while(LONGEST, |run| {
        let now = run.read("starts").len();
        if now != starts {
            starts = now;
            held.push(Held { memory: run.kib("VmRSS"), descriptors: run.descriptors() });
        }
        Ok(())
    })?;
    run.leaves_nothing()?;
    Ok(Round { proof: serde_json::from_str(&run.read("proof.json"))?, held })
}

/// Whether the last third of what was seen is no more than the first.
fn is_flat(held: &[Held]) -> Result<(), String> {
    let third = held.len() / 3;
    if third == 0 {
        return Err("too little was seen".to_owned());
    }
    let most = |part: &[Held]| {
        let memory = part.iter().map(|held| held.memory).max().unwrap_or(0);
        (memory, part.iter().map(|held| held.descriptors).max().unwrap_or(0))
    };
    let (before, after) = (most(&held[..third]), most(&held[held.len() - third..]));
    if after.0 > before.0 + MORE_MEMORY || after.1 > before.1 + MORE_DESCRIPTORS {
        return Err(format!("(KiB, descriptors) {before:?} grew to {after:?}"));
    }
    Ok(())
}

/// Whether every rule came out alike, except where a crash itself is told, and how many such rules there are.
fn is_alike(without: &Value, with: &Value, crashes: u64) -> Result<usize, String> {
    let list = |of: &Value, member: &str| of[member].as_array().cloned().unwrap_or_default();
    let findings = list(with, "findings");
    // For the rule that wants an answer whatever comes, a crash is a failure.
    let is_a_crash = |finding: &&Value| {
        ["fault: exited", "no answer: exited"].iter().any(|kind| finding["kind"] == *kind)
            // Now and then, or after as many calls as a process lives.
            && !(finding["flaky"].is_null() && finding["history"].as_array().is_none_or(Vec::is_empty))
    };
    if let Some(other) = findings.iter().find(|finding| !is_a_crash(finding)) {
        let (case, kind, seen) = (&other["case"], &other["kind"], &other["observed"]);
        return Err(format!("something else than a crash was found: {case}: {kind}: {seen}"));
    }
    let (mut differ, mut unjudged) = (0, 0);
    for (before, after) in list(without, "rules").iter().zip(&list(with, "rules")) {
        let told = |finding: &Value| finding["rule"] == after["rule"] && finding["outcome"] == after["outcome"];
        let same = before["outcome"] == after["outcome"];
        if ["rule", "cases"].iter().any(|member| before[member] != after[member])
            || !(same || findings.iter().any(told))
        {
            return Err(format!("{before} became {after}"));
        }
        differ += usize::from(!same);
        unjudged += before["judged"].as_u64().unwrap_or(0).saturating_sub(after["judged"].as_u64().unwrap_or(0));
    }
    if unjudged > crashes {
        Err(format!("{unjudged} cases are not judged after {crashes} crashes"))
    } else {
        Ok(differ)
    }
}

/// One round with crashes beside one without, and what it shows.
fn compared(seed: u64, cases: u64) -> Result<String, Failed> {
    let (without, with) = (round("without", "0", (seed, cases))?, round("with", LIFE, (seed, cases))?);
    // Every look is a start, of which each worker needs one and every crash another.
    let starts = with.held.len() as u64;
    let rules = is_alike(&without.proof, &with.proof, starts)?;
    is_flat(&with.held)?;
    let (first, last) = (with.held[0], with.held[with.held.len() - 1]);
    let cases: u64 =
        with.proof["rules"].as_array().into_iter().flatten().filter_map(|rule| rule["cases"].as_u64()).sum();
    Ok(format!(
        "seed {seed}: {cases} cases, {starts} starts, {rules} rules tell of a crash and nothing else differs; {} to {} KiB, {} to {} descriptors",
        first.memory, last.memory, first.descriptors, last.descriptors
    ))
}

/// The soak as a trial: a short round.
pub(crate) fn short() -> Result<(), Failed> {
    let shown = compared(1, SHORT)?;
    let _ = writeln!(std::io::stdout(), "soak, {shown}");
    Ok(())
}

/// The soak by hand: so many rounds with other seeds, or for so many minutes (`10m`).
pub(crate) fn long(length: &str) -> ExitCode {
    let (rounds, minutes) = match length.strip_suffix('m') {
        Some(minutes) => (u64::MAX, minutes.parse()),
        None => (length.parse().unwrap_or(0), Ok(u64::from(u32::MAX))),
    };
    let (began, longest) = (Instant::now(), Duration::from_mins(minutes.unwrap_or(0)));
    for seed in 1..=rounds {
        let shown = compared(seed, CASES).map_err(|failed| format!("{failed:?}"));
        let said = shown.as_ref().unwrap_or_else(|why| why);
        let _ = writeln!(std::io::stdout(), "{:>4} s: {said}", began.elapsed().as_secs());
        if shown.is_err() {
            return ExitCode::FAILURE;
        }
        if began.elapsed() >= longest {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// That the soak can fail.
pub(crate) fn can_fail() -> Result<(), Failed> {
    let held = |memory, descriptors| Held { memory, descriptors };
    let steady: Vec<Held> = (0..30).map(|n| held(50_000 + n % 7 * 100, 12)).collect();
    is_flat(&steady)?;
    let growing: Vec<Held> = (0..30).map(|n| held(50_000 + n * 3000, 12)).collect();
    let leaking: Vec<Held> = (0..30).map(|n| held(50_000, 12 + n)).collect();
    let proof = |outcome: &str, judged: u64, findings: &Value| serde_json::json!({"rules": [{"rule": "a/b", "cases": 9, "judged": judged, "outcome": outcome}], "findings": findings});
    let crash = serde_json::json!([{"rule": "a/b", "kind": "fault: exited", "outcome": "fault", "flaky": "1 of 9"}]);
    let wrong = serde_json::json!([{"rule": "a/b", "kind": "accepted", "outcome": "fail", "flaky": "1 of 9"}]);
    let (none, pass) = (Value::Array(Vec::new()), proof("pass", 9, &Value::Array(Vec::new())));
    is_alike(&pass, &proof("fault", 8, &crash), 1)?;
    let unlike =
        [proof("fault", 8, &none), proof("fail", 9, &wrong), proof("pass", 3, &none), proof("inconclusive", 9, &none)];
    let seen = is_flat(&growing).is_err()
        && is_flat(&leaking).is_err()
        && unlike.iter().all(|other| is_alike(&pass, other, 1).is_err());
    if seen { Ok(()) } else { Err("what grows or differs is not seen".into()) }
}
