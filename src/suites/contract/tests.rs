//! The suite as a whole: readings are named, freedoms cost nothing, and nothing panics.

use crate::rule::CheckRef;
use serde_json::{Map, Value, json};

use super::SUITE;
use crate::draw::{Draw, json as values};
use crate::proof::{Outcome, Proof};
use crate::run::{Options, Selection, run};
use crate::subject::Spoils;

/// What a run of some rules (all, if none is named) says about a reference runtime with a quirk.
fn prove(rules: &[&str], spoils: Spoils, cases: u64, investigate: bool) -> Proof {
    let chosen = SUITE.rules.iter().filter(|rule| rules.is_empty() || rules.contains(&rule.id));
    let selection: Selection = chosen.map(|rule| (&SUITE, *rule)).collect();
    let launcher = move || SUITE.spoiled(spoils);
    let options = Options { cases, investigate, ..Options::default() };
    run(&selection, &launcher, &options).unwrap()
}

fn blamed(proof: &Proof) -> Vec<&str> {
    let failed = proof.rules.iter().filter(|rule| matches!(rule.outcome, Outcome::Fail | Outcome::Fault));
    failed.map(|rule| rule.rule.as_str()).collect()
}

#[test]
fn every_reading_is_named_and_none_fails() {
    for (quirk, rule, question, reading) in [
        ("none", "DT-002", "both-reasons", "cycle"),
        ("depth-before-cycle", "DT-002", "both-reasons", "depth"),
        ("none", "TOOL-002", "freeze", "deep"),
        ("freezes-the-top-level-only", "TOOL-002", "freeze", "shallow"),
        ("none", "PE-002", "dependents", "skipped"),
        ("reports-dependents-as-cancelled", "PE-002", "dependents", "cancelled"),
        ("reports-dependents-as-failed", "PE-002", "dependents", "failed"),
        ("treats-failures-as-outputs", "PE-002", "dependents", "run"),
        ("none", "ABL-003", "packing", "skips"),
        ("stops-at-the-first-that-does-not-fit", "ABL-003", "packing", "stops"),
        ("cuts-the-first-that-does-not-fit", "ABL-003", "packing", "cuts"),
        ("none", "SEL-004", "disabled-agents", "hidden"),
        ("lists-disabled-agents", "SEL-004", "disabled-agents", "listed"),
        ("none", "SEL-005", "exact-and-substring", "replaces"),
        ("exact-adds-to-substring", "SEL-005", "exact-and-substring", "adds"),
        ("none", "SEL-005", "several-examples", "best"),
        ("the-first-example-counts", "SEL-005", "several-examples", "first"),
        ("examples-add-up", "SEL-005", "several-examples", "sum"),
        ("none", "SEL-006", "several-exclusions", "once"),
        ("every-exclusion-counts", "SEL-006", "several-exclusions", "each"),
    ] {
        let proof = prove(&[rule], Spoils::Quirk(quirk), 40, true);
        assert_eq!(blamed(&proof), Vec::<&str>::new(), "{quirk}");
        let id = format!("contract/{rule}/{question}");
        let found = proof.questions.iter().find(|result| result.question == id);
        assert_eq!(
            found.map(|result| result.readings.as_slice()),
            Some(&[reading.to_owned()][..]),
            "{quirk}: {question}"
        );
    }
}

#[test]
fn running_one_step_at_a_time_is_allowed() {
    let proof = prove(&[], Spoils::Quirk("runs-one-step-at-a-time"), 40, false);
    assert_eq!(blamed(&proof), Vec::<&str>::new());
}

#[test]
fn what_the_protocol_leaves_free_costs_a_subject_nothing() {
    let free = Spoils::Answer(|request, mut answer| {
        // Memory as a map, errors as objects, defaults in profiles, reasons, and members of one's own.
        for checkpoint in answer["checkpoints"].as_array_mut().into_iter().flatten() {
            let entries = checkpoint["memorySnapshot"].as_array().cloned().unwrap_or_default();
            let map: Map<String, Value> = entries
                .iter()
                .filter_map(|entry| Some((entry["key"].as_str()?.to_owned(), entry["value"].clone())))
                .collect();
            checkpoint["memorySnapshot"] = Value::Object(map);
        }
        for result in answer["results"].as_array_mut().into_iter().flatten() {
            if let Some(error) = result["error"].as_str() {
                result["error"] = json!({"message": error, "code": "E1"});
            }
            if let Some(profile) = result["profile"].as_object_mut() {
                profile.entry("enabled").or_insert(json!(true));
                profile.entry("tags").or_insert(json!([]));
            }
        }
        if request.method == "contract/delegate" && answer["allowed"] == false {
            answer["error"] = json!({ "message": answer["error"], "code": "REFUSED" });
        }
        answer["took"] = json!(0.1);
        answer
    });
    assert_eq!(blamed(&prove(&[], free, 40, false)), Vec::<&str>::new());
}

#[test]
fn the_model_has_something_to_say_about_anything() {
    let mut draw = Draw::from_seed(11);
    for method in SUITE.methods.iter().map(|method| method.name) {
        for _ in 0..200 {
            assert!((SUITE.expect)(method, &values::any(&mut draw)).is_some());
        }
    }
    for rule in SUITE.rules {
        for check in rule.checks {
            for mut case in (check.edges)().into_iter().take(5) {
                for key in
                    case.as_object().map(|members| members.keys().cloned().collect::<Vec<_>>()).unwrap_or_default()
                {
                    let kept = case[&key].clone();
                    case[&key] = values::any(&mut draw);
                    assert!((SUITE.expect)(check.methods[0], &case).is_some());
                    // An exam puts any case to a subject, or says why not.
                    let _ = CheckRef { suite: &SUITE, rule, check }.step(&case, &[]);
                    case[&key] = kept;
                }
            }
        }
    }
}
