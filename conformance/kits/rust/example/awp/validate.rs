//! AWP's rules of load time, R1 to R12: the manifest, the graph, agents and tools.
//!
//! A rule reports each thing it finds wrong, and looks away from what another rule is about, so that one fault is
//! reported once. What agents and the evaluation may do is in `capabilities` and `evaluation`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::capabilities::{self, RESERVED_NAMESPACES};
use super::evaluation;
use super::graph::{self, Node};
use super::names::{is_agent_id, is_version, is_workflow_name};
use super::report::Report;
use crate::json::{entries, members};

/// Answers `awp/validate`.
pub(super) fn validate(params: &Value) -> Value {
    let workflow = &params["workflow"];
    let graph = graph::of(workflow);
    let mut report = Report::default();
    manifest(workflow, &mut report);
    graph::check(&graph, &mut report);
    config_files(&graph, &params["files"], &mut report);
    custom_tools(&params["tools"], &mut report);
    evaluation::check(&workflow["observability"]["evaluation"], &mut report);
    evaluation::check_depth(&workflow["orchestration"]["delegation_loop"]["budget"], &mut report);
    for (agent, config) in members(&params["agents"]) {
        identity(agent, config, &params["names"][agent], &mut report);
        output(agent, &config["output"], &mut report);
        capabilities::check(agent, &config["capabilities"], &workflow["dynamic_tools"], &mut report);
    }
    json!({"valid": !report.has_errors(), "diagnostics": report.into_diagnostics()})
}

fn manifest(workflow: &Value, report: &mut Report) {
    if !workflow["awp"].as_str().is_some_and(is_version) {
        report.error("R1", "awp", "is not a version by SemVer 2.0.0");
    }
    if !workflow["workflow"]["name"].as_str().is_some_and(is_workflow_name) {
        report.error("R2", "workflow.name", "is not a lower-case name of 2 to 64 characters");
    }
}

fn config_files(graph: &[Node<'_>], files: &Value, report: &mut Report) {
    let existing: BTreeSet<&str> = entries(files).iter().filter_map(Value::as_str).collect();
    let needed: BTreeSet<String> = graph.iter().map(|node| format!("agents/{}/agent.awp.yaml", node.id)).collect();
    for path in needed.iter().filter(|path| !existing.contains(path.as_str())) {
        report.error("R8", path, "does not exist");
    }
}

fn custom_tools(tools: &Value, report: &mut Report) {
    let names = || entries(tools).iter().filter_map(Value::as_str);
    let is_reserved =
        |name: &&str| name.split_once('.').is_some_and(|(namespace, _)| RESERVED_NAMESPACES.contains(&namespace));
    for name in names().filter(is_reserved).collect::<BTreeSet<&str>>() {
        report.error("R10", "tools", format_args!("has {name}, which is in a reserved namespace"));
    }
    for name in graph::repeated(names()) {
        report.error("R11", "tools", format_args!("has {name} more than once"));
    }
}

fn identity(agent: &str, config: &Value, name: &Value, report: &mut Report) {
    let id = &config["identity"]["id"];
    if !id.as_str().is_some_and(is_agent_id) {
        let path = format!("agents.{agent}.identity.id");
        report.error("R12", &path, "is not a lower-case id of 2 to 48 characters");
    }
    // The two recommendations. Other AWP documents make R4 a duty; this one does not.
    if config["runtime"]["class_name"] != "Agent" {
        report.warning("R3", &format!("agents.{agent}.runtime.class_name"), "is not Agent");
    }
    if !name.is_null() && name != id {
        report.warning("R4", &format!("agents.{agent}"), format_args!("calls itself {name}, and is {id}"));
    }
}

fn output(agent: &str, output: &Value, report: &mut Report) {
    let path = format!("agents.{agent}.output.contract");
    let contract = &output["contract"];
    if contract.is_null() {
        report.error("R9", &path, "is missing"); // Whatever the format.
    } else if output["format"] == "json"
        && let Err(flaw) = jsonschema::draft202012::meta::validate(contract)
    {
        report.error("R9", &path, format_args!("is not a JSON Schema: {flaw}"));
    }
}
