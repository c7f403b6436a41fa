//! AGN-029: what the providers of a turn contribute, and how it is put together.
//!
//! Each provider sees its own slice of the turn and nothing else, so it can
//! neither override nor suppress another. The assembler only concatenates.

use serde_json::{Value, json};

use crate::json::entries;

/// What one provider makes of its slice of the turn.
pub(crate) fn contribute(provider: &str, turn: &Value) -> Vec<Value> {
    let found = match provider {
        "user" => user(&turn["user"]),
        "clientContext" => client_context(&turn["client"]),
        "kfr" => kfr(&turn["kfr"]),
        "rag" => all("retrieved", contents(entries(&turn["rag"]))),
        "turnMetadata" => all("notice", entries(&turn["metadata"])),
        _ => Vec::new(),
    };
    let texts = found.into_iter().filter_map(|(kind, content)| Some((kind, content.as_str()?)));
    texts.filter(|(_, text)| !text.is_empty()).map(|(kind, text)| json!({"kind": kind, "content": text})).collect()
}

/// The request of a turn: every contribution, in the order in which it was made.
pub(crate) fn compose(invocations: &Value) -> Vec<Value> {
    let mut request = Vec::new();
    for invocation in entries(invocations) {
        for given in entries(&invocation["contributions"]) {
            request.push(json!({
                "provider": invocation["provider"],
                "id": given["id"],
                "kind": given["kind"],
                "content": given["content"],
            }));
        }
    }
    request
}

type Found<'a> = Vec<(&'static str, &'a Value)>;

fn user(said: &Value) -> Found<'_> {
    let mut found = vec![("instruction", &said["instructions"])];
    found.extend(all("attachment", entries(&said["attachments"])));
    found
}

fn client_context(client: &Value) -> Found<'_> {
    let mut found = all("file", entries(&client["files"]));
    found.push(("structure", &client["structure"]));
    found.push(("editorState", &client["editor"]));
    found
}

fn kfr(memory: &Value) -> Found<'_> {
    let active = entries(&memory["entries"]).iter().filter(|entry| entry["active"] == true);
    let mut found = all("fact", contents(active));
    found.extend(all("fact", entries(&memory["temporaryFacts"])));
    found
}

fn all<'a>(kind: &'static str, values: impl IntoIterator<Item = &'a Value>) -> Found<'a> {
    values.into_iter().map(|value| (kind, value)).collect()
}

fn contents<'a>(entries: impl IntoIterator<Item = &'a Value>) -> impl Iterator<Item = &'a Value> {
    entries.into_iter().map(|entry| &entry["content"])
}
