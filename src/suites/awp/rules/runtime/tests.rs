//! This half tested by itself: the corpus agrees with the model, what is left free costs nothing, and of
//! the rules that share a method only the one that is broken is blamed.

use crate::rule::CheckRef;
use serde_json::{Value, json};

use crate::proof::Outcome;
use crate::rule::{Rule, Step, read_corpus};
use crate::run::{Options, Selection, run};
use crate::subject::Spoils;
use crate::suites::awp::SUITE;
use crate::suites::awp::model::runtime::expect::expect;
use crate::suites::awp::reference::{answer_alone, empty::empty_answers};

#[test]
fn the_corpus_agrees_with_the_model() {
    for rule in SUITE.rules {
        let first = rule.checks[0].id;
        for case in read_corpus(&SUITE, rule).unwrap() {
            let wanted = case.check.as_deref().unwrap_or(first);
            let check = rule.checks.iter().find(|check| check.id == wanted).expect(&case.name);
            let Ok(Step::Ask(calls)) = CheckRef { suite: &SUITE, rule, check }.step(&case.case, &[]) else {
                panic!("{}: {}", rule.id, case.name)
            };
            let params = if calls[0].world.is_some() { &case.case } else { calls[0].params(&case.case) };
            let Some(expected) = expect(calls[0].method, params) else { continue };
            assert_eq!(expected.expect, case.expect, "{}: {} ({})", rule.id, case.name, expected.reason);
        }
    }
}

#[test]
fn the_model_takes_anything() {
    for seed in 0..300 {
        let mut draw = crate::draw::Draw::from_seed(seed);
        let params = crate::draw::json::any(&mut draw);
        for method in methods() {
            assert!(expect(method, &params).is_some());
            empty_answers(method, &params, seed % 2 == 0);
            answer_alone(&crate::subject::Quirks::default(), method, &params, 0);
        }
    }
}

#[test]
fn what_the_document_leaves_free_costs_a_subject_nothing() {
    let free = Spoils::Answer(|request, mut answer| {
        answer["note"] = json!("of its own");
        match request.method {
            "awp/write_state" if answer["rejected"] != json!([]) => {
                let keys = request.params["writes"].as_array().into_iter().flatten().map(|write| write["key"].clone());
                json!({"state": request.params["state"], "rejected": keys.collect::<Vec<_>>()})
            }
            "awp/record" => {
                for sink in ["log", "metric", "span", "audit"] {
                    for entry in answer[sink].as_array_mut().into_iter().flatten() {
                        *entry = json!([{"at": 12.5, "text": entry["message"]}, entry["attributes"]]);
                    }
                }
                answer
            }
            "awp/read_state" => {
                for (id, _) in request.params["state"].as_object().into_iter().flatten() {
                    if answer["visible"].get(id).is_none() {
                        answer["visible"][id] = json!({});
                    }
                }
                answer
            }
            "awp/deliver" => {
                answer["delivered"].as_array_mut().into_iter().for_each(|list| list.reverse());
                answer
            }
            "awp/complete" if answer["event"]["gate"] != "deliverable_presence" => {
                (answer["event"], answer["rejectedBy"]) = (Value::Null, Value::Null);
                answer
            }
            "awp/run" => {
                if let Some(agents) = answer["agents"].as_object_mut() {
                    agents.retain(|_, agent| agent["status"] != "skipped");
                }
                answer
            }
            _ => answer,
        }
    });
    assert!(
        blamed(free, |rule| rule.id != "R17" && methods().any(|method| rule.checks[0].methods == [method])).is_empty()
    );
}

#[test]
fn of_the_rules_that_share_a_method_only_the_broken_one_is_blamed() {
    for rule in SUITE.rules.iter().filter(|rule| ["awp/complete", "awp/loop"].contains(&rule.checks[0].methods[0])) {
        let family = |other: &Rule| other.checks[0].methods == rule.checks[0].methods;
        assert_eq!(blamed(rule.mutants[0].spoils, family), [rule.id]);
    }
}

#[test]
fn every_answer_has_the_shape_of_its_method() {
    let checked = Spoils::Answer(|request, answer| if fits(request.method, &answer) { answer } else { Value::Null });
    assert!(blamed(checked, |rule| rule.id != "R17" && methods().any(|m| rule.checks[0].methods[0] == m)).is_empty());
    for method in methods() {
        for accept in [true, false] {
            assert!(fits(method, &empty_answers(method, &json!({"state": {}}), accept).unwrap()), "{method}");
        }
        for wrong in [json!(null), json!({}), json!({"status": 1, "agents": []}), json!({"accepted": "yes"})] {
            assert!(!fits(method, &wrong), "{method}: {wrong}");
        }
    }
}

#[test]
fn what_is_sent_at_the_edges_has_the_shape_of_its_method() {
    for rule in SUITE.rules {
        for check in rule.checks.iter().filter(|check| check.methods[0] != "awp/validate") {
            let schema = &SUITE.methods.iter().find(|method| method.name == check.methods[0]).unwrap().params;
            let schema = jsonschema::draft202012::new(&serde_json::from_str(schema).unwrap()).unwrap();
            for case in (check.edges)() {
                let Ok(Step::Ask(calls)) = (CheckRef { suite: &SUITE, rule, check }).step(&case, &[]) else { continue };
                assert!(schema.is_valid(calls[0].params(&case)), "{}: {case}", rule.id);
            }
        }
    }
}

/// Whether a result has the shape of its method.
fn fits(method: &str, result: &Value) -> bool {
    let schema = SUITE.methods.iter().find(|known| known.name == method).unwrap().result;
    jsonschema::draft202012::new(&serde_json::from_str(schema).unwrap()).unwrap().is_valid(result)
}

/// The rules among the chosen ones that fail over a spoiled reference, on their given cases alone.
fn blamed(spoils: Spoils, chosen: impl Fn(&Rule) -> bool) -> Vec<&'static str> {
    let selection: Selection = SUITE.rules.iter().filter(|rule| chosen(rule)).map(|rule| (&SUITE, *rule)).collect();
    let spoiled = || SUITE.spoiled(spoils);
    let options = Options { cases: 0, investigate: false, ..Options::default() };
    let proof = run(&selection, &spoiled, &options).unwrap();
    let failed = |result: &crate::proof::RuleResult| matches!(result.outcome, Outcome::Fail | Outcome::Fault);
    selection.iter().zip(&proof.rules).filter(|(_, result)| failed(result)).map(|((_, rule), _)| rule.id).collect()
}

/// The methods of this half.
fn methods() -> impl Iterator<Item = &'static str> {
    SUITE.methods.iter().map(|method| method.name).filter(|method| *method != "awp/validate")
}
