//! What the rules of this suite share: putting an input beside its sound
//! twin, and judging the two answers.

pub(super) use serde_json::{Value, json};

pub(super) use super::core::Clause;
pub(super) use super::demand::{
    AGENT, CONVERSATION, Demand, MODE, NAMES_SESSION, NAMES_TURN, NO_SESSION, NO_TURN, READY, SESSION, TOOL_RESULTS,
    TURN, Test,
};
pub(super) use super::faults::{each, no_items, no_object, no_text};
pub(super) use super::kind::{CONTINUATION, FOLLOW_ON, INITIAL, TYPES, type_of};
pub(super) use super::probe::{PROBE, probe};
pub(super) use super::slot::{self, Text, put};
pub(super) use super::spoil::*;
pub(super) use super::step::{Moment, PLACES, Place};
pub(super) use super::truth::{Condition, Truth};
pub(super) use super::verdict::{BUILD, CORE, MANIFEST, POST, PRE, Verdict, said};
pub(super) use super::{draw, plain, shape};
pub(super) use crate::draw::{Draw, text};
pub(super) use crate::rule::{
    Check, Judgement, Level, Mutant, OnFault, Question, Reading, Rule, Step, WrongShape, arm, member,
};
pub(super) use crate::subject::{Answer, Call, Request};

use super::truth;

/// What checks of the core have in common.
pub(super) const OF_CORE: Check = Check { methods: &[CORE], shape: &shape::CORE, classify: of_core, ..VERDICT };
/// What checks of a step's PRE have in common.
pub(super) const OF_PRE: Check = Check { methods: &[PRE], shape: &shape::STEP, classify: of_pre, ..VERDICT };
/// What checks of a step's POST have in common.
pub(super) const OF_POST: Check = Check { methods: &[POST], shape: &shape::STEP, classify: of_post, ..VERDICT };
/// What checks of a manifest have in common.
pub(super) const OF_MANIFEST: Check =
    Check { methods: &[MANIFEST], shape: &shape::MANIFEST, classify: of_manifest, ..VERDICT };

const VERDICT: Check = Check { labels: &["accept", "reject"], ..Check::NEW };

/// The kind of failure that a sound input is refused.
pub(super) const REFUSED: &str = "refuses what meets every condition";

/// Whether an answer says that all is well.
pub(super) fn is_ok(answer: &Answer) -> Result<bool, WrongShape> {
    member(&answer.value, "ok")?.as_bool().ok_or_else(|| WrongShape("`ok` is not true or false".to_owned()))
}

/// The exam of most checks. What the document accepts must be accepted. What
/// breaks `rule` must be refused, while its twin, in which only that is
/// repaired, is accepted: a subject that refuses both shows nothing here.
pub(super) fn judge(
    rule: &'static str,
    method: &'static str,
    case: &Value,
    answers: &[Answer],
) -> Result<Step, WrongShape> {
    let Some(said) = said(method, case) else { return Ok(Step::Judged(Judgement::open("no such method"))) };
    let mine: Vec<&Condition> = said.broken().filter(|one| one.rule == rule).collect();
    let twin = if mine.is_empty() { None } else { twin(method, case, &mine) };
    // Where the rule only refers to another, the subject is asked what it thinks of that one.
    let spelt_out =
        if said.conditions.iter().any(|one| one.spelt_out_by.is_some()) { source(case, &said) } else { None };
    let Some(answer) = answers.first() else {
        let calls = [Some(Call::of_case(method)), twin.map(|twin| Call::new(method, twin)), spelt_out];
        return Ok(Step::Ask(calls.into_iter().flatten().collect()));
    };
    let ok = is_ok(answer)?;
    let of_source = match (&spelt_out, answers.last()) {
        (Some(_), Some(answer)) => Some(is_ok(answer)?),
        _ => None,
    };
    let judgement = match said.verdict {
        Verdict::Unspecified(why) => Judgement::open(why),
        Verdict::Accept | Verdict::Reject if of_source == Some(ok) && ok != (said.verdict == Verdict::Accept) => {
            Judgement::open("the subject errs on the core or the manifest itself: sections 3 and 5 say so")
        }
        Verdict::Accept if ok => Judgement::held(),
        Verdict::Accept => Judgement::failed(REFUSED, "accept", observed(answer)),
        Verdict::Reject => match mine.first() {
            None => Judgement::open("another rule is broken here"),
            Some(fault) if ok => {
                Judgement::failed(format!("accepts although {}", fault.fault), "reject", observed(answer))
            }
            Some(_) if twin.is_some() && !is_ok(&answers[1])? => {
                Judgement::open("the sound twin is refused as well: nothing is shown here")
            }
            Some(_) => Judgement::held(),
        },
    };
    Ok(Step::Judged(judgement))
}

