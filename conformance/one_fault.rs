//! One fault of the adapter is one finding: what it does wrong on every call is said once, with what came and what was
//! wanted, and the run does not go on asking.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use libtest_mimic::{Failed, Trial};
use proofmark::proof::Outcome;
use proofmark::run::{Options, Progress, Selection};
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

/// What was said while the run went on, and how many of its cases were done by then.
#[derive(Default)]
struct Listener {
    total: AtomicU64,
    done: AtomicU64,
    warnings: Mutex<Vec<(u64, String)>>,
}

impl Progress for Listener {
    fn begin(&self, _: usize, cases: u64) {
        self.total.store(cases, Ordering::Relaxed);
    }

    fn advance(&self, cases: u64) {
        self.done.fetch_add(cases, Ordering::Relaxed);
    }

    fn investigating(&self, _: &str) {}

    fn end(&self) {}

    fn warned(&self, fault: &str) {
        let done = self.done.load(Ordering::Relaxed);
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push((done, fault.to_owned()));
    }
}

impl Listener {
    /// What is wrong with how it was said: once a method at most, the first time before a tenth of the cases, in words.
    fn complaints(self, methods: usize, told: &[&str]) -> Vec<String> {
        let total = self.total.into_inner();
        let warnings = self.warnings.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (first, text) = warnings.first().map_or((u64::MAX, ""), |(done, text)| (*done, text.as_str()));
        let mut wrong = Vec::new();
        if warnings.len() > methods || first > total / 10 {
            wrong.push(format!("said {} times, the first after {first} of {total} cases", warnings.len()));
        }
        let missing = told.iter().filter(|part| !text.contains(**part));
        wrong.extend(missing.map(|part| format!("no {part} in what was said early: {text}")));
        wrong
    }
}

fn is_one_finding(name: &str, &(_, fault, told): &Fault) -> Result<(), Failed> {
    let suite = suites::builtin().suite(name).ok_or("no such suite")?;
    let selection: Selection = suite.rules.iter().map(|rule| (suite, *rule)).collect();
    let calls = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&calls);
    let subject = move || Faulty { reference: suite.reference(), fault, calls: Arc::clone(&counted) };
    let listener = Listener::default();
    let proof = prove(&selection, &subject, &Options { progress: &listener, ..options(0, 200, 1) })?;
    let mut wrong = listener.complaints(suite.methods.len(), told);
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
