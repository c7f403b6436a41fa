//! What an agent may do, R19 to R26: code mode, its sandbox, and tools that it makes itself.
//!
//! Several of these rules do not say whether they hold while the feature they are about is switched off. Where the
//! text has no condition, neither has the code.

use serde_json::{Value, json};

use super::report::Report;
use crate::json::{entries, is_one_of, texts};

pub(super) const RESERVED_NAMESPACES: &[&str] =
    &["web", "http", "file", "shell", "agent", "memory", "arithmetic", "numpy", "matplot", "pandas", "doc", "sklearn"];
const LANGUAGES: &[&str] = &["typescript", "python", "javascript"];

/// Checks one agent.
pub(super) fn check(agent: &str, capabilities: &Value, dynamic_tools: &Value, report: &mut Report) {
    let path = format!("agents.{agent}.capabilities");
    code_mode(&path, capabilities, report);
    sdk_surface(&path, capabilities, report);
    isolation(&path, &capabilities["sandbox"], report);
    if capabilities["codemode"]["tool_creation"] == true {
        tool_creation(&path, &capabilities["codemode"], dynamic_tools, report);
    }
}

fn code_mode(path: &str, capabilities: &Value, report: &mut Report) {
    let mode = &capabilities["codemode"];
    if mode["enabled"] == true {
        if capabilities["tools"]["enabled"] != true {
            report.error("R19", &format!("{path}.tools.enabled"), "is not true, and code mode needs tools");
        }
        // Other AWP documents have a default for it; by this one it has to be given.
        let kind = &capabilities["sandbox"]["type"];
        if kind.is_null() || is_one_of(kind, &["", "none"]) {
            report.error("R20", &format!("{path}.sandbox.type"), "is none, and code mode needs a sandbox");
        }
    }
    if !mode["language"].is_null() && !is_one_of(&mode["language"], LANGUAGES) {
        let message = format!("is none of {}", LANGUAGES.join(", "));
        report.error("R21", &format!("{path}.codemode.language"), message);
    }
}

fn sdk_surface(path: &str, capabilities: &Value, report: &mut Report) {
    let surface = &capabilities["codemode"]["sdk_surface"];
    let path = format!("{path}.codemode.sdk_surface");
    if surface["mode"] == "explicit" && texts(&surface["include"]).next().is_none() {
        report.error("R22", &format!("{path}.include"), "is empty, and the mode is explicit");
    }
    let allowed = entries(&capabilities["tools"]["allowed"]);
    for name in entries(&surface["exclude"]).iter().filter(|name| !allowed.contains(name)) {
        report.error("R23", &format!("{path}.exclude"), format_args!("has {name}, which is not an allowed tool"));
    }
}

fn isolation(path: &str, sandbox: &Value, report: &mut Report) {
    if sandbox["type"] == "isolate" && sandbox["network"]["enabled"].is_null() {
        let path = format!("{path}.sandbox.network.enabled");
        report.error("R24", &path, "is not set, and the sandbox is an isolate");
    }
}

fn tool_creation(path: &str, mode: &Value, dynamic_tools: &Value, report: &mut Report) {
    let default = json!("dynamic");
    let given = &mode["tool_creation_namespace"];
    let namespace = if given.is_null() { &default } else { given };
    // An allow-list that is missing allows nothing, not even the default.
    let is_allowed = entries(&dynamic_tools["allowed_namespaces"]).contains(namespace);
    if !is_allowed || is_one_of(namespace, RESERVED_NAMESPACES) {
        let path = format!("{path}.codemode.tool_creation_namespace");
        report.error("R25", &path, "is reserved, or not allowed by the workflow");
    }
    if mode["enabled"] != true || dynamic_tools["enabled"] != true {
        let path = format!("{path}.codemode.tool_creation");
        report.error("R26", &path, "needs code mode and dynamic_tools.enabled");
    }
}