/// The same for a rule of section 3 that is not about the type. A subject that refuses even the plainest context of a
/// type errs on that type, and the rule on it says so.
pub(super) fn judge_core(rule: &'static str, case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let kind = type_of(case).filter(|kind| *kind != INITIAL && draw::is_sound(CORE, case));
    let Some(kind) = kind else { return judge(rule, CORE, case, answers) };
    let [itself, plainest] = answers else {
        return Ok(Step::Ask(vec![Call::of_case(CORE), Call::new(CORE, plain::core(kind))]));
    };
    Ok(Step::Judged(if is_ok(itself)? {
        Judgement::held()
    } else if is_ok(plainest)? {
        Judgement::failed(REFUSED, "accept", observed(itself))
    } else {
        Judgement::open("the plainest context of this type is refused: the rule on the type says so")
    }))
}

/// The same input with the broken conditions repaired, if that makes it sound.
fn twin(method: &'static str, case: &Value, mine: &[&Condition]) -> Option<Value> {
    let own = type_of(case);
    let kinds = own.into_iter().chain(TYPES.iter().copied());
    kinds.into_iter().find_map(|kind| {
        let plain = plainest(method, case, kind)?;
        let mut twin = case.clone();
        for path in mine.iter().flat_map(|one| one.slots) {
            let value = match slot::at(&plain, path) {
                slot::Found::Value(value) => Some(value.clone()),
                _ => None,
            };
            put(&mut twin, path, value);
        }
        draw::is_sound(method, &twin).then_some(twin)
    })
}

/// The plainest sound input for the same method and step.
fn plainest(method: &str, case: &Value, kind: &str) -> Option<Value> {
    let moment = match method {
        MANIFEST => return Some(json!({"manifest": repaired(&case["manifest"])})),
        PRE => Moment::Pre,
        POST => Moment::Post,
        _ => return Some(plain::core(kind)),
    };
    let mut plain = plain::at(Place::named(moment, case)?, kind);
    if moment == Moment::Post && case["context"]["toolCallManifest"].is_object() {
        plain["context"]["toolCallManifest"] = plain::manifest(&[("c1", "grep")]);
    }
    Some(plain)
}

/// The manifest with the results that its calls should have.
fn repaired(manifest: &Value) -> Value {
    let mut manifest = manifest.clone();
    let results: Vec<Value> = manifest["toolCalls"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|call| json!({"toolCallId": call["toolCallId"], "name": call["name"], "resultJson": "{}"}))
        .collect();
    put(&mut manifest, "toolCallResults", Some(results.into()));
    manifest
}

/// The call that asks about the rule that is only referred to.
fn source(case: &Value, said: &super::verdict::Said) -> Option<Call> {
    let decisive = |one: &&Condition| one.is_broken() || said.verdict == Verdict::Accept;
    if said.broken().any(|one| one.spelt_out_by.is_none()) {
        return None;
    }
    let first = said.conditions.iter().filter(decisive).find_map(|one| one.spelt_out_by)?;
    if first.starts_with('5') {
        Some(Call::new(MANIFEST, json!({"manifest": case["context"]["toolCallManifest"]})))
    } else {
        Some(Call::new(CORE, json!({"context": case["context"]})))
    }
}

