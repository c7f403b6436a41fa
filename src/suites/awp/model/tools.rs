//! R10 and R11: the custom tools of a project.

use std::collections::HashSet;

use serde_json::Value;

use super::ask::{NO_DOT, OVERRIDE};
use super::names::{RESERVED, namespace_of};
use super::note::Report;

/// Names that built-in tools are likely to have: whether a project may replace one is said elsewhere.
const BUILT_IN: [&str; 16] = [
    "search", "fetch", "get", "post", "request", "read", "write", "list", "exec", "run", "execute", "set", "call",
    "query", "store", "delegate",
];

pub(super) fn read(tools: &Value, report: &mut Report) {
    let Some(tools) = tools.as_array() else {
        report.open("R10", "/tools", "the custom tools are not listed");
        return;
    };
    let mut seen = HashSet::new();
    for (place, tool) in tools.iter().enumerate() {
        let at = format!("/tools/{place}");
        let Some(tool) = tool.as_str() else {
            report.open("R10", at, "the name of the tool is no string");
            continue;
        };
        if !seen.insert(tool) {
            report.broken("R11", at.clone(), format!("there is a tool {tool:?} already"));
        }
        match namespace_of(tool) {
            Some(namespace) if RESERVED.contains(&namespace) => {
                let action = &tool[namespace.len() + 1..];
                if BUILT_IN.contains(&action) {
                    report.asks(
                        "R10",
                        &OVERRIDE,
                        at,
                        format!(
                            "{tool:?} may be a built-in tool: the document does not list them, and this is a guess"
                        ),
                    );
                } else {
                    report.broken("R10", at, format!("the namespace {namespace:?} is reserved"));
                }
            }
            Some(_) if tool.split('.').any(|part| part.is_empty() || part.contains(char::is_whitespace)) => {
                report.open("R10", at, "the name is not made of words and dots");
            }
            Some(_) => {}
            None if tool.is_empty() => report.open("R10", at, "the name is empty"),
            None => report.asks("R10", &NO_DOT, at, "the name has no namespace"),
        }
    }
}

/// Tools that the workflow declares itself, which other documents have: they are among the registered ones, as often as
/// they are declared, or nothing is said.
pub(super) fn read_declarations(workflow: &Value, tools: &Value, report: &mut Report) {
    let Some(section) = workflow.get("custom_tools").filter(|section| !section.is_null()) else { return };
    let name = |tool: &Value| {
        tool.as_str().or_else(|| tool["fqn"].as_str()).or_else(|| tool["name"].as_str()).map(Value::from)
    };
    let declared: Option<Vec<Value>> =
        section["declarations"].as_array().and_then(|list| list.iter().map(name).collect());
    let times = |list: &[Value], tool: &Value| list.iter().filter(|other| *other == tool).count();
    let registered = tools.as_array().map_or(&[][..], Vec::as_slice);
    let is_there = |declared: &Vec<Value>| declared.iter().all(|it| times(declared, it) <= times(registered, it));
    if !declared.as_ref().is_some_and(is_there) {
        for rule in ["R10", "R11"] {
            report.open(rule, "/workflow/custom_tools", "other tools are declared than there are");
        }
    }
}
