//! The examples of the document, and what it leaves open.

use serde_json::json;

use super::super::draw::{agent, least, put, ring};
use super::report;

#[test]
fn the_smallest_project_is_valid() {
    assert!(report(&least()).notes.is_empty(), "{:?}", report(&least()));
}

#[test]
fn every_ring_breaks_r6_alone() {
    for length in 1..=8 {
        assert_eq!(report(&ring(length)).broken_rules().into_iter().collect::<Vec<_>>(), ["R6"], "{length}");
    }
}

#[test]
fn nothing_makes_the_model_stumble() {
    for wild in [json!(null), json!([]), json!({}), json!({"workflow": 3, "agents": [], "files": {}, "tools": "x"})] {
        assert!(!report(&wild).open_rules().is_empty());
    }
}

#[test]
fn a_fault_in_an_agent_that_no_node_names_is_left_open() {
    let mut project = least();
    let config = project["agents"]["a1"].clone();
    project["agents"]["zz"] = config;
    put(&mut project, &agent("zz", "identity/id"), json!("zz"));
    assert!(report(&project).notes.is_empty());
    put(&mut project, &agent("zz", "identity/id"), json!("Z"));
    assert!(report(&project).broken_rules().is_empty() && !report(&project).open_rules().is_empty());
}