/// What a subject said, without the object that it sends back.
pub(super) fn observed(answer: &Answer) -> Value {
    let mut value = answer.value.clone();
    if let Some(members) = value.as_object_mut() {
        members.retain(|key, _| key == "ok" || key == "errors");
    }
    value
}

/// Every plain fault of a rule of section 3 that is its fault alone, over contexts of every type.
pub(super) fn core_faults(clause: &Clause) -> Vec<Value> {
    let all = TYPES.iter().flat_map(|kind| (clause.faults)(&plain::core(kind)));
    all.filter(|params| said(CORE, params).is_some_and(|said| draw::breaks_only(&said, clause.rule))).collect()
}

/// The same for a rule of section 5, over manifests of one to three calls.
pub(super) fn manifest_faults(clause: &Clause) -> Vec<Value> {
    let calls = [("c1", "grep"), ("c2", "awk"), ("c3", "grep")];
    let all = (1..=3).flat_map(|count| (clause.faults)(&plain::manifest(&calls[..count])));
    let params = all.map(|manifest| json!({ "manifest": manifest }));
    params.filter(|params| said(MANIFEST, params).is_some_and(|said| draw::breaks_only(&said, clause.rule))).collect()
}

/// The edges of a side of a step: the plainest contexts that will do, each with one member more that
/// nobody asked for, and every demand broken alone.
pub(super) fn step_edges(place: &'static Place) -> Vec<Value> {
    let method = place.moment.method();
    let mut cases = Vec::new();
    for kind in place.types {
        let plain = plain::at(place, kind);
        for field in draw::STEP_FIELDS.iter().filter(|field| !draw::looks_at(place, field)) {
            let path = format!("context.{field}");
            let more = if *field == "responseType" { json!("NotReady") } else { plain::populated(&path) };
            cases.extend(each(&plain, &path, [Some(more)]));
        }
        cases.retain(|params| draw::is_sound(method, params));
        cases.insert(0, plain);
    }
    for kind in place.types {
        let plain = plain::at(place, kind);
        let broken = place.demands.iter().flat_map(|demand| super::faults::of(demand.test, &plain));
        cases.extend(
            broken.filter(|params| said(method, params).is_some_and(|said| draw::breaks_only(&said, place.rule))),
        );
    }
    cases
}

fn label(method: &str, case: &Value) -> Vec<&'static str> {
    match said(method, case).map(|said| said.verdict) {
        Some(Verdict::Accept) => vec!["accept"],
        Some(Verdict::Reject) => vec!["reject"],
        _ => vec!["unspecified"],
    }
}

fn of_core(case: &Value) -> Vec<&'static str> {
    typed(CORE, case)
}

fn of_pre(case: &Value) -> Vec<&'static str> {
    typed(PRE, case)
}

fn of_post(case: &Value) -> Vec<&'static str> {
    typed(POST, case)
}

fn typed(method: &str, case: &Value) -> Vec<&'static str> {
    let mut labels = label(method, case);
    labels.extend(type_of(case));
    labels
}

fn of_manifest(case: &Value) -> Vec<&'static str> {
    let mut labels = label(MANIFEST, case);
    let calls = case["manifest"]["toolCalls"].as_array().map_or(0, Vec::len);
    labels.push(match calls {
        0 => "no calls",
        1 => "one call",
        _ => "several calls",
    });
    labels
}

/// A condition of `rule` that looks at one place.
pub(super) fn condition(
    rule: &'static str,
    fault: &'static str,
    slots: &'static [&'static str],
    truth: truth::Truth,
) -> Vec<Condition> {
    vec![Condition::new(rule, fault, slots, truth)]
}
