//! The completion gates of the reference runtime, and ways of spoiling them.

use serde_json::{Value, json};

use super::super::model::runtime::gates::{GATES, outcome, outcome_so_far};
use super::spoil::edit;
use crate::rule::Mutant;
use crate::subject::Request;

const METHOD: &str = "awp/complete";

/// The reference's answer: the first gate that breaks rejects.
pub(super) fn complete(params: &Value) -> Value {
    match outcome_so_far(params).broken.first() {
        Some((gate, event)) => json!({"accepted": false, "rejectedBy": gate, "event": event}),
        None => json!({"accepted": true}),
    }
}

/// What a runtime answers one gate of which takes the evidence for what `change` makes of it.
pub(in crate::suites::awp) fn misjudge(
    request: Request<'_>,
    answer: Value,
    gate: &str,
    change: impl FnOnce(&mut Value),
) -> Value {
    if !is_evidence(request.params) {
        return answer;
    }
    let mut params = request.params.clone();
    change(&mut params);
    let (Ok(right), Ok(wrong)) = (outcome(request.params), outcome(&params)) else { return answer };
    let found = |name: &str| {
        let seen = if name == gate { &wrong } else { &right };
        seen.broken.iter().find(|(broken, _)| *broken == name)
    };
    match GATES.iter().find_map(|(name, _)| found(name)) {
        _ if request.method != METHOD => answer,
        Some((name, event)) => json!({"accepted": false, "rejectedBy": name, "event": event}),
        None => json!({"accepted": true}),
    }
}

/// Whether objects and lists are where mutants look for them.
fn is_evidence(params: &Value) -> bool {
    let is_object = |value: &Value| value.is_object() || value.is_null();
    let is_list = |value: &Value| value.is_null() || value.as_array().is_some_and(|list| list.iter().all(is_object));
    params.is_object()
        && ["critique", "evaluation"].iter().all(|name| is_object(&params[name]))
        && is_object(&params["evaluation"]["thresholds"])
        && ["files", "subtasks"].iter().all(|name| is_list(&params[name]))
}

/// A runtime one gate of which takes the evidence for what `change` makes of it.
pub(in crate::suites::awp) const fn misjudging(
    name: &'static str,
    gate: &'static str,
    change: fn(&mut Value),
) -> Mutant {
    Mutant::misreads(name, [gate, ""], change, |request, answer, [gate, _], change| {
        misjudge(request, answer, gate, change)
    })
}

/// A runtime that rejects, for the sake of `gate`, where `when` says so and nothing else is wrong.
pub(in crate::suites::awp) const fn rejecting(
    name: &'static str,
    gate: &'static str,
    when: fn(&Value) -> bool,
) -> Mutant {
    Mutant::when(name, [gate, ""], when, |request, answer, [gate, _], when| {
        edit(request, METHOD, answer, |answer| {
            if answer["accepted"] == true && when(request.params) {
                *answer = json!({"accepted": false, "rejectedBy": gate, "event": {"gate": gate}});
            }
        })
    })
}

/// A runtime that lets pass what `gate` rejects, where `when` says so; the other gates go on.
pub(in crate::suites::awp) const fn letting(
    name: &'static str,
    gate: &'static str,
    when: fn(&Value) -> bool,
) -> Mutant {
    Mutant::when(name, [gate, ""], when, |request, answer, [gate, _], when| {
        edit(request, METHOD, answer, |answer| {
            if answer["rejectedBy"] != gate || !when(request.params) {
                return;
            }
            let broken = outcome(request.params).map(|outcome| outcome.broken).unwrap_or_default();
            *answer = match broken.iter().find(|(name, _)| *name != gate) {
                Some((name, event)) => json!({"accepted": false, "rejectedBy": name, "event": event}),
                None => json!({"accepted": true}),
            };
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_of_another_shape_is_left_alone() {
        for params in [json!(true), json!({"critique": true}), json!({"files": [true]}), json!({"subtasks": [1]})] {
            let answer = misjudge(Request::new(METHOD, &params), json!("right"), "critique", |params| {
                params["critique"]["enabled"] = json!(true);
            });
            assert_eq!(answer, "right", "{params}");
        }
    }
}
