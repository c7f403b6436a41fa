//! Drawing inputs: sound ones with everything varied that does not matter,
//! and ones in which exactly one rule is broken.

use serde_json::{Map, Value, json};

use super::core::Clause;
use super::demand::Test;
use super::kind::{CONTINUATION, INITIAL, TYPES};
use super::slot::{Found, Text, put, text};
use super::step::Place;
use super::verdict::{CORE, MANIFEST, Said, Verdict, said};
use super::{faults, plain, slot};
use crate::draw::Draw;
use crate::draw::text::{sentence, word};

/// The members of a context that section 3 does not look at.
pub(super) const STEP_FIELDS: &[&str] = &[
    "session",
    "turn",
    "agentContext",
    "conversationContext",
    "promptKnowledgeProvider",
    "toolCallManifest",
    "responsePayload",
    "responseType",
];

/// How often drawing is tried before the plain input is taken.
const TRIES: usize = 8;

/// Whether the document wants these params accepted.
pub(super) fn is_sound(method: &str, params: &Value) -> bool {
    said(method, params).is_some_and(|said| said.verdict == Verdict::Accept)
}

/// Whether exactly one rule is broken, this one; where it refers to another, exactly one of those.
pub(super) fn breaks_only(said: &Said, rule: &str) -> bool {
    let spelt_out = |one: &super::truth::Condition| one.spelt_out_by;
    let first = said.broken().next().map(spelt_out);
    said.verdict == Verdict::Reject
        && first.is_some()
        && said.broken().all(|one| one.rule == rule && Some(spelt_out(one)) == first)
}

/// A sound context for the core, with everything varied that a core may have.
pub(super) fn core(draw: &mut Draw) -> Value {
    let kind = *draw.pick(TYPES);
    core_of(draw, kind)
}

/// The same, of one type.
pub(super) fn core_of(draw: &mut Draw, kind: &str) -> Value {
    let mut params = plain::core(kind);
    vary_core(draw, &mut params, kind);
    if kind != CONTINUATION && draw.chance(1, 2) {
        // Something else than instructions will do as well.
        let nothing = draw.pick(&faults::no_text()).clone();
        put(&mut params, "context.envelope.instructions", nothing);
        let instead = *draw.pick(&["context.envelope.inputArtifacts", "context.envelope.clipBoardImages"]);
        let items = artifacts(draw);
        put(&mut params, instead, Some(items));
    }
    for field in STEP_FIELDS {
        noise(draw, &mut params, field);
    }
    params
}

/// A sound context of one type that says what it has to say in words, and nothing that the steps add.
pub(super) fn with_words(draw: &mut Draw, kind: &str) -> Value {
    let mut params = plain::core(kind);
    vary_core(draw, &mut params, kind);
    params
}

/// A sound context for a side of a step: its demands met, all that it does not ask for varied.
pub(super) fn sound(draw: &mut Draw, place: &Place) -> Value {
    let kind = *draw.pick(place.types);
    sound_of(draw, place, kind)
}

/// The same, of one type.
pub(super) fn sound_of(draw: &mut Draw, place: &Place, kind: &str) -> Value {
    for _ in 0..TRIES {
        let mut params = plain::at(place, kind);
        vary_core(draw, &mut params, kind);
        for field in STEP_FIELDS {
            if !looks_at(place, field) {
                noise(draw, &mut params, field);
            }
        }
        vary_listed(draw, &mut params, place);
        if is_sound(place.moment.method(), &params) {
            return params;
        }
    }
    plain::at(place, kind)
}

