//! One fault of the adapter is one finding: what it does wrong on every call is said once, with what came and what was
//! wanted, and the run does not go on asking.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use libtest_mimic::{Failed, Trial};
use proofmark::proof::Outcome;
use proofmark::run::Selection;
use proofmark::subject::{Host, Implementation, Reference, Refusal, Request, Subject};
use proofmark::suites;
use serde_json::{Value, json};

use crate::support::{options, prove};

/// What an adapter does instead of answering, and what the finding says of it.
type Fault = (&'static str, fn(Value) -> Result<Value, Refusal>, &'static [&'static str]);

const FAULTS: &[Fault] = &[
    ("throws", |_| Err(Refusal::Failed("TypeError: no validator".into())), &["TypeError: no validator"]),
    (
        "answers in another shape",
        |answer| Ok(json!({ "result": answer })),
        &["what came is {\"result\":", "is a required property", "wanted is an object with `"],
    ),
    (
        "panics",
        // As a panic, without the panic hook writing to this test's output.
        |_| std::panic::resume_unwind(Box::new("no runtime")),
        &["no runtime"],
    ),
];

/// The suites, and how many calls it may cost to be sure: the sweep of a few checks, and looking into one.
const SUITES: &[&str] = &["preflight", "awp", "contract"];
const MOST_CALLS_PER_METHOD: u64 = 400;

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |(suite, fault): (&'static str, &'static Fault)| {
        Trial::test(format!("one fault::{suite}: {}", fault.0), move || is_one_finding(suite, fault))
    };
    SUITES.iter().flat_map(|suite| FAULTS.iter().map(move |fault| (*suite, fault))).map(trial).collect()
}

struct Faulty {
    reference: Reference,
    fault: fn(Value) -> Result<Value, Refusal>,
    calls: Arc<AtomicU64>,
}

impl Subject for Faulty {
    fn implementation(&self) -> Implementation {
        self.reference.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        (self.fault)(self.reference.call(request, host)?)
    }

    fn calls_host(&self, method: &str) -> bool {
        self.reference.calls_host(method)
    }
}

fn is_one_finding(name: &str, &(_, fault, told): &Fault) -> Result<(), Failed> {
    let suite = suites::builtin().suite(name).ok_or("no such suite")?;
    let selection: Selection = suite.rules.iter().map(|rule| (suite, *rule)).collect();
    let calls = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&calls);
    let subject = move || Faulty { reference: suite.reference(), fault, calls: Arc::clone(&counted) };
    let proof = prove(&selection, &subject, &options(0, 200, 1))?;
    let mut wrong: Vec<String> = Vec::new();
    // A method may have several sets of checks, but one fault is not told once per rule.
    let methods = suite.methods.len();
    if proof.findings.is_empty() || proof.findings.len() > methods {
        wrong.extend(proof.findings.iter().map(|finding| format!("{}: {}", finding.check, finding.kind)));
    }
    for finding in &proof.findings {
        let observed = finding.observed.as_str().unwrap_or_default();
        wrong.extend(
            told.iter().filter(|part| !observed.contains(**part)).map(|part| format!("no {part} in {observed}")),
        );
    }
    let calls = calls.load(Ordering::Relaxed);
    if calls > MOST_CALLS_PER_METHOD * methods as u64 {
        wrong.push(format!("{calls} calls"));
    }
    let passed =
        proof.rules.iter().filter(|rule| !matches!(rule.outcome, Outcome::Fail | Outcome::Fault | Outcome::Blocked));
    wrong.extend(passed.map(|rule| format!("{} is {}", rule.rule, rule.outcome)));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
