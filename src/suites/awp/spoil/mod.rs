//! How a runtime goes wrong about a project: it misreads it, or forgives, accuses and renames in its verdict.

mod capabilities;
mod evaluation;

use serde_json::{Value, json};

pub(super) use self::capabilities::{any_caps, capable, in_code_mode, only_first};
pub(super) use self::evaluation::{evaluation_of, metrics_of, rescored, reweighed};
use super::draw::each_agent;
use super::model::{Ask, report};
use super::verdict::{diagnostics_of, made_of, verdict_of};
use crate::subject::Request;

/// What a runtime answers that takes the project for the one that `change` makes of it, as far as `rule` goes.
pub(super) fn misread(request: Request<'_>, rule: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut project = request.params.clone();
    change(&mut project);
    let is_about = |diagnostic: &Value| diagnostic["rule"] == rule;
    let mut diagnostics = diagnostics_of(&verdict_of(&report(request.params)));
    diagnostics.retain(|diagnostic| !is_about(diagnostic));
    diagnostics.extend(diagnostics_of(&verdict_of(&report(&project))).into_iter().filter(is_about));
    made_of(&diagnostics)
}

/// The same, changing every agent's configuration.
pub(super) fn misread_agents(request: Request<'_>, rule: &str, mut change: impl FnMut(&mut Value)) -> Value {
    misread(request, rule, |project| each_agent(project, &mut change))
}

/// A verdict without the errors of `rule`.
pub(super) fn forgives(answer: &Value, rule: &str) -> Value {
    let mut diagnostics = diagnostics_of(answer);
    diagnostics.retain(|diagnostic| diagnostic["rule"] != rule || diagnostic["severity"] != "error");
    made_of(&diagnostics)
}

/// A verdict with an error of `rule` besides.
pub(super) fn accuses(answer: &Value, rule: &str) -> Value {
    let mut diagnostics = diagnostics_of(answer);
    diagnostics.push(json!({"severity": "error", "rule": rule}));
    made_of(&diagnostics)
}

/// A verdict that names `instead` where it should name `rule`.
pub(super) fn renames(answer: &Value, rule: &str, instead: &str) -> Value {
    let mut diagnostics = diagnostics_of(answer);
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic["rule"] == rule) {
        diagnostic["rule"] = json!(instead);
    }
    made_of(&diagnostics)
}

/// A verdict that follows no reading of a question: the open projects that `when` says are accepted, the
/// others rejected. Two rules may ask in the same words: it wavers about the one question only.
pub(super) fn wavers(request: Request<'_>, answer: Value, about: &'static Ask, when: fn(&Value) -> bool) -> Value {
    match report(request.params).question() {
        Some((_, ask)) if std::ptr::eq(ask, about) && when(request.params) => made_of(&[]),
        Some((rule, ask)) if std::ptr::eq(ask, about) => accuses(&made_of(&[]), rule),
        _ => answer,
    }
}