/// A sound context for a side of a step in which exactly one of its demands is broken.
pub(super) fn one_fault(draw: &mut Draw, place: &Place) -> Value {
    let demands: Vec<_> = place.demands.iter().filter(|demand| demand.test != Test::Complete).collect();
    for _ in 0..TRIES {
        let Some(demand) = demands.get(draw.below(demands.len())) else { break };
        let sound =
            if draw.chance(1, 4) { plain::at(place, draw.pick::<&str>(place.types)) } else { sound(draw, place) };
        let broken = faults::of(demand.test, &sound);
        if broken.is_empty() {
            continue;
        }
        let params = draw.pick(&broken).clone();
        if said(place.moment.method(), &params).is_some_and(|said| breaks_only(&said, place.rule)) {
            return params;
        }
    }
    sound(draw, place)
}

/// A context in which exactly one rule of the core is broken.
pub(super) fn core_fault(draw: &mut Draw, clause: &Clause) -> Value {
    for _ in 0..TRIES * 2 {
        let broken = (clause.faults)(&core(draw));
        if broken.is_empty() {
            continue;
        }
        let params = draw.pick(&broken).clone();
        if said(CORE, &params).is_some_and(|said| breaks_only(&said, clause.rule)) {
            return params;
        }
    }
    core(draw)
}

/// A valid manifest, as params.
pub(super) fn manifest(draw: &mut Draw) -> Value {
    json!({ "manifest": valid_manifest(draw, 0..=5) })
}

/// A manifest in which exactly one rule of section 5 is broken, as params.
pub(super) fn manifest_fault(draw: &mut Draw, clause: &Clause) -> Value {
    for _ in 0..TRIES * 2 {
        let broken = (clause.faults)(&valid_manifest(draw, 1..=5));
        if broken.is_empty() {
            continue;
        }
        let params = json!({ "manifest": draw.pick(&broken) });
        if said(MANIFEST, &params).is_some_and(|said| breaks_only(&said, clause.rule)) {
            return params;
        }
    }
    manifest(draw)
}

/// A manifest whose calls and results belong together; ids are distinct, names may repeat.
pub(super) fn valid_manifest(draw: &mut Draw, range: std::ops::RangeInclusive<usize>) -> Value {
    let mut calls = Vec::new();
    let mut results = Vec::new();
    for number in 0..draw.size(range) {
        let (id, name) = (format!("{}-{number}", word(draw)), word(draw));
        let mut call = json!({"toolCallId": id, "name": name, "argumentsJson": "{}"});
        if draw.chance(1, 2) {
            call["requiresClientExecution"] = json!(draw.chance(1, 2));
        }
        let result_json = *draw.pick(&["{}", "[]", "{\"lines\":[1,2]}", "null", "0", "\"\"", "false"]);
        let mut result = json!({"toolCallId": id, "name": name, "resultJson": result_json});
        if draw.chance(1, 3) {
            result["errorMessage"] = if draw.chance(1, 2) { Value::Null } else { json!("") };
        }
        calls.push(call);
        results.push(result);
    }
    let mut manifest = Map::new();
    for (name, list) in [("toolCalls", calls), ("toolCallResults", results)] {
        if !list.is_empty() || draw.chance(1, 2) {
            manifest.insert(name.to_owned(), list.into());
        } else if draw.chance(1, 2) {
            manifest.insert(name.to_owned(), Value::Null);
        }
    }
    manifest.into()
}

/// One to three things that a user may attach.
pub(super) fn artifacts(draw: &mut Draw) -> Value {
    draw.list(1..=3, |draw| json!({"name": format!("{}.md", word(draw))})).into()
}

/// Whether a demand of `place` looks at this member of the context.
pub(super) fn looks_at(place: &Place, field: &str) -> bool {
    let listed = |path: &str| path.split('.').nth(1) == Some(field) && path.starts_with("context.");
    let completes = |test| test == Test::Complete && matches!(field, "responsePayload" | "toolCallManifest");
    place.demands.iter().any(|demand| demand.slots().iter().any(|path| listed(path)) || completes(demand.test))
}

