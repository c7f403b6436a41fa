//! The corpus agrees with the model, and questions are told apart by what is accepted.

use crate::rule::CheckRef;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{METHOD, SUITE, model};
use crate::draw::Draw;
use crate::rule::{Evidence, Expect, Judgement, Rule, Step, Verdict, read_corpus};
use crate::subject::Answer;

/// The rules that are judged when a workflow is loaded.
fn at_load() -> impl Iterator<Item = &'static Rule> {
    SUITE.rules.iter().copied().filter(|rule| rule.checks[0].methods == [METHOD])
}

#[test]
fn every_corpus_case_agrees_with_the_model() {
    for rule in at_load() {
        let cases = read_corpus(&SUITE, rule).unwrap();
        for case in cases {
            let params = if rule.id == "same-meaning" { &case.case["project"] } else { &case.case };
            if params.is_null() || params.get("workflow").is_none() {
                continue;
            }
            let expected = (SUITE.expect)(METHOD, params).unwrap();
            assert_eq!(expected.expect, case.expect, "{}: {}: {expected:?}", rule.id, case.name);
            if case.expect == Expect::Reject && rule.id.starts_with('R') {
                assert_eq!(expected.rules, [format!("awp/{}", rule.id)], "{}", case.name);
            }
        }
    }
}

#[test]
fn every_question_of_the_model_is_declared_with_its_readings() {
    let mut declared: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for rule in at_load() {
        for question in rule.questions {
            declared.insert((rule.id, question.id), question.readings.iter().map(|reading| reading.id).collect());
        }
    }
    for rule in at_load() {
        for check in rule.checks {
            for case in (check.edges)() {
                if let Some((of, ask)) = model::report(&case).question() {
                    let readings = &declared[&(of, ask.question)];
                    let likeliest = if ask.accepts { ask.accepting } else { ask.rejecting };
                    assert_eq!(readings[0], likeliest, "{of} {}", ask.question);
                    assert!(readings.contains(&ask.accepting) && readings.contains(&ask.rejecting));
                }
            }
        }
    }
}

/// What comes of a case when the subject says this of it, and what the reference says of everything else.
fn judged(rule: &'static Rule, case: &Value, valid: bool) -> Judgement {
    let of = CheckRef { suite: &SUITE, rule, check: &rule.checks[0] };
    let mut answers: Vec<Answer> = Vec::new();
    loop {
        let calls = match of.step(case, &answers).unwrap() {
            Step::Judged(judgement) => return judgement,
            Step::Ask(calls) => calls,
        };
        for call in calls {
            let value = if answers.is_empty() {
                serde_json::json!({"valid": valid, "diagnostics": []})
            } else {
                super::verdict::verdict_of(&model::report(call.params(case)))
            };
            answers.push(Answer { value, trace: Vec::new() });
        }
    }
}

#[test]
fn a_subject_that_follows_a_reading_is_told_so() {
    let mut asked = BTreeSet::new();
    for rule in at_load().filter(|rule| rule.id.starts_with('R')) {
        for case in (rule.checks[0].edges)() {
            let Some((of, ask)) = model::report(&case).question().filter(|(of, _)| *of == rule.id) else { continue };
            let rejecting = ask.rejection_tells.then_some(ask.rejecting);
            for (valid, reading) in [(true, Some(ask.accepting)), (false, rejecting)] {
                let judgement = judged(rule, &case, valid);
                assert!(matches!(judgement.verdict, Verdict::Open(_)), "{case}");
                let told = |reading| Evidence { question: ask.question, consistent: vec![reading] };
                assert_eq!(judgement.evidence, reading.map(told).into_iter().collect::<Vec<_>>());
            }
            asked.insert((of, ask.question));
        }
    }
    let declared = at_load().filter(|rule| rule.id.starts_with('R')).flat_map(|rule| rule.questions);
    assert_eq!(asked.len(), declared.filter(|question| question.id != "numbering").count(), "{asked:?}");
}

/// What a subject says that follows the other reading of every question and, if it is `strict`, refuses whatever the
/// document leaves open: the document allows both.
fn otherwise(project: &Value, strict: bool) -> Value {
    let report = model::report(project);
    let is_error = |standing: model::Standing| match standing {
        model::Standing::Broken => true,
        model::Standing::Asks(ask) => ask.accepts,
        model::Standing::Open => strict,
        model::Standing::Unfit | model::Standing::Warns => false,
    };
    let errors = report.notes.iter().filter(|note| is_error(note.standing));
    let diagnostics: Vec<Value> =
        errors.map(|note| serde_json::json!({"severity": "error", "rule": note.rule})).collect();
    super::verdict::made_of(&diagnostics)
}

