//! What a step may do to a context that it was only to look at: one field changed.

use serde_json::{Value, json};

use super::plain;
use crate::suites::context::model::fields::{CONTEXT, paths};
use crate::suites::context::model::slot::{self, Text, put};

/// The context as it was before, different in one field each: in its value, or in how it is written.
pub(super) fn changes(sound: &Value) -> Vec<Value> {
    let before = |(path, value): (String, Value)| {
        let mut params = sound.clone();
        let mut before = sound["context"].clone();
        put(&mut before, &path, Some(value));
        params["before"] = before;
        params
    };
    let context = &sound["context"];
    let all = others().into_iter().chain(respelt(context)).chain(other_manifests(context)).chain(other_places(context));
    all.map(before).collect()
}

/// The manifest of a context with its entries in another order, one of them once more, or other matter under the same
/// ids.
fn other_manifests(context: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for list in ["toolCalls", "toolCallResults"] {
        let Some(items) = context["toolCallManifest"][list].as_array() else { continue };
        let mut others: Vec<Vec<Value>> = vec![items.iter().rev().cloned().collect()];
        others.push(items.iter().chain(items.last()).cloned().collect());
        for field in ["argumentsJson", "resultJson"] {
            let mut items = items.clone();
            if let Some(first) = items.first_mut().filter(|first| first[field].is_string()) {
                first[field] = json!("{\"other\":true}");
                others.push(items);
            }
        }
        all.extend(others.into_iter().map(|items| (format!("toolCallManifest.{list}"), json!(items))));
    }
    all
}

/// Two texts that have changed places: a context is more than the texts in it.
fn other_places(context: &Value) -> Option<(String, Value)> {
    let mut envelope = context["envelope"].clone();
    let parties = [&context["envelope"]["org"]["id"], &context["envelope"]["user"]["id"]];
    for (path, id) in ["user.id", "org.id"].into_iter().zip(parties) {
        put(&mut envelope, path, Some(id.as_str().map(|id| json!(id))?));
    }
    Some(("envelope".to_owned(), envelope))
}

/// Every field with a value that no plain context has there.
fn others() -> Vec<(String, Value)> {
    let attached = json!([{"name": "notes.md"}, {"name": "more.md"}, {"name": "all.md"}, {}]);
    let results: Value = (1..=4).map(|number| plain::tool_result(&format!("c{number}"))).collect();
    let fields = [
        ("type", json!("FollowOn")),
        ("type", json!("Initial")),
        ("timeStamp", json!("2025-12-26T09:59:59Z")),
        ("correlationId", json!("k0")),
        ("envelope.org.id", json!("o0")),
        ("envelope.user.id", json!("u0")),
        ("envelope.instructions", json!("list no files")),
        ("envelope.inputArtifacts", attached.clone()),
        ("envelope.clipBoardImages", attached),
        ("envelope.sessionId", json!("s0")),
        ("envelope.turnId", json!("t0")),
        ("envelope.toolResults", results),
        ("session", json!({"id": "s0", "mode": "general", "modeDisplayName": "General"})),
        ("session.mode", json!("expert")),
        ("session.modeDisplayName", json!("Expert")),
        ("session", Value::Null),
        ("turn.id", json!("t0")),
        ("agentContext", json!({"id": "a0"})),
        ("agentContext", json!({})),
        ("conversationContext", json!({"id": "v0"})),
        ("promptKnowledgeProvider.state", json!("Error")),
        ("responsePayload.primaryOutputText", json!("no files")),
        ("toolCallManifest", plain::manifest(&[("c9", "awk")])),
        ("responseType", json!("NotReady")),
    ];
    fields.map(|(path, value)| (path.to_owned(), value)).into()
}

/// Every text of a context in letters of the other case, and with a blank at its end. The names that a type, a state or
/// a response type may have are no texts: whether that matters there is not said. And `t` and `T` in a time are the same.
fn respelt(context: &Value) -> Vec<(String, Value)> {
    let is_name = |path: &str| matches!(path, "type" | "timeStamp" | "promptKnowledgeProvider.state" | "responseType");
    let root = json!({ "context": context });
    let respell = |path: String| {
        let Text::Given(text) = slot::text(&root, &path) else { return None };
        let path = path.strip_prefix("context.").filter(|path| !is_name(path))?.to_owned();
        let others = [text.chars().map(other_case).collect(), format!("{text} ")];
        Some(others.into_iter().filter(|other| other != text).map(|other| (path.clone(), json!(other))).collect())
    };
    paths(&CONTEXT, "context").into_iter().filter_map(respell).flat_map(|all: Vec<_>| all).collect()
}

fn other_case(letter: char) -> char {
    if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}
