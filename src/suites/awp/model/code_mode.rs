//! R19 to R26: code mode, its sandbox, its surface, and the tools made in it.

use serde_json::Value;

use super::ask::{ALLOWS_ALL, GLOB, NO_ALLOW_LIST, NO_LANGUAGE, NO_SANDBOX, ODD_NETWORK, SURFACE_OFF};
use super::names::RESERVED;
use super::note::Report;
use super::value::{Switch, member, switch};

const LANGUAGES: [&str; 3] = ["typescript", "python", "javascript"];
/// The sections that are objects, if they are there at all.
const SECTIONS: [(&str, &[&str]); 6] = [
    ("R19", &["capabilities"]),
    ("R19", &["capabilities", "tools"]),
    ("R19", &["capabilities", "codemode"]),
    ("R22", &["capabilities", "codemode", "sdk_surface"]),
    ("R20", &["capabilities", "sandbox"]),
    ("R24", &["capabilities", "sandbox", "network"]),
];

/// The rule that a field belongs to, its path, and whether a value is of its type.
type Field = (&'static str, &'static [&'static str], fn(&Value) -> bool);

/// The fields that a typed parser may refuse when they hold something else.
const FIELDS: [Field; 5] = [
    ("R19", &["capabilities", "tools", "enabled"], Value::is_boolean),
    ("R23", &["capabilities", "tools", "allowed"], is_list_of_texts),
    ("R20", &["capabilities", "sandbox", "type"], Value::is_string),
    ("R22", &["capabilities", "codemode", "sdk_surface", "include"], is_list_of_texts),
    ("R25", &["capabilities", "codemode", "tool_creation_namespace"], Value::is_string),
];

fn is_list_of_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(Value::is_string))
}

/// What the workflow says of tools that are made at run time.
pub(super) fn read_workflow(workflow: &Value, report: &mut Report) {
    let fields: [Field; 3] = [
        ("R26", &["dynamic_tools"], Value::is_object),
        ("R26", &["dynamic_tools", "enabled"], Value::is_boolean),
        ("R25", &["dynamic_tools", "allowed_namespaces"], is_list_of_texts),
    ];
    for (rule, path, is_it) in fields {
        if member(workflow, path).is_some_and(|value| !is_it(value)) {
            let at = format!("/workflow/{}", path.join("/"));
            report.open(rule, at, "the value is of another type than it should be");
        }
    }
}

pub(super) fn read(workflow: &Value, config: &Value, at: &str, report: &mut Report) {
    let Some(capabilities) = member(config, &["capabilities"]) else { return };
    for (rule, path) in SECTIONS {
        if member(config, path).is_some_and(|section| !section.is_object()) {
            report.open(rule, format!("{at}/{}", path.join("/")), "the section is no object");
        }
    }
    for (rule, path, is_it) in FIELDS {
        if member(config, path).is_some_and(|value| !is_it(value)) {
            report.open(rule, format!("{at}/{}", path.join("/")), "the value is of another type than it should be");
        }
    }
    let of = Agent { workflow, capabilities, at: format!("{at}/capabilities") };
    let code_mode = switch(capabilities, &["codemode", "enabled"]);
    if code_mode == Switch::Odd {
        report.open("R19", of.at("/codemode/enabled"), "the switch is neither on nor off");
    }
    if code_mode == Switch::On {
        of.judge_tools(report);
        of.judge_sandbox(report);
    }
    of.judge_language(code_mode, report);
    of.judge_surface(code_mode, report);
    of.judge_excludes(report);
    of.judge_network(report);
    of.judge_tool_creation(code_mode, report);
}

/// One agent's capabilities, in its workflow.
struct Agent<'a> {
    workflow: &'a Value,
    capabilities: &'a Value,
    at: String,
}

