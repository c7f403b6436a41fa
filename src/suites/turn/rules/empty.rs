//! Nothing in, nothing out.
//!
//! The traps are a default (a greeting, a system text, the session itself) and a
//! builder that cannot be run without a provider.

use std::slice;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "empty",
    title: "Additive Rule: builds an empty request where nobody contributes",
    level: Level::Must,
    source: "§9 additive rule (absence implies no contribution)",
    statement: "Without an invocation, or with none that supplies anything, the request comes back empty.",
    checks: &[Check {
        id: "nothing",
        property: "the request of a turn to which nobody contributes is an empty list",
        edges,
        arms: &[arm(
            1,
            "silent providers",
            |draw| json!({"session": draw::session(draw), "invocations": draw::invocations(draw, 0, crate::draw::text::word)}),
        )],
        classify,
        labels: &["nobody invoked", "one silent provider", "several silent providers", "empty session"],
        exam,
        on_fault: OnFault::Fails,
        ..BUILDER
    }],
    mutants: &[
        Mutant::answers("has a default instruction", |request, answer| {
            rebuild(request, answer, |entries| {
                if entries.is_empty() {
                    entries.push(invented(USER, "default", "instruction", "continue"));
                }
            })
        }),
        Mutant::answers("contributes the session itself", |request, answer| {
            rebuild(request, answer, |entries| {
                let mode = request.params["session"]["mode"].as_str().filter(|_| entries.is_empty());
                entries.extend(mode.map(|mode| invented(METADATA, "session", "notice", mode)));
            })
        }),
        Mutant::answers("tells the model that all providers are silent", |request, answer| {
            rebuild(request, answer, |entries| {
                let silent = request.params["invocations"].as_array().is_some_and(|list| !list.is_empty());
                if entries.is_empty() && silent {
                    entries.push(invented(METADATA, "silent", "notice", "no context"));
                }
            })
        }),
        Mutant::throws("cannot do without an invocation", |request| {
            request.params["invocations"].as_array().is_some_and(Vec::is_empty)
        }),
        Mutant::throws("cannot take an empty list of contributions", |request| {
            let silent = |one: &Value| one["contributions"].as_array().is_some_and(Vec::is_empty);
            request.params["invocations"].as_array().is_some_and(|list| list.iter().any(silent))
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/empty.yaml"),
    questions: &[],
};

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    if !given(case)?.due().is_empty() {
        return Ok(Judgement::open("somebody contributes something"));
    }
    let (put, composed) = compose_once(case, talk)?;
    request::traced(case, talk, slice::from_ref(&put), slice::from_ref(&composed), || {
        match composed.entries.as_slice() {
            [] => Judgement::held(),
            entries => Judgement::failed("the request of an empty turn holds something", json!([]), shown(entries)),
        }
    })
}

/// Nobody, and every set of silent providers; with a session and with an empty one.
fn edges() -> Vec<Value> {
    let silent = |set: usize| {
        let members = PROVIDERS.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1);
        members.map(|(_, provider)| draw::invocation(provider.name, json!([]))).collect::<Vec<_>>()
    };
    let mut cases: Vec<Value> = (0..32).map(|set| draw::composition(silent(set))).collect();
    cases.push(json!({"session": {}, "invocations": []}));
    cases.push(json!({"session": {}, "invocations": silent(31)}));
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let invoked = case["invocations"].as_array().map_or(0, Vec::len);
    let mut labels = vec![["nobody invoked", "one silent provider", "several silent providers"][invoked.min(2)]];
    labels.extend(case["session"].as_object().is_some_and(serde_json::Map::is_empty).then_some("empty session"));
    labels
}
