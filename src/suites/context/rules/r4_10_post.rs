//! Building a response is looking, not touching.
//!
//! The trap is to compare a few fields, or the text of two contexts: null lists and empty ones are the same.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(10);
/// How often a fault is drawn before the plain context is taken.
const TRIES: usize = 8;

pub(super) static RULE: Rule = Rule {
    id: "4.10.post",
    title: "ResponseBuilder POST: rejects a context that has changed",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, POST",
    statement: "After ResponseBuilder what held before still holds, and with `before` given every field of the context equals it; nulls and empty lists are alike. A response that cannot be made is not judged here.",
    checks: &[
        Check {
            edges: || edges().into_iter().filter(|case| !has(case, "before")).collect(),
            arms: &[arm(2, "one fault", |draw| one_fault(draw, false)), arm(1, "sound", sound)],
            exam: |case, talk| compared(case, talk, false),
            ..Post::<10>::CHECK
        },
        // Apart, because a runtime may have no way to take the state before a step: then this is not exercised.
        Check {
            id: "unchanged",
            property: "a context that differs from `before` in one field is refused, one that does not is accepted",
            edges: || edges().into_iter().filter(comes_with_before).collect(),
            arms: &[arm(2, "one fault", |draw| one_fault(draw, true)), arm(1, "unchanged", unchanged)],
            ground: |case| vec![as_before(case.clone())],
            exam: |case, talk| compared(case, talk, true),
            ..Post::<10>::CHECK
        },
    ],
    mutants: &[
        forgetting_at("never compares with before", PLACE, UNCHANGED.fault),
        forgetting_at("is content with any response type after building", PLACE, ANSWERABLE.fault),
        misreading_at("compares the envelope only", PLACE, |params| ignore(params, |path| path != "envelope")),
        misreading_at("does not compare the envelope", PLACE, |params| ignore(params, |path| path == "envelope")),
        misreading_at("does not compare the session", PLACE, |params| ignore(params, |path| path == "session")),
        misreading_at("does not compare the payload", PLACE, |params| ignore(params, |path| path == "responsePayload")),
        misreading_at("does not compare the images", PLACE, |params| {
            let images = params["context"]["envelope"]["clipBoardImages"].clone();
            if has(params, "before") && has(&params["before"], "envelope") {
                put(params, "before.envelope.clipBoardImages", Some(images));
            }
        }),
        misreading_at("ignores letter case in comparing", PLACE, |params| {
            for side in ["context", "before"] {
                every_text(&mut params[side], str::to_lowercase);
            }
        }),
        misreading_at("trims texts in comparing", PLACE, |params| {
            for side in ["context", "before"] {
                every_text(&mut params[side], |text| text.trim().to_owned());
            }
        }),
        misreading_at("compares the ids of calls only", PLACE, |params| {
            let ids = |side: &Value| -> Vec<Value> {
                let lists = ["toolCalls", "toolCallResults"].map(|list| side["toolCallManifest"][list].as_array());
                lists.into_iter().flatten().flatten().map(|entry| entry["toolCallId"].clone()).collect()
            };
            if ids(&params["context"]) == ids(&params["before"]) && has(&params["before"], "toolCallManifest") {
                let manifest = params["context"]["toolCallManifest"].clone();
                put(params, "before.toolCallManifest", Some(manifest));
            }
        }),
        misreading_at("compares calls in any order", PLACE, |params| {
            for list in ["context.toolCallManifest.toolCalls", "before.toolCallManifest.toolCalls"] {
                if let Some(calls) = list_at(params, list) {
                    calls.sort_by_key(|call| call["toolCallId"].to_string());
                }
            }
        }),
        misreading_at("takes a call that comes twice for one", PLACE, |params| {
            for list in ["context.toolCallManifest.toolCalls", "before.toolCallManifest.toolCalls"] {
                if let Some(calls) = list_at(params, list) {
                    calls.dedup();
                }
            }
        }),
        misreading_at("does not see texts that have changed places", PLACE, |params| {
            let of = |side: &Value| {
                let mut letters: Vec<char> = side.to_string().chars().collect();
                letters.sort_unstable();
                letters
            };
            if of(&params["context"]) == of(&params["before"]) {
                params["before"] = params["context"].clone();
            }
        }),
        misreading_at("takes an object without members for none", PLACE, |params| {
            for side in ["context", "before"] {
                if let Some(members) = params[side].as_object_mut() {
                    members.retain(|_, value| *value != json!({}));
                }
            }
        }),
        Mutant::answers("tells null lists from empty ones", |request, answer| {
            let [context, before] = ["context", "before"].map(|side| &request.params[side]["envelope"]["toolResults"]);
            let differ = context.is_null() != before.is_null() && has(request.params, "before");
            refuses(answer, differ && is_at(request, PLACE), "not as it was")
        }),
        Mutant::answers("always wants to know how it was before", |request, answer| {
            refuses(answer, is_at(request, PLACE) && !has(request.params, "before"), "no context to compare with")
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.post.yaml"),
    questions: &[],
};

/// Judges the cases that come with the state before the step, or those that do not.
fn compared(case: &Case<'_>, talk: &mut Talk<'_>, with: bool) -> Result<Judgement, Stop> {
    if has(case, "before") == with { verdict(case, talk) } else { Ok(Judgement::open("another check is about this")) }
}

/// A context with one demand broken, with the state before the step or without.
fn one_fault(draw: &mut Draw, with: bool) -> Value {
    let mut drawn = std::iter::repeat_with(|| draw::one_fault(draw, PLACE)).take(TRIES);
    let fits = |case: &Value| if with { comes_with_before(case) } else { !has(case, "before") };
    drawn.find(fits).unwrap_or_else(|| plain::at(PLACE, INITIAL))
}

/// A sound context, with nothing to compare it with.
fn sound(draw: &mut Draw) -> Value {
    let mut case = draw::sound(draw, PLACE);
    if let Some(members) = case.as_object_mut() {
        members.remove("before");
    }
    case
}

/// A sound context, and the same before.
fn unchanged(draw: &mut Draw) -> Value {
    as_before(draw::sound(draw, PLACE))
}

/// Whether there is something to compare with, and nothing else that could be wrong.
fn comes_with_before(case: &Value) -> bool {
    has(case, "before") && due(POST, &as_before(case.clone())) == Some(true)
}

/// The same, with nothing changed.
fn as_before(mut case: Value) -> Value {
    case["before"] = case["context"].clone();
    case
}

/// Changes every text but the names of types and states.
fn every_text(side: &mut Value, change: fn(&str) -> String) {
    match side {
        Value::String(text) => *text = change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| every_text(item, change)),
        Value::Object(members) => {
            let texts = members.iter_mut().filter(|(key, _)| !matches!(&***key, "type" | "state" | "responseType"));
            texts.for_each(|(_, value)| every_text(value, change));
        }
        _ => {}
    }
}

/// Makes some members such as they are after the step.
fn ignore(params: &mut Value, ignored: fn(&str) -> bool) {
    let Some(context) = params["context"].as_object().cloned() else { return };
    if let Some(before) = params["before"].as_object_mut() {
        before.retain(|key, _| !ignored(key));
        before.extend(context.into_iter().filter(|(key, _)| ignored(key)));
    }
}

/// The usual edges; besides, `before` equal, with other ways of writing nothing.
fn edges() -> Vec<Value> {
    let mut cases = step_edges(PLACE);
    let breaks = |params: &Value| said(POST, params).is_some_and(|said| said.breaks_only("4.10.post"));
    for (kind, response_type) in TYPES.iter().flat_map(|kind| [(kind, "Final"), (kind, "ToolContinuation")]) {
        let mut params = plain::answerable(kind, response_type);
        params["step"] = json!(PLACE.step);
        params["before"] = params["context"].clone();
        cases.push(params.clone());
        cases.extend(draw::broken_demand(UNCHANGED.test, &params).into_iter().filter(breaks));
        if *kind != CONTINUATION {
            cases.extend(each(&params, "before.envelope.toolResults", no_items()));
            cases.extend(each(&params, "context.envelope.toolResults", [Some(json!([]))]));
        }
        cases.extend(each(&params, "before.agentContext", [Some(Value::Null)]));
    }
    // Calls that were answered, which may have been written anew.
    let mut answered = plain::answerable(INITIAL, "Final");
    answered["step"] = json!(PLACE.step);
    put(&mut answered, path::MANIFEST, Some(plain::manifest(&[("c1", "grep"), ("c2", "awk")])));
    answered["before"] = answered["context"].clone();
    cases.push(answered.clone());
    cases.extend(draw::broken_demand(UNCHANGED.test, &answered).into_iter().filter(breaks));
    distinct(cases)
}
