//! Other values that do just as well, and other ways of writing nothing.

use serde_json::{Value, json};

use super::demand::near_ids;
use super::manifest::{any_manifest, valid_manifest};
use super::nothing::{no_items, no_text};
use super::plain;
use crate::draw::Draw;
use crate::draw::text::{sentence, word};
use crate::suites::context::model::Truth;
use crate::suites::context::model::kind::{CONTINUATION, INITIAL};
use crate::suites::context::model::place::Place;
use crate::suites::context::model::slot::{self, Found, Text, put, text};
use crate::suites::context::model::test::Test;

/// One to three things that a user may attach.
pub(in super::super) fn artifacts(draw: &mut Draw) -> Value {
    draw.list(1..=3, |draw| json!({"name": format!("{}.md", word(draw))})).into()
}

/// Other names for everything that section 3 wants, and every way of writing what is not there.
pub(super) fn vary_core(draw: &mut Draw, params: &mut Value, kind: &str) {
    let stamps = ["2025-12-26T10:00:00Z", "2024-02-29T23:59:59.999Z", "1999-12-31T00:00:00+02:00"];
    put(params, "context.timeStamp", Some(json!(draw.pick(&stamps))));
    for path in ["context.correlationId", "context.envelope.org.id", "context.envelope.user.id"] {
        put(params, path, Some(json!(word(draw))));
    }
    // A continuation may do without; section 3.1 does not forbid them.
    if kind != CONTINUATION || draw.chance(1, 4) {
        put(params, "context.envelope.instructions", Some(json!(sentence(draw))));
    }
    if kind == INITIAL {
        for path in ["context.envelope.sessionId", "context.envelope.turnId"] {
            put(params, path, draw.pick(&no_text()).clone());
        }
    } else {
        put(params, "context.envelope.sessionId", Some(json!(format!("s-{}", word(draw)))));
        let turn = format!("t-{}", word(draw));
        if slot::equal(text(params, "context.turn.id"), text(params, "context.envelope.turnId")) == Truth::Holds {
            put(params, "context.turn.id", Some(json!(turn)));
        }
        put(params, "context.envelope.turnId", Some(json!(turn)));
    }
    if kind == CONTINUATION {
        let results = draw.list(1..=3, |draw| plain::tool_result(&word(draw)));
        put(params, "context.envelope.toolResults", Some(results.into()));
    } else {
        put(params, "context.envelope.toolResults", draw.pick(&no_items()).clone());
    }
    for path in ["context.envelope.inputArtifacts", "context.envelope.clipBoardImages"] {
        let value = if draw.chance(1, 4) { Some(artifacts(draw)) } else { draw.pick(&no_items()).clone() };
        put(params, path, value);
    }
}

/// Anything, or nothing, in a member that nobody asks for.
pub(super) fn noise(draw: &mut Draw, params: &mut Value, field: &str) {
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

/// Other values that meet the demands just as well.
pub(super) fn vary_listed(draw: &mut Draw, params: &mut Value, place: &Place) {
    for demand in place.demands {
        match demand.test {
            Test::Null(path) if draw.chance(1, 2) => put(params, path, Some(Value::Null)),
            Test::NewTurn => {
                let Text::Given(old) = text(params, "context.envelope.turnId") else { continue };
                let other = if draw.chance(1, 4) { "t2".to_owned() } else { draw.pick(&near_ids(old)).clone() };
                put(params, "context.turn.id", Some(json!(other)));
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
    let mut manifest = (!calls.is_empty()).then(|| json!({ "toolCalls": calls }));
    // What was called before and answered is no call that waits.
    if let Some(manifest) = manifest.as_mut().filter(|_| is_final && draw.chance(1, 3)) {
        manifest["toolCallResults"] = calls.iter().map(answered).collect();
    }
    put(params, "context.toolCallManifest", manifest);
}

fn answered(call: &Value) -> Value {
    json!({"toolCallId": call["toolCallId"], "name": call["name"], "resultJson": "{}", "errorMessage": ""})
}

/// The same value, with other ways of writing that something is not there.
fn rewritten(draw: &mut Draw, context: &Value) -> Value {
    let mut before = context.clone();
    if let Some(members) = before.as_object_mut() {
        members.retain(|_, value| !value.is_null() || draw.chance(1, 2));
    }
    for list in ["inputArtifacts", "clipBoardImages", "toolResults"] {
        let path = format!("envelope.{list}");
        let nothing = slot::one_or_more(&before, &path) == Truth::Broken;
        if nothing {
            put(&mut before, &path, draw.pick(&no_items()).clone());
        }
    }
    before
}
