//! The workflow's version and name, and what agents call themselves.

use serde_json::Value;

use super::ask::{MAJOR, SELF_NAME};
use super::graph::Graph;
use super::names::{is_agent_id, is_workflow_name};
use super::note::Report;
use super::semver::is_semver;
use super::value::member;

/// R1 and R2.
pub(super) fn read(workflow: &Value, report: &mut Report) {
    if !workflow.is_object() {
        report.open("R1", "/workflow", "the workflow is no object");
        return;
    }
    match workflow.get("awp") {
        Some(Value::String(version)) if !is_semver(version) => {
            report.broken("R1", "/workflow/awp", format!("{version:?} is not a version of SemVer 2.0.0"));
        }
        Some(Value::String(version)) if !version.starts_with("1.") => {
            report.asks("R1", &MAJOR, "/workflow/awp", "which major versions are supported is said elsewhere");
        }
        Some(Value::String(_)) => {}
        other => report.broken("R1", "/workflow/awp", format!("`awp` is {}, not a string", kind(other))),
    }
    match workflow.get("workflow").and_then(|workflow| workflow.get("name")) {
        Some(Value::String(name)) if is_workflow_name(name) => {}
        Some(Value::String(name)) => {
            let why = format!("{name:?} is not 2 to 64 of a-z, 0-9, _ and -, a letter first, no separator last");
            report.broken("R2", "/workflow/workflow/name", why);
        }
        other => report.broken("R2", "/workflow/workflow/name", format!("the name is {}, not a string", kind(other))),
    }
}

/// R3, R4 and R12: the configuration of the agent that a node (or nothing) calls `id`.
pub(super) fn read_identity(id: &str, config: &Value, names: &Value, at: &str, report: &mut Report) {
    if member(config, &["runtime"]).is_some_and(|section| !section.is_object()) {
        report.open("R3", format!("{at}/runtime"), "the section is no object");
    }
    if member(config, &["runtime", "class_name"]).is_some_and(|name| !name.is_string()) {
        report.open("R3", format!("{at}/runtime/class_name"), "the class name is no string");
    }
    let own = match config.get("identity").and_then(|identity| identity.get("id")) {
        Some(Value::String(own)) if is_agent_id(own) => own,
        Some(Value::String(own)) => {
            let why = format!("{own:?} is not 2 to 48 of a-z, 0-9 and _, a letter first, no _ last");
            report.broken("R12", format!("{at}/identity/id"), why);
            return;
        }
        other => {
            report.broken("R12", format!("{at}/identity/id"), format!("the id is {}, not a string", kind(other)));
            return;
        }
    };
    if own != id && is_agent_id(id) {
        report.open("R12", format!("{at}/identity/id"), "the node calls the agent by another name than its own");
    }
    match names.get(id) {
        None | Some(Value::Null) => {}
        Some(Value::String(name)) if name == own => {}
        Some(Value::String(name)) => {
            report.asks("R4", &SELF_NAME, format!("/names/{id}"), format!("it calls itself {name:?}, not {own:?}"));
        }
        Some(_) => report.open("R4", format!("/names/{id}"), "what it calls itself is no string"),
    }
}

/// R4: names that belong to nobody.
pub(super) fn read_names(names: &Value, graph: &Graph<'_>, report: &mut Report) {
    match names {
        Value::Null => {}
        Value::Object(names) => {
            for id in names.keys().filter(|id| !graph.has(id)) {
                report.open("R4", format!("/names/{id}"), "there is no node of that id");
            }
        }
        _ => report.open("R4", "/names", "the names are no object"),
    }
}

fn kind(value: Option<&Value>) -> &'static str {
    match value {
        None => "absent",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "a boolean",
        Some(Value::Number(_)) => "a number",
        Some(Value::String(_)) => "a string",
        Some(Value::Array(_)) => "a list",
        Some(Value::Object(_)) => "an object",
    }
}
