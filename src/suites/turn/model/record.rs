//! The turn record: what there is for the providers to contribute.

use serde_json::{Value, json};

use super::super::methods::CONTRIBUTE;
use super::vocabulary::{CLIENT, KFR, METADATA, PROVIDERS, Provider, RAG, USER};
use crate::rule::{WrongShape, member, text_member};
use crate::subject::Call;

/// One item of a turn record, with the one provider that owns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Item {
    /// The owner's name.
    pub(in super::super) provider: &'static str,
    /// The kind under which it is contributed.
    pub(in super::super) kind: &'static str,
    /// Its text.
    pub(in super::super) text: String,
    /// Whether it is contributed at all: all but inactive memory is.
    pub(in super::super) active: bool,
}

/// One contribution of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Supplied {
    pub(in super::super) kind: String,
    pub(in super::super) content: String,
}

/// Every item of a turn record, slice by slice. A slice that is null or absent is empty.
///
/// # Errors
/// Why the document does not say what comes of it.
pub(in super::super) fn items(turn: &Value) -> Result<Vec<Item>, String> {
    items_for(&|_| true, turn)
}

/// Every item of a turn record as one provider is concerned: an empty text in somebody else's slice is somebody else's
/// doubt, and no item.
///
/// # Errors
/// Why the document does not say what comes of it for this provider.
pub(in super::super) fn items_as_to(provider: &str, turn: &Value) -> Result<Vec<Item>, String> {
    items_for(&|owner| owner == provider, turn)
}

/// Every item of a turn record, where only the texts of those whom `minds` names have to be there.
fn items_for(minds: &dyn Fn(&str) -> bool, turn: &Value) -> Result<Vec<Item>, String> {
    if !turn.is_object() {
        return Err("the turn is no object".to_owned());
    }
    for provider in &PROVIDERS {
        let slice = &turn[provider.slice];
        let list = matches!(provider.name, RAG | METADATA);
        if !(slice.is_null() || if list { slice.is_array() } else { slice.is_object() }) {
            return Err(format!("the slice `{}` is of another type", provider.slice));
        }
    }
    let mut found = Vec::new();
    let mut take = |provider, kind, value: &Value| match value {
        Value::Null => Ok(()),
        Value::String(text) if !text.is_empty() => {
            found.push(Item { provider, kind, text: text.clone(), active: true });
            Ok(())
        }
        Value::String(_) if !minds(provider) => Ok(()),
        _ => Err(format!("a text of kind {kind} is empty or no text")),
    };
    let (user, client, kfr) = (&turn["user"], &turn["client"], &turn["kfr"]);
    take(USER, "instruction", &user["instructions"])?;
    each(&user["attachments"], |text| take(USER, "attachment", text))?;
    each(&client["files"], |text| take(CLIENT, "file", text))?;
    take(CLIENT, "structure", &client["structure"])?;
    take(CLIENT, "editorState", &client["editor"])?;
    let mut inactive = Vec::new();
    each(&kfr["entries"], |entry| {
        let active = entry["active"].as_bool().ok_or("a memory entry does not say whether it is active")?;
        inactive.extend((!active).then(|| entry["content"].clone()));
        take(KFR, "fact", if active { &entry["content"] } else { &Value::Null })
    })?;
    each(&kfr["temporaryFacts"], |text| take(KFR, "fact", text))?;
    each(&turn["rag"], |chunk| take(RAG, "retrieved", &chunk["content"]))?;
    each(&turn["metadata"], |text| take(METADATA, "notice", text))?;
    for text in inactive {
        match text.as_str() {
            Some("") if !minds(KFR) => {}
            None | Some("") => return Err("an inactive entry without a text".to_owned()),
            Some(text) => found.push(Item { provider: KFR, kind: "fact", text: text.to_owned(), active: false }),
        }
    }
    Ok(found)
}

fn each(list: &Value, mut take: impl FnMut(&Value) -> Result<(), String>) -> Result<(), String> {
    match list {
        Value::Null => Ok(()),
        Value::Array(items) => {
            items.iter().try_for_each(|item| if item.is_null() { Err("null in a list".to_owned()) } else { take(item) })
        }
        _ => Err("a list is of another type".to_owned()),
    }
}

/// What a provider contributes, plainly: one contribution per item, the text as it is.
pub(in super::super) fn contributions(provider: &str, turn: &Value) -> Result<Vec<Supplied>, String> {
    let mine = items_as_to(provider, turn)?.into_iter().filter(|item| item.provider == provider && item.active);
    Ok(mine.map(|item| Supplied { kind: item.kind.to_owned(), content: item.text }).collect())
}

