//! The schemas of the methods hold what the references say, and not just anything.

use serde_json::{Value, json};

use crate::rule::{Method, Step, Suite};
use crate::subject::{Answer, Host, Request, Subject as _};

fn validator(schema: &str) -> jsonschema::Validator {
    jsonschema::draft202012::new(&serde_json::from_str(schema).unwrap()).unwrap()
}

/// The calls of a suite's exams on their edges, with the reference's answers. An exam ends at a call with host calls.
fn conversations(suite: &'static Suite) -> Vec<(&'static Method, Value, Value)> {
    let catalogue = super::builtin();
    let reference = catalogue.reference(&[]);
    let mut heard = Vec::new();
    for of in catalogue.checks().filter(|of| of.suite.name == suite.name) {
        for input in (of.check.edges)().into_iter().take(40) {
            let mut answers: Vec<Answer> = Vec::new();
            'exam: while let Ok(Step::Ask(calls)) = of.step(&input, &answers) {
                for call in calls {
                    let method = suite.methods.iter().find(|method| method.name == call.method).unwrap();
                    let params = call.params(&input).clone();
                    if !method.hosts.is_empty() {
                        break 'exam;
                    }
                    let Ok(value) = reference.call(Request::new(call.method, &params), &Host::none()) else {
                        break 'exam;
                    };
                    heard.push((method, params, value.clone()));
                    answers.push(Answer { value, trace: Vec::new() });
                }
            }
        }
    }
    heard
}

#[test]
fn what_references_and_do_nothing_subjects_answer_is_of_the_shape() {
    for suite in super::builtin().suites() {
        let results: Vec<_> = suite.methods.iter().map(|method| (method.name, validator(method.result))).collect();
        for (method, params, answer) in conversations(suite) {
            let (_, result) = results.iter().find(|(name, _)| *name == method.name).unwrap();
            assert!(result.is_valid(&answer), "{}: {answer}", method.name);
            for accept in [true, false] {
                let empty = (suite.empty_answers)(method.name, &params, accept).unwrap();
                assert!(result.is_valid(&empty), "{}: {empty}", method.name);
            }
        }
    }
}

#[test]
fn what_is_obviously_wrong_is_not() {
    for suite in super::builtin().suites() {
        for method in suite.methods.iter().filter(|method| method.result != Method::NEW.result) {
            for wrong in [json!(null), json!(7), json!([]), json!({})] {
                assert!(!validator(method.result).is_valid(&wrong), "{}: {wrong}", method.name);
            }
            assert!(!validator(method.params).is_valid(&json!([])), "{}", method.name);
        }
    }
}
