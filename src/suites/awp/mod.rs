//! The AWP validation rules.
//!
//! R1 to R12 and R19 to R32 are judged when a workflow is loaded, through one
//! method: [`model`] says which rules a project breaks and what the document
//! leaves open, and every rule is a view on that. R13 to R18 and the gates are
//! about a workflow that runs.

mod draw;
mod exam;
mod methods;
mod model;
mod prelude;
mod reference;
mod rules;
mod shape;
mod verdict;

mod code_mode;
mod scoring;

mod r01_version;
mod r02_workflow_name;
mod r03_class_name;
mod r04_self_name;
mod r05_unique_ids;
mod r06_acyclic;
mod r07_dependencies_resolve;
mod r08_config_files;
mod r09_output_contract;
mod r10_reserved_namespaces;
mod r11_unique_tools;
mod r12_agent_id;
mod r19_tools_enabled;
mod r20_sandbox;
mod r21_language;
mod r22_explicit_surface;
mod r23_excludes;
mod r24_isolate_network;
mod r25_dynamic_namespace;
mod r26_tool_creation;
mod r27_metric_kinds;
mod r28_thresholds;
mod r29_weights;
mod r30_hooks_and_actions;
mod r31_depth_given;
mod r32_depth_ceiling;
mod same_meaning;
mod several_faults;

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::rule::{Expect, Expected, Rule, Suite};
use crate::subject::{Host, Quirks, Refusal, Request};

/// The suite.
pub static SUITE: Suite = Suite {
    name: "awp",
    title: "AWP validation rules",
    document: "awp-validation-rules.md",
    version: 1,
    requirements: &[(1, "57b27b91faa0283d7c08f3993795ddb9105e87c26c15eed1131de72923b849fb")],
    rules: &rules::joined::<{ AT_LOAD.len() + rules::runtime::RULES.len() }>(AT_LOAD, rules::runtime::RULES),
    methods: methods::METHODS,
    features: &["ruleIds", "idle"],
    optional: &["ruleIds"],
    deferred: &[],
    expect,
    answer,
    empty_answers,
    reply: methods::reply,
};

/// The rules about a workflow that is loaded.
const AT_LOAD: &[&Rule] = &[
    &r01_version::RULE,
    &r02_workflow_name::RULE,
    &r03_class_name::RULE,
    &r04_self_name::RULE,
    &r05_unique_ids::RULE,
    &r06_acyclic::RULE,
    &r07_dependencies_resolve::RULE,
    &r08_config_files::RULE,
    &r09_output_contract::RULE,
    &r10_reserved_namespaces::RULE,
    &r11_unique_tools::RULE,
    &r12_agent_id::RULE,
    &r19_tools_enabled::RULE,
    &r20_sandbox::RULE,
    &r21_language::RULE,
    &r22_explicit_surface::RULE,
    &r23_excludes::RULE,
    &r24_isolate_network::RULE,
    &r25_dynamic_namespace::RULE,
    &r26_tool_creation::RULE,
    &r27_metric_kinds::RULE,
    &r28_thresholds::RULE,
    &r29_weights::RULE,
    &r30_hooks_and_actions::RULE,
    &r31_depth_given::RULE,
    &r32_depth_ceiling::RULE,
    &several_faults::RULE,
    &same_meaning::RULE,
];

/// The rules that a verdict on a project can name.
const RULES_AT_LOAD: [&str; 26] = [
    "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R19", "R20", "R21", "R22", "R23",
    "R24", "R25", "R26", "R27", "R28", "R29", "R30", "R31", "R32",
];

/// What the document says of a call.
fn expect(method: &str, params: &Value) -> Option<Expected> {
    match method {
        prelude::METHOD => Some(expected_verdict(params)),
        _ => model::runtime::expect::expect(method, params),
    }
}

fn expected_verdict(params: &Value) -> Expected {
    let report = model::report(params);
    let (broken, open) = (report.broken_rules(), report.open_rules());
    let (expect, rules, standing) = match (broken.is_empty(), open.is_empty()) {
        (false, _) => (Expect::Reject, broken, model::Standing::Broken),
        (true, false) => (Expect::Unspecified, open, model::Standing::Open),
        (true, true) => (Expect::Accept, broken, model::Standing::Warns),
    };
    let is_it = |note: &&model::Note| match note.standing {
        model::Standing::Asks(_) | model::Standing::Unfit => standing == model::Standing::Open,
        other => other == standing,
    };
    let reasons: Vec<String> =
        report.notes.iter().filter(is_it).map(|note| format!("{}: {}", note.rule, note.why)).collect();
    Expected {
        expect,
        rules: rules.into_iter().map(|rule| format!("awp/{rule}")).collect(),
        reason: if reasons.is_empty() { "no rule is broken".to_owned() } else { reasons.join("; ") },
        answer: None,
    }
}

/// The reference runtime.
fn answer(quirks: &Quirks, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
    match request.method {
        prelude::METHOD => Ok(verdict::verdict_of(&model::report(request.params))),
        _ => reference::answer(quirks, request, host),
    }
}

/// Nothing is wrong, or something is: the two answers that need no thought.
fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    match method {
        prelude::METHOD if accept => Some(json!({"valid": true, "diagnostics": []})),
        prelude::METHOD => Some(json!({"valid": false, "diagnostics": [{"severity": "error"}]})),
        _ => reference::empty::empty_answers(method, params, accept),
    }
}

/// A valid project of `nodes` agents with `edges` dependencies each: how the cost of a case grows is measured on it.
#[must_use]
pub fn large_project(draw: &mut crate::draw::Draw, nodes: usize, edges: usize) -> Value {
    draw::large(draw, nodes, edges)
}

/// A note on a project, for those who have its files.
#[derive(Debug)]
pub(crate) struct Noted {
    /// The rule it is about.
    pub(crate) rule: &'static str,
    /// How serious it is.
    pub(crate) severity: crate::check::Severity,
    /// JSON Pointer into the params.
    pub(crate) at: String,
    /// What is there.
    pub(crate) why: String,
}

/// Everything that the model has to say about a project.
pub(crate) fn notes(params: &Value) -> Vec<Noted> {
    let noted = |note: model::Note| Noted {
        rule: note.rule,
        severity: match note.standing {
            model::Standing::Broken => crate::check::Severity::Error,
            model::Standing::Warns => crate::check::Severity::Warning,
            model::Standing::Asks(_) | model::Standing::Open | model::Standing::Unfit => crate::check::Severity::Note,
        },
        at: note.at,
        why: note.why,
    };
    model::report(params).notes.into_iter().map(noted).collect()
}