/// The call that asks `provider` for its contributions to `turn`.
pub(in super::super) fn contribute(provider: &str, turn: &Value) -> Call {
    Call::new(CONTRIBUTE, json!({"provider": provider, "turn": turn}))
}

/// Reads an answer.
pub(in super::super) fn supplied(answer: &Value) -> Result<Vec<Supplied>, WrongShape> {
    let list = member(answer, "contributions")?.as_array();
    let list = list.ok_or_else(|| WrongShape("`contributions` is not a list".to_owned()))?;
    let one = |value: &Value| {
        Ok(Supplied {
            kind: text_member(value, "kind")?.to_owned(),
            content: text_member(value, "content")?.to_owned(),
        })
    };
    list.iter().map(one).collect()
}

/// Contributions on the wire.
pub(in super::super) fn to_json(list: &[Supplied]) -> Value {
    list.iter().map(|one| json!({"kind": one.kind, "content": one.content})).collect()
}

/// Words that a provider is likely to write around a text. A text that is part of one proves nothing.
const LABELS: &[&str] = &[
    "user instructions: attachment",
    "attachments pasted text",
    "client context provider: workspace files",
    "file content, directory structure, project structure",
    "editor state, editorState, editor ui state",
    "known facts registry (kfr) entries: active fact",
    "temporary session facts, temporaryFacts",
    "retrieved knowledge, retrieved content, origin: search",
    "turn metadata provider, turnMetadata, clientContext, notices",
];

/// The fewest characters by which a text can be recognised in a content.
pub(in super::super) const RECOGNISABLE: usize = 6;

/// Whether every text can be told from the others wherever it turns up. Equal texts of different
/// providers are fine: each provider is looked at by itself.
///
/// # Errors
/// Why not.
pub(in super::super) fn told_apart(items: &[Item]) -> Result<(), String> {
    for (number, item) in items.iter().enumerate() {
        let text = item.text.as_str();
        let lower = text.to_lowercase();
        if text.chars().count() < RECOGNISABLE || LABELS.iter().any(|label| label.contains(lower.trim())) {
            return Err("a text could be part of a label".to_owned());
        }
        for other in &items[number + 1..] {
            let equal_elsewhere = other.text == text && other.provider != item.provider;
            if !equal_elsewhere && (other.text.contains(text) || text.contains(&other.text)) {
                return Err("one text is part of another".to_owned());
            }
        }
    }
    Ok(())
}

/// The same turn with the slice of `provider` taken from `from`.
pub(in super::super) fn with_slice_of(turn: &Value, provider: &Provider, from: &Value) -> Value {
    let mut turn = turn.clone();
    if let Some(members) = turn.as_object_mut() {
        match from.get(provider.slice) {
            Some(slice) => members.insert(provider.slice.to_owned(), slice.clone()),
            None => members.remove(provider.slice),
        };
    }
    turn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_its_owner_and_inactive_memory_is_not_contributed() {
        let turn = json!({
            "user": {"instructions": "rename it", "attachments": ["pasted"]},
            "client": {"files": ["main.rs"], "structure": "src/", "editor": "line 3"},
            "kfr": {"entries": [{"content": "uses tabs", "active": true}, {"content": "uses spaces", "active": false}],
                    "temporaryFacts": ["build is red"]},
            "rag": [{"content": "a chunk", "origin": "search"}],
            "metadata": ["two files left out"]
        });
        let kinds = |provider| contributions(provider, &turn).unwrap().into_iter().map(|one| one.kind);
        assert_eq!(kinds("user").collect::<Vec<_>>(), ["instruction", "attachment"]);
        assert_eq!(kinds("clientContext").collect::<Vec<_>>(), ["file", "structure", "editorState"]);
        assert_eq!(contributions("kfr", &turn).unwrap()[1].content, "build is red");
        assert_eq!(kinds("kfr").count() + kinds("rag").count() + kinds("turnMetadata").count(), 4);
        assert_eq!(contributions("kfr", &json!({"kfr": null})), Ok(Vec::new()));
    }

    #[test]
    fn texts_that_prove_nothing_are_known() {
        let item = |provider, text: &str| Item { provider, kind: "fact", text: text.to_owned(), active: true };
        assert!(told_apart(&[item(KFR, "amber 17"), item(RAG, "amber 17")]).is_ok());
        assert!(told_apart(&[item(KFR, "amber 17"), item(KFR, "amber 17")]).is_err());
        assert!(told_apart(&[item(KFR, "amber 17"), item(RAG, "amber 170")]).is_err());
        assert!(told_apart(&[item(KFR, "Structure")]).is_err());
    }
}
