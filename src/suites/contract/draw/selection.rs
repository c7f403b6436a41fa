//! Drawing agents with signals of every kind, and tasks that they fit or do not.

use serde_json::{Value, json};

use super::super::model::selection::lists_mut;
use crate::draw::{Draw, text};

/// The agent that is always there.
pub(crate) fn standard() -> Value {
    json!({"agentId": "standard", "description": "zzz"})
}

/// An agent that takes no part.
pub(crate) fn disabled() -> Value {
    json!({"agentId": "off", "description": "zzz", "enabled": false, "selectionMetadata": {}})
}

/// An agent without any signal.
pub(crate) fn plain(id: &str) -> Value {
    json!({"agentId": id, "description": "zzz", "selectionMetadata": {}})
}

/// The same agent under another name.
pub(crate) fn named(agent: &Value, id: &str) -> Value {
    let mut agent = agent.clone();
    if let Some(members) = agent.as_object_mut() {
        members.insert("agentId".to_owned(), json!(id));
    }
    agent
}

/// The same agent with these entries in one of its lists.
pub(crate) fn with(agent: &Value, list: &str, entries: &[&str]) -> Value {
    let mut agent = agent.clone();
    if let Some(lists) = lists_mut(&mut agent) {
        lists.insert(list.to_owned(), json!(entries));
    }
    agent
}

/// A task of four to six different words, none part of another.
pub(crate) fn task_words(draw: &mut Draw) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let count = draw.size(4..=6);
    while words.len() < count {
        let word = text::word(draw);
        if word.len() >= 5 && !words.iter().any(|other| other.contains(&word) || word.contains(other.as_str())) {
            words.push(word);
        }
    }
    words
}

/// An agent with other signals than examples: keywords and intents that match the task, none to many.
pub(crate) fn signalled(draw: &mut Draw, id: &str, words: &[String]) -> Value {
    let mut agent = plain(id);
    let most = words.len().min(3);
    let keywords: Vec<&String> = words[..draw.size(0..=most)].iter().collect();
    if !keywords.is_empty() {
        agent["selectionMetadata"]["keywords"] = json!(keywords);
    }
    if draw.chance(1, 3) {
        agent["selectionMetadata"]["primaryIntents"] = json!([words[words.len() - 1]]);
    }
    agent
}

/// An entry that has nothing in common with any task.
pub(crate) fn unrelated(draw: &mut Draw) -> String {
    (*draw.pick(&["xylophone buzzing", "quokka kippers", "wombat juggling", "zinc fizz"])).to_owned()
}

/// A task in which some letters are large.
pub(crate) fn mixed_case(draw: &mut Draw, text: &str) -> String {
    text.chars().map(|c| if draw.chance(1, 4) { c.to_ascii_uppercase() } else { c }).collect()
}
