//! A subject that remembers what it should not goes wrong everywhere, and one rule says so.

use std::collections::BTreeSet;

use crate::program::{Folder, PROOFMARK};

#[test]
fn what_fails_only_after_other_calls_is_the_rule_on_remembering_nothing() {
    let folder = Folder::new("remembering");
    let rule = "preflight/stateless";
    let mutant = format!("{rule}/caches-answers-by-action");
    let run = ["run", "--suite", "preflight", "--json", "proof.json", "--", PROOFMARK, "serve", "--mutant", &mutant];
    folder.proofmark(&run).exits(1);
    let proof = folder.json("proof.json");
    let findings = proof["findings"].as_array().unwrap();
    let accused: BTreeSet<&str> = findings.iter().filter_map(|finding| finding["rule"].as_str()).collect();
    assert_eq!(accused, BTreeSet::from([rule]));
    // There are more wrong answers than processes to tell the cause of each.
    let rules = proof["rules"].as_array().unwrap();
    let blocked_by_it = rules.iter().filter(|other| other["blocked_by"] == serde_json::json!([rule]));
    assert!(blocked_by_it.count() > 0, "{rules:?}");
}
