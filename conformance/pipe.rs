//! The same suites over a real pipe, to this very program.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use proofmark::proof::{Outcome, Proof, Timings};
use proofmark::rule::Declared;
use proofmark::run::Selection;
use proofmark::subject::Command;
use proofmark::suites;

use crate::five::FIVE_MUTANTS;
use crate::support::{PROOFMARK, options, prove};

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("pipe::the reference answers as in-process", || {
            same_as_in_process(&quick_rules(), &[]).map(|_| ())
        }),
        Trial::test("pipe::five mutants at once are found as in-process", || {
            let mutants = five_mutants();
            let proof = same_as_in_process(&one_suite(), &mutants)?;
            each_on_its_own_rule(&proof, &mutants)
        }),
    ]
}

/// Every rule but the one that waits for time limits to pass.
fn quick_rules() -> Selection {
    suites::builtin().rules().filter(|(_, rule)| rule.id != "R17").collect()
}

/// The suite that the five mutants belong to: enough to see whether proofs agree.
pub(crate) fn one_suite() -> Selection {
    suites::builtin().rules().filter(|(suite, _)| suite.name == "preflight").collect()
}

fn same_as_in_process(selection: &Selection, mutants: &[Declared]) -> Result<Proof, Failed> {
    let chosen = mutants.to_vec();
    let in_process = prove(selection, &move || suites::builtin().reference(&chosen), &options(7, 5, 2))?;
    let mut words = vec![PROOFMARK.to_owned(), "serve".to_owned()];
    for declared in mutants {
        words.extend(["--mutant".to_owned(), declared.id()]);
    }
    let command = Command::new(words, Duration::from_secs(30));
    let mut piped = prove(selection, &command, &options(7, 5, 2))?;
    piped.subject.command = None;
    piped.timings = Timings::default();
    let in_process = Proof { timings: Timings::default(), ..in_process };
    if piped.to_json() != in_process.to_json() {
        return Err(difference(&in_process.to_json(), &piped.to_json()).into());
    }
    Ok(piped)
}

fn difference(in_process: &str, piped: &str) -> String {
    let (a, b) = in_process.lines().zip(piped.lines()).find(|(a, b)| a != b).unwrap_or(("one of them", "is longer"));
    format!("the proofs differ\n  in-process {a}\n  piped      {b}")
}

/// The mutants of [`FIVE_MUTANTS`].
pub(crate) fn five_mutants() -> Vec<Declared> {
    suites::builtin().mutants().filter(|declared| FIVE_MUTANTS.contains(&declared.id().as_str())).collect()
}

/// Every mutant is reported, on the rule that declares it.
pub(crate) fn each_on_its_own_rule(proof: &Proof, mutants: &[Declared]) -> Result<(), Failed> {
    if mutants.len() != 5 {
        return Err(format!("expected five mutants, found {}", mutants.len()).into());
    }
    if proof.findings.len() != 5 {
        return Err(format!("expected five findings, found {}", proof.findings.len()).into());
    }
    for declared in mutants {
        let id = format!("{}/{}", declared.suite.name, declared.rule.id);
        let outcome = proof.rules.iter().find(|rule| rule.rule == id).map(|rule| rule.outcome);
        if outcome != Some(Outcome::Fail) || !proof.findings.iter().any(|finding| finding.rule == id) {
            return Err(format!("{} was not found on its own rule", declared.id()).into());
        }
    }
    Ok(())
}