/// Other names for everything that section 3 wants, and every way of writing what is not there.
fn vary_core(draw: &mut Draw, params: &mut Value, kind: &str) {
    let stamps = ["2025-12-26T10:00:00Z", "2024-02-29T23:59:59.999Z", "1999-12-31T00:00:00+02:00"];
    put(params, "context.timeStamp", Some(json!(draw.pick(&stamps))));
    for path in ["context.correlationId", "context.envelope.org.id", "context.envelope.user.id"] {
        put(params, path, Some(json!(word(draw))));
    }
    if kind != CONTINUATION {
        put(params, "context.envelope.instructions", Some(json!(sentence(draw))));
    }
    if kind == INITIAL {
        for path in ["context.envelope.sessionId", "context.envelope.turnId"] {
            put(params, path, draw.pick(&faults::no_text()).clone());
        }
    } else {
        put(params, "context.envelope.sessionId", Some(json!(format!("s-{}", word(draw)))));
        let turn = format!("t-{}", word(draw));
        if slot::equal(text(params, "context.turn.id"), text(params, "context.envelope.turnId"))
            == super::truth::Truth::Holds
        {
            put(params, "context.turn.id", Some(json!(turn)));
        }
        put(params, "context.envelope.turnId", Some(json!(turn)));
    }
    if kind == CONTINUATION {
        let results = draw.list(1..=3, |draw| plain::tool_result(&word(draw)));
        put(params, "context.envelope.toolResults", Some(results.into()));
    } else {
        put(params, "context.envelope.toolResults", draw.pick(&faults::no_items()).clone());
    }
    for path in ["context.envelope.inputArtifacts", "context.envelope.clipBoardImages"] {
        let value = if draw.chance(1, 4) { Some(artifacts(draw)) } else { draw.pick(&faults::no_items()).clone() };
        put(params, path, value);
    }
}

/// Anything, or nothing, in a member that nobody asks for.
fn noise(draw: &mut Draw, params: &mut Value, field: &str) {
    let path = format!("context.{field}");
    let value = match draw.below(3) {
        0 => None,
        1 => Some(Value::Null),
        _ => Some(match field {
            "session" => json!({"id": word(draw), "mode": word(draw), "modeDisplayName": word(draw)}),
            "promptKnowledgeProvider" => json!({"state": draw.pick(&["NotSet", "Ready", "Error"])}),
            "toolCallManifest" => any_manifest(draw),
            "responsePayload" => json!({"primaryOutputText": sentence(draw)}),
            "responseType" => json!(draw.pick(&["NotReady", "Final", "ToolContinuation"])),
            _ => json!({"id": word(draw)}),
        }),
    };
    put(params, &path, value);
}

/// A manifest, valid or without its results.
fn any_manifest(draw: &mut Draw) -> Value {
    let mut manifest = valid_manifest(draw, 0..=3);
    if draw.chance(1, 2) {
        put(&mut manifest, "toolCallResults", None);
    }
    manifest
}

/// Other values that meet the demands just as well.
fn vary_listed(draw: &mut Draw, params: &mut Value, place: &Place) {
    for demand in place.demands {
        match demand.test {
            Test::Null(path) if draw.chance(1, 2) => put(params, path, Some(Value::Null)),
            Test::NewTurn => {
                let Text::Given(old) = text(params, "context.envelope.turnId") else { continue };
                // Almost the same id is another id.
                let near = [format!("{old}x"), old.to_uppercase(), "t2".to_owned()];
                put(params, "context.turn.id", Some(json!(draw.pick(&near))));
            }
            Test::ValidManifest | Test::ManifestIfContinuation | Test::ValidManifestIfContinuation => {
                if let Found::Value(_) = slot::at(params, "context.toolCallManifest") {
                    let manifest = valid_manifest(draw, 0..=4);
                    put(params, "context.toolCallManifest", Some(manifest));
                } else if draw.chance(1, 2) {
                    noise(draw, params, "toolCallManifest");
                }
            }
            Test::OneOutcome => outcome(draw, params),
            Test::Complete if draw.chance(1, 2) => {
                let mut done = params.clone();
                outcome(draw, &mut done);
                let payload = matches!(slot::at(&done, "context.responsePayload"), Found::Value(_));
                done["context"]["responseType"] = json!(if payload { "Final" } else { "ToolContinuation" });
                *params = done;
            }
            Test::Answerable => {
                let other = json!(draw.pick(&["Final", "ToolContinuation"]));
                put(params, "context.responseType", Some(other));
            }
            _ => {}
        }
    }
    if place.demands.iter().any(|demand| demand.test == Test::Unchanged) && draw.chance(2, 3) {
        params["before"] = rewritten(draw, &params["context"]);
    }
}

