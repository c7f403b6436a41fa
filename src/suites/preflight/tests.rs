//! The suite as a whole: one bug is blamed on one rule.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::proof::Outcome;
use crate::run::{Options, Quiet, Readings, Selection, Shard, run};
use crate::suites::{self, Declared};

#[test]
fn matrix() {
    let mut worst = 0;
    for declared in suites::mutants().filter(|declared| declared.suite.name == "preflight") {
        let others = blamed(declared);
        if !others.is_empty() {
            eprintln!("{:80} {}", declared.id(), others.join(" "));
        }
        worst = worst.max(others.len());
    }
    panic!("{worst}");
}

/// The rules that fail over a mutant of another rule.
fn blamed(declared: Declared) -> Vec<String> {
    let selection: Selection = declared.suite.rules.iter().map(|rule| (declared.suite, *rule)).collect();
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
        first_failure_only: true,
        investigate: false,
    };
    let proof = run(&selection, &|| suites::reference(&[declared]), &options).unwrap();
    let failed = proof.rules.into_iter().filter(|rule| matches!(rule.outcome, Outcome::Fail | Outcome::Fault));
    let own = format!("{}/{}", declared.suite.name, declared.rule.id);
    failed.map(|rule| rule.rule).filter(|rule| *rule != own).collect()
}
