//! The ground that a case stands on: the same project with a rule's own matter made plain, or taken out.
//!
//! A rule is judged only where the subject treats the ground as the document says. And where a project is rejected
//! that should not be, the nearest ground that is accepted tells whose matter it is: undoing the cause undoes the
//! rejection.

use std::collections::BTreeSet;

use serde_json::Value;

use super::METHOD;
use super::model::{Report, report};
use super::verdict::Said;
use crate::rule::{Case, Rule, Stop, Talk};
use crate::subject::Call;

/// The call that puts a project to the subject which is not the case itself.
pub(super) fn validate(project: &Value) -> Call {
    Call::new(METHOD, project.clone())
}

/// The rules that a verdict on a project can name: those of load time, which have numbers.
pub(super) fn rules_at_load(case: &Case<'_>) -> impl Iterator<Item = &'static Rule> {
    let rules = case.of.suite.rules.iter().copied();
    rules.filter(|rule| rule.id.starts_with('R') && rule.checks[0].methods == [METHOD])
}

/// The grounds of a rule in a project, nearest first. What breaks another rule instead is no ground.
pub(super) fn grounds(rule: &Rule, project: &Value) -> Vec<Value> {
    let mut grounds = (rule.checks[0].ground)(project);
    grounds.retain(|ground| {
        let report = report(ground);
        report.is_fit() && report.broken_rules().is_empty() && !report.open_rules().contains(rule.id)
    });
    grounds
}

/// Which of these projects the subject accepts.
pub(super) fn accepted(talk: &mut Talk<'_>, projects: &[Value]) -> Result<Vec<bool>, Stop> {
    let answers = talk.ask_all(projects.iter().map(|project| validate(project).remembered()).collect())?;
    answers.iter().map(|answer| Ok(Said::of(&answer.value)?.valid)).collect()
}

/// Whether the subject accepts this project.
pub(super) fn accepts(talk: &mut Talk<'_>, project: &Value) -> Result<bool, Stop> {
    Ok(Said::of(&talk.ask(validate(project).remembered())?.value)?.valid)
}

/// What is left open about other rules than this one.
pub(super) fn doubts<'r>(report: &'r Report, rule: &str) -> BTreeSet<(&'static str, &'r str)> {
    report.doubts().filter(|note| note.rule != rule).map(|note| (note.rule, note.at.as_str())).collect()
}

/// The rule whose matter makes the subject reject a valid project, if it is another than the case's own, with the
/// ground on which that shows: one that the subject names itself, or one whose ground is nearer than `own`.
pub(super) fn other_cause(
    case: &Case<'_>,
    project: &Value,
    talk: &mut Talk<'_>,
    said: &Said,
    own: usize,
) -> Result<Option<(&'static str, Value)>, Stop> {
    let mut others: Vec<(bool, usize, &'static str, Value)> = Vec::new();
    for rule in rules_at_load(case).filter(|rule| rule.id != case.rule_id()) {
        let is_named = said.named.contains(rule.id);
        for ground in grounds(rule, project) {
            let distance = distance(project, &ground);
            if distance > 0 && (is_named || distance < own) {
                others.push((!is_named, distance, rule.id, ground));
            }
        }
    }
    others.sort_by_key(|(is_unnamed, distance, ..)| (*is_unnamed, *distance));
    let projects: Vec<Value> = others.iter().map(|(.., ground)| ground.clone()).collect();
    let accepted = accepted(talk, &projects)?;
    let found = others.into_iter().zip(accepted).find(|(_, is_accepted)| *is_accepted);
    Ok(found.map(|((_, _, rule, ground), _)| (rule, ground)))
}

/// The project with this fault and as little else as can be: other rules' matter taken out, or made plain.
pub(super) fn alone(case: &Case<'_>, project: &Value, but: &str) -> Value {
    let cost = |project: &Value| {
        let report = report(project);
        let broken = report.broken_rules();
        if broken.contains(but) && report.is_fit() { broken.len() } else { usize::MAX }
    };
    let mut plain = project.clone();
    for rule in rules_at_load(case).filter(|rule| rule.id != but) {
        let now = cost(&plain);
        let mut grounds = (rule.checks[0].ground)(&plain).into_iter().rev();
        plain = grounds.find(|ground| cost(ground) <= now).unwrap_or(plain);
    }
    plain
}

/// How many values differ between two documents.
pub(super) fn distance(one: &Value, other: &Value) -> usize {
    match (one, other) {
        _ if one == other => 0,
        (Value::Object(a), Value::Object(b)) => {
            let changed = a.iter().map(|(key, value)| b.get(key).map_or_else(|| size(value), |to| distance(value, to)));
            let added = b.iter().filter(|(key, _)| !a.contains_key(*key)).map(|(_, value)| size(value));
            changed.sum::<usize>() + added.sum::<usize>()
        }
        (Value::Array(a), Value::Array(b)) => {
            let (long, short) = if a.len() > b.len() { (a, b) } else { (b, a) };
            let changed: usize = a.iter().zip(b).map(|(one, other)| distance(one, other)).sum();
            changed + long[short.len()..].iter().map(size).sum::<usize>()
        }
        _ => size(one).max(size(other)),
    }
}

/// The number of values in a document, itself included.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn distance_counts_the_values_that_differ() {
        for (one, other, far) in [
            (json!({"a": 1}), json!({"a": 1}), 0),
            (json!({"a": 1}), json!({"a": 2, "b": 3}), 2),
            (json!({"a": [1, 2]}), json!({}), 3),
            (json!([1, 2, 3]), json!([1, 5]), 2),
        ] {
            assert_eq!((distance(&one, &other), distance(&other, &one)), (far, far), "{one} {other}");
        }
    }
}