#[test]
fn whatever_a_question_leaves_open_is_open_in_every_rule() {
    for rule in at_load() {
        for check in rule.checks {
            let of = CheckRef { suite: &SUITE, rule, check };
            let drawn = check.arms.iter().flat_map(|arm| (0..3).map(|seed| (arm.draw)(&mut Draw::from_seed(seed))));
            for (case, strict) in
                (check.edges)().into_iter().chain(drawn).flat_map(|case| [(case.clone(), false), (case, true)])
            {
                let mut answers: Vec<Answer> = Vec::new();
                let verdict = loop {
                    match of.step(&case, &answers).unwrap() {
                        Step::Judged(judgement) => break judgement.verdict,
                        Step::Ask(calls) => answers.extend(
                            calls
                                .iter()
                                .map(|call| Answer { value: otherwise(call.params(&case), strict), trace: Vec::new() }),
                        ),
                    }
                };
                // The warning of R32 is the one thing that this subject leaves out.
                let is_warning = rule.id == "R32";
                assert!(is_warning || !matches!(verdict, Verdict::Failed(_)), "{}: {case}: {verdict:?}", of.id());
            }
        }
    }
}

#[test]
fn every_fault_of_a_rule_stands_on_a_ground() {
    for rule in at_load().filter(|rule| rule.id.starts_with('R')) {
        for case in (rule.checks[0].edges)() {
            let report = model::report(&case);
            if report.is_fit() && super::judge::breaks_alone(&report, rule.id) {
                assert!(!super::ground::grounds(rule, &case).is_empty(), "{}: {case}", rule.id);
                let verdicts = [judged(rule, &case, true).verdict, judged(rule, &case, false).verdict];
                assert!(matches!(verdicts, [Verdict::Failed(_), Verdict::Held]), "{}: {verdicts:?} {case}", rule.id);
            }
        }
    }
}

#[test]
fn any_project_has_grounds_or_none() {
    for seed in 0..300 {
        let wild = super::draw::wild(&mut crate::draw::Draw::from_seed(seed));
        for rule in at_load() {
            super::ground::grounds(rule, &wild);
        }
    }
}

#[test]
fn every_edge_of_a_rule_is_its_own_business() {
    for rule in at_load().filter(|rule| rule.id.starts_with('R')) {
        for case in rule.checks.iter().flat_map(|check| (check.edges)()) {
            let broken = model::report(&case).broken_rules();
            // R31 and R32 read the same field, and code mode is tried in all combinations.
            let is_foreign = |other: &&str| *other != rule.id;
            assert!(broken.iter().filter(|other| is_foreign(other)).count() <= 3, "{}: {broken:?} {case}", rule.id);
        }
    }
}

#[test]
fn nothing_is_too_odd_to_expect_something_of() {
    for params in [Value::Null, Value::from(3), Value::from("x"), serde_json::json!([]), serde_json::json!({})] {
        assert_eq!((SUITE.expect)(METHOD, &params).unwrap().expect, Expect::Unspecified);
    }
    assert!((SUITE.expect)("awp/none", &Value::Null).is_none());
}

#[test]
fn verdicts_have_the_shape_that_the_schema_of_their_method_says() {
    let method = SUITE.methods.iter().find(|method| method.name == METHOD).unwrap();
    let schema = |text: &str| jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap();
    let (params, result) = (schema(method.params), schema(method.result));
    for rule in at_load().filter(|rule| rule.id.starts_with('R')) {
        for case in (rule.checks[0].edges)() {
            assert!(params.is_valid(&case), "{case}");
            assert!(result.is_valid(&super::verdict::verdict_of(&model::report(&case))), "{case}");
        }
    }
    for accept in [true, false] {
        assert!(result.is_valid(&(SUITE.empty_answers)(METHOD, &Value::Null, accept).unwrap()));
    }
    for wrong in [
        serde_json::json!(null),
        serde_json::json!({}),
        serde_json::json!({"valid": "yes"}),
        serde_json::json!({"valid": false, "diagnostics": [{"severity": "fatal"}]}),
        serde_json::json!({"valid": true, "diagnostics": [{"severity": "error"}]}),
        serde_json::json!({"valid": false, "diagnostics": [{"severity": "error", "rule": 6}]}),
    ] {
        assert!(!result.is_valid(&wrong), "{wrong}");
    }
}
