//! The exam that the completion gates share.
//!
//! One gate is broken at a time, beside a twin in which nothing is wrong. The
//! evidence of every case is noise to all gates but one, so a gate that looks
//! at too much is found as well as one that looks at too little.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::draw::runtime::contents::evidence;
use super::super::model::runtime::gates::ground::without;
use super::super::model::runtime::gates::{GATES, Outcome, outcome};
use super::super::model::runtime::params::strings;
use super::reading::flag;
use crate::rule::{Case, Judgement, Stop, Talk, Verdict};
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
    let gate = gate_of(case.rule_id());
    let outcome = match outcome(&params) {
        Ok(outcome) => outcome,
        Err(why) => return Ok(Judgement::open(why)),
    };
    let judgement = judge(&gate, &outcome, accepted, answer);
    let is_held = judgement.verdict == Verdict::Held;
    if (is_held && accepted) || matches!(judgement.verdict, Verdict::Open(_)) {
        return Ok(judgement);
    }
    let ground = without(&gate, &params);
    if ground == params {
        return Ok(if owns(&gate, answer) { judgement } else { refused(&ground) });
    }
    if !self::outcome(&ground).is_ok_and(|outcome| outcome.broken.is_empty() && outcome.doubts.is_empty()) {
        return Ok(judgement);
    }
    let plain = &talk.ask(Call::new(METHOD, ground.clone()).remembered())?.value;
    Ok(if flag(plain, "accepted")? { judgement } else { refused(&ground) })
}

fn refused(ground: &Value) -> Judgement {
    Judgement::blocked("evidence with nothing in it for this gate is rejected", ground)
}

/// Whether a rejection is in the name of another gate.
fn is_another(gate: &str, named: Option<&str>) -> bool {
    named.is_some_and(|name| name != gate && GATES.iter().any(|(it, _)| *it == name))
}

/// Whether a rejection of evidence with nothing in it for `gate` is this gate's all the same: it is named, or no gate is
/// and it is the first.
fn owns(gate: &str, answer: &Value) -> bool {
    let named = answer["rejectedBy"].as_str();
    named == Some(gate) || (gate == GATES[0].0 && !is_another(gate, named))
}

fn judge(gate: &str, outcome: &Outcome, accepted: bool, answer: &Value) -> Judgement {
    let blamed = answer["rejectedBy"].as_str();
    let Outcome { broken, doubts, .. } = outcome;
    let is_clean = broken.is_empty() && doubts.is_empty();
    let due = broken.iter().find(|(name, _)| *name == gate);
    match (due, accepted) {
        (Some((_, event)), true) => {
            let due = json!({"accepted": false, "rejectedBy": gate, "event": event});
            Judgement::failed("a broken completion is accepted", due, answer.clone())
        }
        (Some((_, event)), false) => {
            let due = json!({"accepted": false, "rejectedBy": gate, "event": event});
            let others = || broken.iter().map(|(name, _)| name).chain(doubts.iter().map(|(name, _)| name));
            match blamed {
                // Naming the gate is optional: that it was this one is seen where nothing else is wrong.
                Some(name) if name != gate && others().any(|it| *it == name) => Judgement::held(),
                Some(name) if name != gate => Judgement::failed("another gate is named", due, answer.clone()),
                _ => judge_event(event, answer, &due),
            }
        }
        (None, true) if is_clean => Judgement::held(),
        (None, false) if is_clean && is_another(gate, blamed) => {
            Judgement::open("another gate rejects: its own rule says whether it may")
        }
        (None, false) if is_clean => {
            Judgement::failed("a clean completion is rejected", json!({"accepted": true}), answer.clone())
        }
        (None, false) if blamed == Some(gate) && !doubts.iter().any(|(it, _)| *it == gate) => {
            let names: Vec<&str> = broken.iter().map(|(name, _)| *name).collect();
            let due = json!({ "rejectedBy": names });
            Judgement::failed("a gate rejects what it has nothing against", due, answer.clone())
        }
        (None, _) => Judgement::open("another gate decides, or the document leaves it open"),
    }
}

/// The event of one gate has members that the document names.
fn judge_event(event: &Value, answer: &Value, due: &Value) -> Judgement {
    let given = &answer["event"];
    let told = |kind: &str| Judgement::failed(kind, due.clone(), answer.clone());
    if event["gate"] == "deliverable_presence" {
        let set = |value: &Value| -> BTreeSet<String> { strings(value).map(str::to_owned).collect() };
        if !given.is_object() {
            return told("no event is given");
        }
        if given["gate"].is_string() && given["gate"] != event["gate"] {
            return told("the event is of another gate");
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
    Judgement::held()
}

/// The exam of what follows a rejection: the action of the event, where the subject says it.
pub(in crate::suites::awp) fn follows(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let params = evidence(case);
    let answer = &talk.ask(Call::new(METHOD, params.clone()))?.value;
    let gate = gate_of(case.rule_id());
    let outcome = outcome(&params).map_err(Judgement::open)?;
    let due = outcome.broken.iter().find(|(name, _)| *name == gate).map(|(_, event)| &event["action"]);
    let due = due.filter(|it| !it.is_null()).ok_or_else(|| Judgement::open("nothing is due of this gate"))?;
    if flag(answer, "accepted")? || is_another(&gate, answer["rejectedBy"].as_str()) {
        return Ok(Judgement::open("the gate does not reject: another check says whether it should"));
    }
    Ok(match &answer["event"]["action"] {
        Value::Null => Judgement::not_shown("the event of a rejection has no `action`"),
        given => Judgement::equal("the event's `action` is wrong", due, given),
    })
}
