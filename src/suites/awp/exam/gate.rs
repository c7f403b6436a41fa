//! The completion gates: what a manager's COMPLETE has to get past.
//!
//! One gate is broken at a time, beside a twin in which nothing is wrong. The
//! evidence of every case is noise to all gates but one, so a gate that looks
//! at too much is found as well as one that looks at too little.

pub(super) mod contents;
mod draw;
pub(super) mod model;
mod placeholders;

pub(in super::super) mod gate_critique;
pub(in super::super) mod gate_deliverable;
pub(in super::super) mod gate_deliverable_presence;
pub(in super::super) mod gate_eval;
pub(in super::super) mod gate_file;
pub(in super::super) mod gate_placeholder;
pub(in super::super) mod gate_structural_integrity;

use self::contents::evidence;
use self::model::{GATES, Outcome, outcome};
use super::prelude::*;

/// The one method of the gates.
const METHOD: &str = "awp/complete";

/// What the checks of all gates have in common.
const CHECK: Check = Check { id: "completion", methods: &[METHOD], shape: &SHAPE, ..Check::NEW };

static SHAPE: Shape = Shape::Object(&[
    optional(
        "critique",
        Shape::Object(&[
            required("enabled", Shape::Fixed),
            required("minScoreToComplete", Shape::Number),
            required("iterations", Shape::List { of: &Shape::List { of: &Shape::Number, least: 0 }, least: 0 }),
        ]),
    ),
    optional(
        "subtasks",
        Shape::List {
            of: &Shape::Object(&[
                required("id", Shape::Id("subtask")),
                required("requiredOutputs", Shape::List { of: &Shape::Fixed, least: 0 }),
            ]),
            least: 0,
        },
    ),
    optional("files", Shape::List { of: &FILE, least: 0 }),
    optional("finalResult", Shape::Map { keys: None, of: &Shape::Any }),
    optional("task", Shape::Text { least: 0 }),
    optional(
        "evaluation",
        Shape::Object(&[
            required("enabled", Shape::Fixed),
            required("score", Shape::Number),
            required(
                "thresholds",
                Shape::Object(&[
                    required("accept", Shape::Number),
                    required("retry", Shape::Number),
                    required("fail", Shape::Number),
                ]),
            ),
        ]),
    ),
]);

static FILE: Shape = Shape::Object(&[
    required("path", Shape::Fixed),
    required("base64", Shape::Fixed),
    required("text", Shape::Text { least: 0 }),
    required("size", Shape::Integer { least: 0 }),
    required(
        "png",
        Shape::Object(&[
            required("width", Shape::Integer { least: 1 }),
            required("height", Shape::Integer { least: 1 }),
            optional("comment", Shape::Integer { least: 0 }),
        ]),
    ),
    required("pdf", Shape::Fixed),
]);

/// The exam of a gate: its evidence is put, and the answer judged as far as this gate is concerned.
fn examine(gate: &str, case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let params = evidence(case);
    let call = || Call::new(METHOD, params.clone());
    crate::rule::ask(answers, call, |answer| {
        let accepted = flag(&answer.value, "accepted")?;
        Ok(match outcome(&params) {
            Err(why) => Judgement::open(why),
            Ok(outcome) => judge(gate, &outcome, accepted, &answer.value),
        })
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
        let set = |value: &Value| -> std::collections::BTreeSet<String> { strings(value).map(str::to_owned).collect() };
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

/// Labels a case by what the gate makes of it.
fn outcome_label(gate: &str, case: &Value) -> Vec<&'static str> {
    match outcome(&evidence(case)) {
        Ok(Outcome { broken, .. }) if broken.iter().any(|(name, _)| *name == gate) => vec!["broken"],
        Ok(Outcome { broken, doubts }) if broken.is_empty() && doubts.is_empty() => vec!["clean"],
        _ => vec!["in doubt"],
    }
}

/// What a runtime answers that takes the evidence for what `change` makes of it.
fn misjudge(request: Request<'_>, answer: Value, change: impl FnOnce(&mut Value)) -> Value {
    misread(request, METHOD, answer, change)
}

/// What a runtime answers that rejects, for the sake of `gate`, where `when` says so and nothing else is wrong.
fn rejecting(request: Request<'_>, answer: Value, gate: &str, when: impl FnOnce(&Value) -> bool) -> Value {
    edit(request, METHOD, answer, |answer| {
        if answer["accepted"] == true && when(request.params) {
            *answer = json!({"accepted": false, "rejectedBy": gate, "event": {"gate": gate}});
        }
    })
}

/// What a runtime answers that lets pass what `gate` rejects, where `when` says so; the other gates go on.
fn letting(request: Request<'_>, answer: Value, gate: &str, when: impl FnOnce(&Value) -> bool) -> Value {
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
}

/// A list cut down to its first entry.
fn first_only(list: &mut Value) {
    if let Some(list) = list.as_array_mut() {
        list.truncate(1);
    }
}

/// Whether a path ends in `.extension`.
fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end == extension)
}
