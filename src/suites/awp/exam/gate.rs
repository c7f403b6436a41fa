//! The exam that the completion gates share.
//!
//! One gate is broken at a time, beside a twin in which nothing is wrong. The
//! evidence of every case is noise to all gates but one, so a gate that looks
//! at too much is found as well as one that looks at too little.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::draw::runtime::contents::evidence;
use super::super::model::runtime::gates::{GATES, Outcome, outcome};
use super::super::model::runtime::params::strings;
use super::reading::flag;
use crate::rule::{Case, Judgement, Stop, Talk};
use crate::subject::Call;

/// The method of the gates.
pub(in crate::suites::awp) const METHOD: &str = "awp/complete";

/// The gate that a rule is about: `gate-deliverable-presence` is about `deliverable_presence`.
fn gate_of(rule: &str) -> String {
    rule.trim_start_matches("gate-").replace('-', "_")
}

/// The exam of a gate: its evidence is put, and the answer judged as far as this gate is concerned.
pub(in crate::suites::awp) fn examine(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let params = evidence(case);
    let answer = &talk.ask(Call::new(METHOD, params.clone()))?.value;
    let accepted = flag(answer, "accepted")?;
    Ok(match outcome(&params) {
        Err(why) => Judgement::open(why),
        Ok(outcome) => judge(&gate_of(case.rule_id()), &outcome, accepted, answer),
    })
}

fn judge(gate: &str, outcome: &Outcome, accepted: bool, answer: &Value) -> Judgement {
    let blamed = answer["rejectedBy"].as_str();
    let Outcome { broken, doubts } = outcome;
    let due = broken.iter().find(|(name, _)| *name == gate);
    match (due, accepted) {
        (Some((_, event)), true) => {
            let due = json!({"accepted": false, "rejectedBy": gate, "event": event});
            Judgement::failed("a broken completion is accepted", due, answer.clone())
        }
        (Some((_, event)), false) => {
            let due = json!({"accepted": false, "rejectedBy": gate, "event": event});
            match blamed {
                None => Judgement::failed("the gate is not named", due, answer.clone()),
                Some(name) if name == gate => judge_event(event, answer, &due),
                Some(name) => {
                    let right = broken.iter().any(|(it, _)| *it == name) || doubts.iter().any(|(it, _)| *it == name);
                    if right {
                        Judgement::held()
                    } else {
                        Judgement::failed("another gate is named", due, answer.clone())
                    }
                }
            }
        }
        (None, false) if broken.is_empty() && doubts.is_empty() => match blamed {
            Some(name) if name != gate && GATES.iter().any(|(it, _)| *it == name) => {
                Judgement::open("another gate rejects: its own rule says whether it may")
            }
            _ => Judgement::failed("a clean completion is rejected", json!({"accepted": true}), answer.clone()),
        },
        (None, true) if broken.is_empty() && doubts.is_empty() => Judgement::held(),
        (None, false) if blamed == Some(gate) && !doubts.iter().any(|(it, _)| *it == gate) => Judgement::failed(
            "a gate rejects what it has nothing against",
            json!({"rejectedBy": broken_names(broken)}),
            answer.clone(),
        ),
        (None, _) => Judgement::open("another gate decides, or the document leaves it open"),
    }
}

fn broken_names(broken: &[(&str, Value)]) -> Vec<String> {
    broken.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// The events of two gates have members that the document names.
fn judge_event(event: &Value, answer: &Value, due: &Value) -> Judgement {
    let given = &answer["event"];
    let told = |kind: &str| Judgement::failed(kind, due.clone(), answer.clone());
    if event["gate"] == "deliverable_presence" {
        let set = |value: &Value| -> BTreeSet<String> { strings(value).map(str::to_owned).collect() };
        if !given.is_object() {
            return told("no event is given");
        }
        for name in ["missing", "empty"] {
            if set(&given[name]) != set(&event[name]) {
                return told(&format!("the event's `{name}` is wrong"));
            }
        }
        if given["source"] != event["source"] {
            return told("the event's `source` is wrong");
        }
    }
    if let Some(action) = event.get("action")
        && given.get("action").is_some_and(|given| !given.is_null() && given != action)
    {
        return told("the event's `action` is wrong");
    }
    Judgement::held()
}
