//! A pass rests on what was judged: a subject that does nothing passes no check of which it let little be judged, and a
//! number of cases that nobody can draw is refused.

use std::collections::BTreeMap;

use proofmark::proof::{Outcome, Proof};
use proofmark::run::{Options, Selection, run};
use proofmark::subject::{DoNothing, Launcher};
use proofmark::suites;

use crate::program::Folder;

/// How many cases of each check were judged, of those that pass or of all.
fn judged(selection: &Selection, launcher: &dyn Launcher, passed_only: bool) -> BTreeMap<String, u64> {
    let options = Options { cases: 20, score: false, investigate: false, ..Options::default() };
    let proof: Proof = run(selection, launcher, &options).unwrap();
    let mut all = BTreeMap::new();
    for rule in &proof.rules {
        for check in rule.checks.iter().filter(|check| !passed_only || check.outcome == Outcome::Pass) {
            all.insert(format!("{}/{}", rule.rule, check.check), check.judged);
        }
    }
    all
}

#[test]
fn a_stub_passes_no_check_of_which_little_was_judged() {
    let mut passed = 0;
    for &suite in suites::builtin().suites() {
        let selection: Selection = suite.rules.iter().map(|rule| (suite, *rule)).collect();
        let methods: Vec<String> = suite.methods.iter().map(|method| method.name.to_owned()).collect();
        let due = judged(&selection, &|| suite.reference(), false);
        for accept in [true, false] {
            let stub = DoNothing::verdict(accept, methods.clone(), vec![suite.empty_answers]);
            for (check, judged) in judged(&selection, &move || stub.clone(), true) {
                passed += 1;
                let floor = suites::builtin().check(&check).unwrap().check.floor;
                assert!(judged * 100 >= due[&check] * floor, "{check} passes with {judged} judged of {}", due[&check]);
            }
        }
    }
    assert!(passed > 0, "no check passes: the test compares nothing");
}

#[test]
fn a_number_of_cases_that_nobody_can_draw_is_refused() {
    for cases in ["18446744073709551615", "18446744073709551616", "1000001"] {
        let ran = Folder::new("cases").proofmark(&["run", "--rule", "preflight/presence", "--cases", cases]);
        ran.exits(2).says("--cases");
    }
}
