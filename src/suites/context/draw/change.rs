//! What a step may do to a context that it was only to look at: one field changed.

use serde_json::{Value, json};

use super::plain;
use crate::suites::context::model::fields::{CONTEXT, paths};
use crate::suites::context::model::slot::{self, Text, put};

/// The context as it was before, different in one field each: in its value, or in the case of its letters.
pub(super) fn changes(sound: &Value) -> Vec<Value> {
    let before = |(path, value): (String, Value)| {
        let mut params = sound.clone();
        let mut before = sound["context"].clone();
        put(&mut before, &path, Some(value));
        params["before"] = before;
        params
    };
    others().into_iter().chain(respelt(&sound["context"])).map(before).collect()
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
        ("conversationContext", json!({"id": "v0"})),
        ("promptKnowledgeProvider.state", json!("Error")),
        ("responsePayload.primaryOutputText", json!("no files")),
        ("toolCallManifest", plain::manifest(&[("c9", "awk")])),
        ("responseType", json!("NotReady")),
    ];
    fields.map(|(path, value)| (path.to_owned(), value)).into()
}

/// Every text of a context in letters of the other case. The names that a type, a state or a response type may have
/// are no texts: whether letter case matters there is not said. And `t` and `T` in a time are the same.
fn respelt(context: &Value) -> Vec<(String, Value)> {
    let is_name = |path: &str| matches!(path, "type" | "timeStamp" | "promptKnowledgeProvider.state" | "responseType");
    let root = json!({ "context": context });
    let respell = |path: String| {
        let Text::Given(text) = slot::text(&root, &path) else { return None };
        let other: String = text.chars().map(other_case).collect();
        let path = path.strip_prefix("context.")?.to_owned();
        (other != text && !is_name(&path)).then(|| (path, json!(other)))
    };
    paths(&CONTEXT, "context").into_iter().filter_map(respell).collect()
}

fn other_case(letter: char) -> char {
    if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}
