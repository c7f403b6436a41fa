//! Breaking one demand of a step, in every way that is plain.

use serde_json::{Value, json};

use super::alike;
use super::breach::CORE;
use super::change;
use super::mismatch::MANIFEST;
use super::nothing::{each, no_items, no_object, no_text};
use super::plain;
use crate::suites::context::model::kind::{CONTINUATION, type_of};
use crate::suites::context::model::slot::{self, Text, put};
use crate::suites::context::model::test::Test;

/// `sound` params, with one demand broken in every plain way. Ways that do not suit these params may be among them.
pub(in super::super) fn of(test: Test, sound: &Value) -> Vec<Value> {
    match test {
        Test::Core => CORE.iter().flat_map(|breach| (breach.faults)(sound)).collect(),
        Test::Present(path) => each(sound, path, no_text()),
        Test::Populated(path) => each(sound, path, no_object()),
        Test::Null(path) => each(sound, path, [Some(plain::populated(path)), Some(json!({"id": "x9"}))]),
        Test::OneOrMore(path) => each(sound, path, no_items()),
        Test::NewTurn => {
            let mut all = each(sound, "context.turn.id", [Some(sound["context"]["envelope"]["turnId"].clone())]);
            all.extend(alike::pairs().into_iter().map(|(_, id)| turns(sound, &id, &id)));
            all
        }
        Test::SameTurn => other_turns(sound),
        Test::ManifestIfContinuation if type_of(sound) == Some(CONTINUATION) => {
            each(sound, "context.toolCallManifest", no_object())
        }
        Test::ValidManifestIfContinuation if type_of(sound) == Some(CONTINUATION) => of(Test::ValidManifest, sound),
        Test::ValidManifest => {
            let mut all = each(sound, "context.toolCallManifest", no_object());
            let manifest = &sound["context"]["toolCallManifest"];
            let broken = MANIFEST.iter().flat_map(|breach| (breach.faults)(manifest)).map(Some);
            all.extend(each(sound, "context.toolCallManifest", broken));
            all
        }
        Test::Ready => {
            let states = [json!(null), json!("NotSet"), json!("Error"), json!("NotReady"), json!("")];
            let mut all = each(sound, "context.promptKnowledgeProvider", no_object());
            all.extend(each(sound, "context.promptKnowledgeProvider.state", states.map(Some)));
            all
        }
        Test::NoPayload => each(sound, "context.responsePayload", [Some(json!({"primaryOutputText": "done"}))]),
        Test::OneOutcome => outcomes(sound),
        Test::Answerable => {
            let types = [json!(null), json!(""), json!("NotReady"), json!("Failed")];
            let mut all = each(sound, "context.responseType", types.map(Some));
            all.extend(each(sound, "context.responseType", [None]));
            all
        }
        Test::Unchanged => change::changes(sound),
        Test::ManifestIfContinuation | Test::ValidManifestIfContinuation | Test::Complete => Vec::new(),
    }
}

/// Ids that are almost this one, and others all the same.
pub(super) fn near_ids(id: &str) -> [String; 4] {
    [format!("{id}x"), id.to_uppercase(), format!("{id} "), format!(" {id}")]
}

/// The same with these two turns, in the context and in its envelope.
pub(super) fn turns(params: &Value, turn: &str, named: &str) -> Value {
    let mut params = params.clone();
    put(&mut params, "context.turn.id", Some(json!(turn)));
    put(&mut params, "context.envelope.turnId", Some(json!(named)));
    params
}

/// Turns that are not, or only almost, the one that the envelope names.
fn other_turns(sound: &Value) -> Vec<Value> {
    let Text::Given(named) = slot::text(sound, "context.envelope.turnId") else { return Vec::new() };
    let almost = near_ids(named).into_iter().chain(["t2".to_owned()]);
    let mut all = each(sound, "context.turn.id", almost.map(|id| Some(json!(id))));
    all.extend(each(sound, "context.turn.id", no_text()));
    all.extend(each(sound, "context.turn", no_object()));
    all.extend(alike::pairs().iter().flat_map(|(a, b)| [turns(sound, a, b), turns(sound, b, a)]));
    all
}

/// Both outcomes, and neither.
fn outcomes(sound: &Value) -> Vec<Value> {
    let with = |payload: Value, manifest: Value| {
        let mut params = sound.clone();
        put(&mut params, "context.responsePayload", Some(payload));
        put(&mut params, "context.toolCallManifest", Some(manifest));
        params
    };
    let payload = plain::populated("context.responsePayload");
    let client = json!({"toolCalls": [plain::client_call("c1", "grep")]});
    let both_sides = json!({"toolCalls": [{"toolCallId": "c0", "name": "ls"}, plain::client_call("c1", "grep")]});
    let server = json!({"toolCalls": [{"toolCallId": "c1", "name": "grep", "requiresClientExecution": false}]});
    vec![
        with(payload.clone(), client),
        with(payload, both_sides),
        with(Value::Null, Value::Null),
        with(Value::Null, server),
        with(Value::Null, plain::manifest(&[("c1", "grep")])),
        with(Value::Null, json!({"toolCalls": [], "toolCallResults": []})),
    ]
}