impl Agent<'_> {
    fn at(&self, place: &str) -> String {
        format!("{}{place}", self.at)
    }

    /// R19.
    fn judge_tools(&self, report: &mut Report) {
        if is_odd_section(self.capabilities, "tools") {
            return;
        }
        match switch(self.capabilities, &["tools", "enabled"]) {
            Switch::On => {}
            Switch::Off => report.broken("R19", self.at("/tools/enabled"), "code mode is on and tools are not"),
            Switch::Odd => report.open("R19", self.at("/tools/enabled"), "the switch is neither on nor off"),
        }
    }

    /// R20.
    fn judge_sandbox(&self, report: &mut Report) {
        let at = self.at("/sandbox/type");
        match member(self.capabilities, &["sandbox", "type"]) {
            None => report.asks("R20", &NO_SANDBOX, at, "code mode is on and no sandbox is named"),
            Some(Value::String(kind)) if kind == "none" => {
                report.broken("R20", at, "code mode is on and there is no sandbox");
            }
            Some(Value::String(kind)) if kind.trim().is_empty() => {
                report.open("R20", at, "whether a blank type is set is not said");
            }
            // Which sandboxes there are is said elsewhere: as far as this rule goes, any other will do.
            Some(Value::String(_)) => {}
            Some(_) => report.open("R20", at, "the type of the sandbox is no text"),
        }
    }

    /// R21.
    fn judge_language(&self, code_mode: Switch, report: &mut Report) {
        let at = self.at("/codemode/language");
        match self.capabilities["codemode"].get("language") {
            None if code_mode == Switch::On => report.asks("R21", &NO_LANGUAGE, at, "no language is named"),
            None => {}
            Some(Value::Null) => report.open("R21", at, "the language is null"),
            Some(Value::String(language)) if LANGUAGES.contains(&language.as_str()) => {}
            Some(other) => report.broken("R21", at, format!("{other} is not one of {}", LANGUAGES.join(", "))),
        }
    }

    /// R22.
    fn judge_surface(&self, code_mode: Switch, report: &mut Report) {
        let surface = &self.capabilities["codemode"]["sdk_surface"];
        let at = self.at("/codemode/sdk_surface");
        match member(surface, &["mode"]) {
            Some(Value::String(mode)) if mode == "explicit" => {}
            None => return,
            Some(_) => {
                report.open("R22", at, "which other modes there are is said elsewhere");
                return;
            }
        }
        let allowed = member(self.capabilities, &["tools", "allowed"]).and_then(Value::as_array);
        match member(surface, &["include"]) {
            Some(Value::Array(tools)) if !tools.is_empty() => {
                if !tools.iter().all(|tool| tool.is_string() && allowed.is_some_and(|allowed| allowed.contains(tool))) {
                    report.open("R22", at, "an included tool is not among the allowed ones");
                }
            }
            None | Some(Value::Array(_)) if code_mode == Switch::On => {
                report.broken("R22", format!("{at}/include"), "the surface is explicit and includes no tool");
            }
            None | Some(Value::Array(_)) if code_mode == Switch::Off => {
                report.asks("R22", &SURFACE_OFF, at, "the surface is empty, but code mode is off");
            }
            _ => report.open("R22", at, "the included tools are no list"),
        }
    }

    /// R23.
    fn judge_excludes(&self, report: &mut Report) {
        let at = self.at("/codemode/sdk_surface/exclude");
        let excludes = match member(&self.capabilities["codemode"], &["sdk_surface", "exclude"]) {
            None => return,
            Some(Value::Array(excludes)) => excludes,
            Some(_) => return report.open("R23", at, "the excluded tools are no list"),
        };
        let none = Vec::new();
        let allowed = match member(self.capabilities, &["tools", "allowed"]) {
            None => &none,
            Some(Value::Array(allowed)) => allowed,
            Some(_) => return report.open("R23", at, "the allowed tools are no list"),
        };
        for (place, exclude) in excludes.iter().enumerate() {
            let at = format!("{at}/{place}");
            match exclude {
                Value::String(_) if allowed.contains(exclude) => {}
                Value::String(_) if allowed.is_empty() => {
                    report.asks("R23", &ALLOWS_ALL, at, "no tool is allowed by name");
                }
                Value::String(pattern) if is_prefix_pattern(pattern, allowed) => {
                    report.asks("R23", &GLOB, at, format!("{pattern:?} is a pattern, not a name"));
                }
                Value::String(name)
                    if has_wildcard(name) || allowed.iter().filter_map(Value::as_str).any(has_wildcard) =>
                {
                    report.open("R23", at, "whether names can be patterns is said elsewhere");
                }
                Value::String(name) => report.broken("R23", at, format!("{name:?} is not among the allowed tools")),
                _ => report.open("R23", at, "the excluded tool is no string"),
            }
        }
    }

    /// R24.
    fn judge_network(&self, report: &mut Report) {
        let sandbox = &self.capabilities["sandbox"];
        if member(sandbox, &["type"]) != Some(&Value::from("isolate")) {
            return;
        }
        let at = self.at("/sandbox/network");
        match member(sandbox, &["network"]).map(|network| network.get("enabled")) {
            None => report.broken("R24", at, "the sandbox is an isolate and says nothing of its network"),
            Some(Some(Value::Bool(_))) => {}
            Some(None) if sandbox["network"].is_object() => {
                report.broken("R24", at, "the sandbox is an isolate and does not say whether it has a network");
            }
            Some(None | Some(Value::Null)) => report.open("R24", at, "whether there is a network is not said plainly"),
            Some(Some(_)) => {
                report.asks("R24", &ODD_NETWORK, format!("{at}/enabled"), "the switch is neither on nor off");
            }
        }
    }

    /// R25 and R26.
    fn judge_tool_creation(&self, code_mode: Switch, report: &mut Report) {
        let at = self.at("/codemode/tool_creation");
        match switch(self.capabilities, &["codemode", "tool_creation"]) {
            Switch::Off => return,
            Switch::Odd => return report.open("R26", at, "the switch is neither on nor off"),
            Switch::On => {}
        }
        match (code_mode, switch(self.workflow, &["dynamic_tools", "enabled"])) {
            (Switch::On, Switch::On) => {}
            (Switch::Off, _) => report.broken("R26", at, "tools can be made and code mode is off"),
            _ if is_odd_section(self.workflow, "dynamic_tools") => {}
            (_, Switch::Off) => report.broken("R26", at, "tools can be made and the workflow has no dynamic tools"),
            _ => report.open("R26", at, "a switch is neither on nor off"),
        }
        self.judge_namespace(report);
    }

    fn judge_namespace(&self, report: &mut Report) {
        let at = self.at("/codemode/tool_creation_namespace");
        let default = Value::from("dynamic");
        let given = member(&self.capabilities["codemode"], &["tool_creation_namespace"]).unwrap_or(&default);
        let Some(namespace) = given.as_str() else { return report.open("R25", at, "the namespace is no string") };
        if RESERVED.contains(&namespace) {
            return report.broken("R25", at, format!("the namespace {namespace:?} is reserved"));
        }
        if is_odd_section(self.workflow, "dynamic_tools") {
            return report.open("R25", at, "which namespaces the workflow allows is not said plainly");
        }
        let is_word = !namespace.is_empty() && !namespace.contains(|c: char| c == '.' || c == '*' || c.is_whitespace());
        match member(self.workflow, &["dynamic_tools", "allowed_namespaces"]) {
            // What else the workflow allows is not this agent's namespace, reserved or not.
            Some(Value::Array(allowed)) if allowed.contains(given) && is_word => {}
            Some(Value::Array(allowed)) if allowed.contains(given) => {
                report.open("R25", at, "the namespace is listed, and is no word");
            }
            Some(Value::Array(allowed)) if allowed.iter().filter_map(Value::as_str).any(has_wildcard) => {
                report.open("R25", at, "whether namespaces can be patterns is said elsewhere");
            }
            None if namespace == "dynamic" => {
                report.asks("R25", &NO_ALLOW_LIST, at, "the workflow lists no namespaces");
            }
            None if !is_word => report.open("R25", at, "the workflow lists no namespaces, and this one is no word"),
            Some(other) if !other.is_array() => report.open("R25", at, "the allowed namespaces are no list"),
            _ => report.broken("R25", at, format!("the workflow does not allow {namespace:?}")),
        }
    }
}

/// Whether a section is there and is no object: what it would say is open, and noted where sections are read.
fn is_odd_section(of: &Value, name: &str) -> bool {
    member(of, &[name]).is_some_and(|section| !section.is_object())
}

fn has_wildcard(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// Whether `pattern` is `namespace.*`, and that namespace has an allowed tool.
fn is_prefix_pattern(pattern: &str, allowed: &[Value]) -> bool {
    pattern.strip_suffix('*').is_some_and(|prefix| {
        prefix.ends_with('.')
            && !has_wildcard(prefix)
            && allowed.iter().filter_map(Value::as_str).any(|tool| tool.starts_with(prefix) && !has_wildcard(tool))
    })
}
