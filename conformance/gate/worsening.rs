//! A failure that everybody knows gets worse without changing its kind: every gate sees it.
//!
//! The milder subject has a mutant's fault on every other input only, the worse one on all of them.

use std::io::Write;
use std::path::Path;

use proofmark::gate::{Date, KnownFile, diff, excuse_known, hold_against_baseline, update};
use proofmark::proof::{Exit, Proof};
use proofmark::rule::{Declared, Suite};
use proofmark::run::{Options, Selection, run};
use proofmark::subject::{Host, Implementation, Reference, Refusal, Request, Spoils, Subject};
use proofmark::suites;
use serde_json::Value;

/// How many mutants of every suite.
const PER_SUITE: usize = 4;

/// A subject that has its fault on some inputs only.
struct HalfHearted {
    right: Reference,
    wrong: Reference,
}

impl Subject for HalfHearted {
    fn implementation(&self) -> Implementation {
        self.right.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let sum = request.params.to_string().bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31) + u32::from(byte));
        let today = if sum.is_multiple_of(2) { &self.wrong } else { &self.right };
        today.call(request, host)
    }

    fn calls_host(&self, method: &str) -> bool {
        self.right.calls_host(method)
    }
}

/// One failure that got worse.
struct Worse {
    mutant: String,
    before: Proof,
    after: Proof,
}

impl Worse {
    /// Of a mutant that answers wrongly; none where the worse one does not fail in the very same ways, and more often.
    fn of(declared: Declared) -> Option<Self> {
        let selection: Selection = vec![(declared.suite, declared.rule)];
        let options = Options { cases: 40, score: false, ..Options::default() };
        let milder = || HalfHearted { right: declared.suite.reference(), wrong: declared.reference() };
        let before = run(&selection, &milder, &options).unwrap();
        let after = run(&selection, &|| declared.reference(), &options).unwrap();
        let kinds = |proof: &Proof| -> Vec<(String, String)> {
            proof.findings.iter().map(|finding| (finding.check.clone(), finding.kind.clone())).collect()
        };
        let same = !before.findings.is_empty() && kinds(&before) == kinds(&after);
        (same && failed(&before) < failed(&after)).then(|| Self { mutant: declared.id(), before, after })
    }

    /// What each gate says of the worse one: whether it is let through before, and whether it is seen after.
    fn gates(&self) -> [(&'static str, bool); 3] {
        let baseline = |proof: &Proof| {
            let mut held = proof.clone();
            hold_against_baseline(&mut held, &self.before);
            Exit::of(&held) == Exit::DoesNot
        };
        let gate = |proof: &Proof| diff(&self.before, proof).has_regression();
        [
            ("--known", !self.is_objected_to(&self.before) && self.is_objected_to(&self.after)),
            ("--baseline", !baseline(&self.before) && baseline(&self.after)),
            ("diff --gate", !gate(&self.before) && gate(&self.after)),
        ]
    }

    /// Whether a file of known failures that was written for the milder one objects to `proof`.
    fn is_objected_to(&self, proof: &Proof) -> bool {
        let (catalogue, path) = (suites::builtin(), Path::new("known.toml"));
        let empty = KnownFile::parse(path, "").unwrap();
        let text = update(&catalogue, "", &empty, &self.before).text.replace("reason = \"\"", "reason = \"known\"");
        let known = KnownFile::parse(path, &text).unwrap();
        let mut excused = proof.clone();
        excuse_known(&catalogue, &mut excused, &known, "2027-01-31".parse::<Date>().unwrap());
        Exit::of(&excused) == Exit::DoesNot
    }
}

fn failed(proof: &Proof) -> u64 {
    proof.findings.iter().map(|finding| finding.count).sum()
}

/// From each of some rules of a suite, one mutant.
fn of_suite(suite: &'static Suite) -> Vec<Worse> {
    let answers = |declared: &Declared| {
        !matches!(declared.mutant.spoils, Spoils::Remembering(_) | Spoils::Throwing(_) | Spoils::Policy(_))
    };
    let mut rules: Vec<&str> = Vec::new();
    let candidates = suite.mutants().filter(answers).filter(|declared| {
        let new = declared.rule.level == proofmark::rule::Level::Must && !rules.contains(&declared.rule.id);
        rules.push(declared.rule.id);
        new
    });
    candidates.filter_map(Worse::of).take(PER_SUITE).collect()
}

#[test]
fn twenty_known_failures_that_get_worse_are_seen_by_every_gate() {
    let all: Vec<Worse> = suites::builtin().suites().iter().flat_map(|suite| of_suite(suite)).collect();
    let (mut missed, mut table) = (Vec::new(), std::io::stdout());
    for worse in &all {
        let gates = worse.gates();
        let (before, after) = (failed(&worse.before), failed(&worse.after));
        let seen: Vec<&str> = gates.iter().filter(|(_, seen)| *seen).map(|(gate, _)| *gate).collect();
        writeln!(table, "{:<70} {before:>4} → {after:>4} cases  {}", worse.mutant, seen.join(", ")).unwrap();
        if seen.len() < gates.len() {
            missed.push(worse.mutant.as_str());
        }
    }
    assert_eq!(all.len(), PER_SUITE * suites::builtin().suites().len());
    assert!(missed.is_empty(), "not seen by every gate: {missed:?}");
}
