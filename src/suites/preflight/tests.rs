//! The suite as a whole: one bug is blamed on one rule.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::SUITE;
use crate::proof::Outcome;
use crate::run::{Options, Quiet, Readings, Selection, Shard, run};
use crate::suites::{self, Declared};

/// A subject that does not answer, or not always the same, fails wherever it shows; and whoever stops early
/// leaves several codes out.
fn is_many_bugs_at_once(declared: &Declared) -> bool {
    matches!(declared.rule.id, "any-input" | "stateless") || declared.mutant.name.starts_with("stops a")
}

fn mutants_of_one_bug() -> impl Iterator<Item = Declared> {
    suites::mutants().filter(|declared| declared.suite.name == SUITE.name && !is_many_bugs_at_once(declared))
}

#[test]
fn the_first_mutant_of_every_rule_is_blamed_on_that_rule_alone() {
    for declared in mutants_of_one_bug().filter(|declared| declared.mutant.name == declared.rule.mutants[0].name) {
        assert_eq!(blamed(declared), [declared.rule.id], "{}", declared.id());
    }
}

#[test]
#[ignore = "takes minutes: every rule over every mutant"]
fn every_mutant_is_blamed_on_its_rule_alone() {
    for declared in mutants_of_one_bug() {
        assert_eq!(blamed(declared), [declared.rule.id], "{}", declared.id());
    }
}

/// The rules that do not pass over a mutant, on their given cases alone.
fn blamed(declared: Declared) -> Vec<&'static str> {
    let selection: Selection = SUITE.rules.iter().map(|rule| (&SUITE, *rule)).collect();
    let interrupted = AtomicBool::new(false);
    let options = Options {
        seed: 0,
        cases: 0,
        time_box: None,
        jobs: 1,
        shard: Shard::WHOLE,
        deadline: Duration::from_secs(10),
        readings: Readings::default(),
        interrupted: &interrupted,
        progress: &Quiet,
        first_failure_only: false,
        investigate: false,
    };
    let proof = run(&selection, &|| suites::reference(&[declared]), &options).unwrap();
    let rules = SUITE.rules.iter().zip(&proof.rules);
    rules
        .filter(|(_, result)| matches!(result.outcome, Outcome::Fail | Outcome::Fault))
        .map(|(rule, _)| rule.id)
        .collect()
}
