//! Two subjects that do not differ, that differ where the document decides, and where it does not.

use serde_json::{Value, json};

use super::*;
use crate::rule::Declared;
use crate::subject::{Host, Implementation, Reference, Refusal, Request, Subject};
use crate::suites::builtin;

fn compared(rule: &str, second: &dyn Launcher) -> Vec<Parting> {
    let right = || builtin().reference(&[]);
    let selection = vec![builtin().rule(rule).unwrap()];
    compare(&selection, [&right, second], &Options { cases: 5, ..Options::default() }).unwrap()
}

#[test]
fn a_subject_does_not_differ_from_itself() {
    let right = || builtin().reference(&[]);
    assert_eq!(compared("preflight/control-fields-denied", &right), []);
    assert_eq!(compared("awp/R9", &right), []);
}

#[test]
fn what_the_document_decides_is_found_and_shrunk() {
    let rule = "preflight/control-fields-denied";
    let mutant = format!("{rule}/never-denies-cursor");
    let spoiled: Vec<Declared> = builtin().mutants().filter(|declared| declared.id() == mutant).collect();
    assert_eq!(spoiled.len(), 1);
    let found = compared(rule, &move || builtin().reference(&spoiled));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].decided && found[0].first == "as the document says", "{found:?}");
    assert_eq!(found[0].input, json!({"input": {"action": "catalog", "cursor": null}}));
}

/// The reference, but it knows no version below 1.
struct Strict(Reference);

impl Subject for Strict {
    fn implementation(&self) -> Implementation {
        self.0.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let is_early = request.params["workflow"]["awp"].as_str().is_some_and(|awp| awp.starts_with("0."));
        let answer = self.0.call(request, host)?;
        if is_early && answer["valid"] == true {
            return Ok(json!({"valid": false, "diagnostics": [{"severity": "error", "rule": "R1", "message": "old"}]}));
        }
        Ok(answer)
    }
}

#[test]
fn where_both_conform_the_question_is_named() {
    let found = compared("awp/R1", &|| Strict(builtin().reference(&[])));
    assert!(!found.is_empty() && found.iter().all(|parting| !parting.decided), "{found:?}");
    assert_eq!(found[0].question.as_deref(), Some("awp/R1/supported-versions"));
    assert_eq!((found[0].first.as_str(), found[0].second.as_str()), ("reads it as any", "reads it as major-one"));
    assert_eq!(found[0].input["workflow"]["awp"], "0.0.0");
}

#[test]
fn where_there_is_no_question_the_answers_are_compared() {
    // Ill-typed values in optional fields are open, and nobody asks about them.
    struct Picky(Reference);
    impl Subject for Picky {
        fn implementation(&self) -> Implementation {
            self.0.implementation()
        }
        fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
            let is_open = builtin()
                .expect(request.method, request.params)
                .is_some_and(|expected| expected.expect == crate::rule::Expect::Unspecified);
            let answer = self.0.call(request, host)?;
            let turned = json!({"valid": !answer["valid"].as_bool().unwrap_or(true), "diagnostics": [
                {"severity": "error", "message": "picky"}]});
            Ok(if is_open && answer["valid"] == true { turned } else { answer })
        }
    }
    let found = compared("awp/R31", &|| Picky(builtin().reference(&[])));
    assert!(found.iter().all(|parting| !parting.decided), "{found:?}");
    assert!(found.iter().any(|parting| parting.question.is_none() && parting.second.contains("false")), "{found:?}");
}
