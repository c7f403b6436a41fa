//! How a runtime goes wrong about a project: it misreads it, or forgives, accuses and renames in its verdict.

mod capabilities;
mod evaluation;

use serde_json::{Value, json};

pub(super) use self::capabilities::{
    accusing_caps, accusing_caps_once, any_caps, capable, in_code_mode, misreading_caps, misreading_coders, only_first,
};
pub(super) use self::evaluation::{evaluation_of, metrics_of, rescored, rescoring, reweighed, reweighing};
use super::draw::{each_agent, is_crowded, put};
use super::model::{Ask, report};
use super::verdict::{diagnostics_of, made_of, verdict_of};
use crate::rule::Mutant;
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

/// A runtime that forgives `rule` in the projects that `when` says.
pub(super) const fn forgiving(name: &'static str, rule: &'static str, when: fn(&Value) -> bool) -> Mutant {
    Mutant::when(
        name,
        [rule, ""],
        when,
        |request, answer, [rule, _], when| {
            if when(request.params) { forgives(&answer, rule) } else { answer }
        },
    )
}

/// A runtime that accuses the projects that `when` says of breaking `rule`.
pub(super) const fn accusing(name: &'static str, rule: &'static str, when: fn(&Value) -> bool) -> Mutant {
    Mutant::when(
        name,
        [rule, ""],
        when,
        |request, answer, [rule, _], when| {
            if when(request.params) { accuses(&answer, rule) } else { answer }
        },
    )
}

/// The same, with one error of `rule` however many there are.
pub(super) const fn accusing_once(name: &'static str, rule: &'static str, when: fn(&Value) -> bool) -> Mutant {
    Mutant::when(name, [rule, ""], when, |request, answer, [rule, _], when| {
        if when(request.params) { accuses(&forgives(&answer, rule), rule) } else { answer }
    })
}

/// A runtime that takes the project for the one that `change` makes of it, as far as `rule` goes.
pub(super) const fn misreading(name: &'static str, rule: &'static str, change: fn(&mut Value)) -> Mutant {
    Mutant::misreads(name, [rule, ""], change, |request, _, [rule, _], change| misread(request, rule, change))
}

/// A runtime that takes the text at `path` for another, as far as `rule` goes.
pub(super) const fn respelling(
    name: &'static str,
    rule: &'static str,
    path: &'static str,
    read: fn(&str) -> String,
) -> Mutant {
    Mutant::respells(name, [rule, path], read, |request, _, [rule, path], read| {
        misread(request, rule, |project| {
            if let Some(text) = project.pointer(&format!("/{path}")).and_then(Value::as_str).map(read) {
                put(project, path, json!(text));
            }
        })
    })
}

/// A runtime that follows no reading of a question of `rule`: the open projects that `when` says are accepted, the
/// others rejected.
pub(super) const fn wavering(
    name: &'static str,
    rule: &'static str,
    about: &'static Ask,
    when: fn(&Value) -> bool,
) -> Mutant {
    Mutant::when(name, [rule, about.question], when, |request, answer, [rule, about], when| {
        match report(request.params).question() {
            Some((of, ask)) if of != rule || ask.question != about => answer,
            Some(_) if when(request.params) => made_of(&[]),
            Some(_) => accuses(&made_of(&[]), rule),
            None => answer,
        }
    })
}

/// Whether `pattern`, taken for a regular expression of plain characters and dots, matches `text`.
pub(super) fn is_like(text: &str, pattern: &str) -> bool {
    text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(|(c, like)| like == b'.' || c == like)
}

/// Whether a project has few agents: many a runtime is tried with such projects only.
pub(super) fn is_small(project: &Value) -> bool {
    !is_crowded(project)
}
