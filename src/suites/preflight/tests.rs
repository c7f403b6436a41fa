//! The suite as a whole: one bug is blamed on one rule.

use serde_json::json;

use super::SUITE;
use super::prelude::{edit_each, is_ours};
use crate::proof::Outcome;
use crate::rule::Declared;
use crate::run::{Options, Selection, run};
use crate::subject::Spoils;
use crate::suites;

/// A subject that does not answer, or not always the same, fails wherever it shows; and whoever stops early
/// leaves several codes out.
fn is_many_bugs_at_once(declared: &Declared) -> bool {
    matches!(declared.rule.id, "any-input" | "stateless") || declared.mutant.name.starts_with("stops a")
}

fn mutants_of_one_bug() -> impl Iterator<Item = Declared> {
    suites::builtin().mutants().filter(|declared| declared.suite.name == SUITE.name && !is_many_bugs_at_once(declared))
}

#[test]
fn the_first_mutant_of_every_rule_is_blamed_on_that_rule_alone() {
    for declared in mutants_of_one_bug().filter(|declared| declared.mutant.name == declared.rule.mutants[0].name) {
        assert_eq!(blamed(declared.mutant.spoils), [declared.rule.id], "{}", declared.id());
    }
}

#[test]
fn words_of_its_own_cost_a_subject_nothing_but_the_recommended_rules() {
    let own_words = Spoils::Answer(|_, answer| {
        edit_each(answer, |diagnostic| {
            diagnostic.message = format!("no: {}", diagnostic.code).into();
            diagnostic.repair = Some("read the manual".into());
        })
    });
    assert_eq!(blamed(own_words), ["message-wording", "repair-wording"]);
    let no_advice = Spoils::Answer(|_, answer| edit_each(answer, |diagnostic| diagnostic.repair = None));
    assert!(blamed(no_advice).is_empty());
}

#[test]
fn what_the_protocol_leaves_free_costs_a_subject_nothing() {
    let free = Spoils::Answer(|request, mut answer| {
        for diagnostic in answer["diagnostics"].as_array_mut().into_iter().flatten() {
            let code = diagnostic["code"].as_str().unwrap_or_default().to_owned();
            assert!(is_ours(&code), "{code}");
            if code.starts_with("action-") {
                (diagnostic["action"], diagnostic["fields"]) = (json!(null), json!(null));
            }
            diagnostic["help"] = json!({"see": "the manual"});
        }
        if let Some(list) = answer["diagnostics"].as_array_mut() {
            list.push(json!({"code": "old-client", "message": "upgrade", "path": "", "severity": "warning"}));
        }
        answer["input"] = request.params["input"].clone();
        answer["took"] = json!(0.1);
        answer
    });
    assert!(blamed(free).is_empty());
}

/// The rules that fail over a spoiled reference, on their given cases alone.
fn blamed(spoils: Spoils) -> Vec<&'static str> {
    let selection: Selection = SUITE.rules.iter().map(|rule| (&SUITE, *rule)).collect();
    let spoiled = || SUITE.spoiled(spoils);
    let options = Options { cases: 0, investigate: false, ..Options::default() };
    let proof = run(&selection, &spoiled, &options).unwrap();
    let rules = SUITE.rules.iter().zip(&proof.rules);
    rules
        .filter(|(_, result)| matches!(result.outcome, Outcome::Fail | Outcome::Fault))
        .map(|(rule, _)| rule.id)
        .collect()
}
