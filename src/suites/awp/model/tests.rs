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

#[test]
fn ill_typed_optional_fields_are_left_open() {
    for (place, odd) in [
        ("agents/a1/capabilities/tools/allowed", json!("x")),
        ("agents/a1/capabilities/sandbox/type", json!(5)),
        ("agents/a1/capabilities/tools/enabled", json!("yes")),
        ("agents/a1/capabilities/codemode/tool_creation_namespace", json!(false)),
        ("agents/a1/runtime", json!("Agent")),
        ("workflow/dynamic_tools", json!(5)),
        ("workflow/dynamic_tools/allowed_namespaces", json!("made")),
        ("workflow/observability/evaluation", json!(true)),
        ("names", json!(["a1"])),
        ("files/0", json!(3)),
    ] {
        let mut project = least();
        put(&mut project, place, odd.clone());
        let report = report(&project);
        assert!(report.broken_rules().is_empty() && !report.open_rules().is_empty(), "{place}: {odd}");
    }
}

#[test]
fn a_standard_decides_what_a_schema_is() {
    let judged = |contract: serde_json::Value| {
        let mut project = least();
        put(&mut project, "agents/a1/output/contract", contract);
        let report = report(&project);
        (report.broken_rules().contains("R9"), report.open_rules().contains("R9"))
    };
    for broken in [
        json!({"allOf": []}),
        json!({"exclusiveMinimum": true}),
        json!({"type": "banana", "required": 5, "pattern": "\\d"}),
        json!({"minItems": -1}),
        json!({"anyOf": {"type": "object"}}),
    ] {
        assert_eq!(judged(broken.clone()), (true, false), "{broken}");
    }
    for sound in [
        json!({"anyOf": [{"const": 1}]}),
        json!({"minItems": 2}),
        json!({"not": {"type": "null"}}),
        // What a format or an unknown keyword does to a content does not matter for whether this is a schema.
        json!({"type": "string", "format": "email"}),
        json!({"type": "object", "unheardOf": 1}),
    ] {
        assert_eq!(judged(sound.clone()), (false, false), "{sound}");
    }
    // The last says nothing that the standard knows: as good as an empty one.
    for open in [
        json!({"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMinimum": true}),
        json!({"unheardOf": 1}),
    ] {
        assert_eq!(judged(open.clone()), (false, true), "{open}");
    }
}

#[test]
fn what_a_question_leaves_open_is_open_in_every_rule() {
    // Whether a graph id has the form of an agent's, though its file is missing.
    let mut project = super::super::draw::agreeing("my-agent");
    super::super::draw::remove_config(&mut project, "my-agent");
    assert!(report(&project).broken_rules().contains("R8") && report(&project).open_rules().contains("R12"));
    // Whether a contract is needed where the format is not json.
    let mut project = least();
    put(&mut project, "agents/a1/output", json!({}));
    assert!(report(&project).broken_rules().is_empty() && report(&project).open_rules().contains("R9"));
}