/// A payload, or calls for the client; calls for the server make no difference.
fn outcome(draw: &mut Draw, params: &mut Value) {
    let is_final = draw.chance(1, 2);
    let mut calls: Vec<Value> = draw.list(0..=3, |draw| {
        let mut call = json!({"toolCallId": word(draw), "name": word(draw), "argumentsJson": "{}"});
        match draw.below(3) {
            0 => call["requiresClientExecution"] = json!(false),
            1 => call["requiresClientExecution"] = json!(!is_final),
            _ => {}
        }
        call
    });
    if !is_final {
        calls.push(plain::client_call("c9", "awk"));
    }
    let payload = if is_final { json!({"primaryOutputText": sentence(draw)}) } else { Value::Null };
    put(params, "context.responsePayload", Some(payload));
    let manifest = (!calls.is_empty()).then(|| json!({ "toolCalls": calls }));
    put(params, "context.toolCallManifest", manifest);
}

/// The same value, with other ways of writing that something is not there.
fn rewritten(draw: &mut Draw, context: &Value) -> Value {
    let mut before = context.clone();
    if let Some(members) = before.as_object_mut() {
        members.retain(|_, value| !value.is_null() || draw.chance(1, 2));
    }
    for list in ["inputArtifacts", "clipBoardImages", "toolResults"] {
        let path = format!("envelope.{list}");
        let nothing = slot::one_or_more(&before, &path) == super::truth::Truth::Broken;
        if nothing {
            put(&mut before, &path, draw.pick(&faults::no_items()).clone());
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use super::super::core::CORE as CLAUSES;
    use super::super::manifest::MANIFEST as MANIFEST_CLAUSES;
    use super::super::step::PLACES;
    use super::*;

    #[test]
    fn what_is_drawn_as_sound_is_sound() {
        for seed in 0..200 {
            let mut draw = Draw::from_seed(seed);
            let params = core(&mut draw);
            assert!(is_sound(CORE, &params), "{params} {:?}", said(CORE, &params));
            assert!(is_sound(MANIFEST, &manifest(&mut draw)));
            for place in PLACES {
                let params = sound(&mut draw, place);
                assert!(is_sound(place.moment.method(), &params), "{} {params}", place.rule);
            }
        }
    }

    #[test]
    fn a_fault_is_nearly_always_found() {
        for place in PLACES.iter().filter(|place| !place.is_free()) {
            let drawn = (0..200).map(|seed| one_fault(&mut Draw::from_seed(seed), place));
            let broken = drawn.filter(|params| !is_sound(place.moment.method(), params)).count();
            assert!(broken > 180, "{}: {broken} of 200", place.rule);
        }
        for clause in CLAUSES {
            let broken =
                (0..200).filter(|seed| !is_sound(CORE, &core_fault(&mut Draw::from_seed(*seed), clause))).count();
            assert!(broken > 180, "{}: {broken} of 200", clause.rule);
        }
        for clause in MANIFEST_CLAUSES {
            let drawn = (0..200).map(|seed| manifest_fault(&mut Draw::from_seed(seed), clause));
            let broken = drawn.filter(|params| !is_sound(MANIFEST, params)).count();
            assert!(broken > 160, "{}: {broken} of 200", clause.rule);
        }
    }
}
