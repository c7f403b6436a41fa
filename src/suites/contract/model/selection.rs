//! Selection, as far as the document fixes it: how texts match, and pairs of
//! agents that are equal but for one entry. No formula is guessed.

use serde_json::{Map, Value, json};

/// What a matching example adds, by how it matches; and what an exclusion takes away.
pub(crate) const PART: f64 = 0.4;

/// What an example adds that is the task itself.
pub(crate) const WHOLE: f64 = 0.6;

/// What an exclusion takes away.
pub(crate) const EXCLUDED: f64 = 0.5;

/// Below this an agent may be left out of the list: whatever it is above zero.
pub(crate) const THRESHOLD: f64 = 0.15;

/// How an entry of an agent's lists matches a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    /// They have nothing in common.
    No,
    /// The task contains it.
    Part,
    /// It is the task, but for case and white space around it.
    Whole,
    /// The document does not say.
    Unclear,
}

/// How `entry` matches `task`.
pub(crate) fn matches(task: &str, entry: &str) -> Match {
    let (task, plain) = (task.to_ascii_lowercase(), entry.to_ascii_lowercase());
    let letters = plain.bytes().filter(u8::is_ascii_alphabetic).count();
    if !plain.is_ascii() || !task.is_ascii() || letters < 4 {
        return Match::Unclear;
    }
    if task.trim() == plain.trim() {
        return Match::Whole;
    }
    if task.contains(&plain) && plain.trim() == plain {
        return Match::Part;
    }
    let mut words = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    if words.any(|word| task.contains(word)) || plain.contains(task.trim()) { Match::Unclear } else { Match::No }
}

/// The entries of one list of an agent.
pub(crate) fn entries<'a>(agent: &'a Value, list: &str) -> Vec<&'a str> {
    agent["selectionMetadata"][list].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The agents of a case.
pub(crate) fn agents(case: &Value) -> &[Value] {
    case["agents"].as_array().map_or(&[], Vec::as_slice)
}

/// The id of an agent.
pub(crate) fn id(agent: &Value) -> &str {
    agent["agentId"].as_str().unwrap_or_default()
}

/// Why the document does not say what is selected, if it does not.
pub(crate) fn doubt(case: &Value) -> Option<&'static str> {
    let agents = agents(case);
    let mut ids: Vec<&str> = agents.iter().map(id).collect();
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) || ids.contains(&"") {
        return Some("two agents of the same name, or one without");
    }
    if !agents.iter().any(|agent| id(agent) == "standard" && agent["enabled"] != false) {
        return Some("`standard` is missing or disabled");
    }
    if case["maxResults"].as_u64() == Some(0) {
        return Some("no results are wanted");
    }
    if !case["task"].is_string() {
        return Some("there is no task");
    }
    None
}

/// Whether nothing about any agent has anything in common with the task.
pub(crate) fn nothing_matches(case: &Value) -> bool {
    let task = case["task"].as_str().unwrap_or_default();
    let is_strange = |text: &str| matches(task, text) == Match::No;
    let lists = ["exampleTasks", "notForTasks", "keywords", "primaryIntents"];
    task.bytes().filter(u8::is_ascii_alphabetic).count() >= 4
        && agents(case).iter().all(|agent| {
            // Any other member may hold a signal.
            let known =
                |key: &String| matches!(key.as_str(), "agentId" | "description" | "selectionMetadata" | "enabled");
            agent.as_object().is_some_and(|members| members.keys().all(known))
                && agent["description"] == "zzz"
                && !task.to_lowercase().contains(id(agent))
                && id(agent).split('-').all(|part| !task.to_lowercase().contains(part))
                && lists.iter().all(|list| entries(agent, list).into_iter().all(is_strange))
        })
}

/// Two agents that are equal but for one entry in one list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair<'a> {
    /// The one without the entry.
    pub(crate) plain: &'a Value,
    /// The one with it.
    pub(crate) other: &'a Value,
    /// The entry.
    pub(crate) entry: &'a str,
}

/// Every pair of enabled agents of a case that are equal but for one entry of `list`.
pub(crate) fn pairs<'a>(case: &'a Value, list: &str) -> Vec<Pair<'a>> {
    let agents = agents(case);
    let mut found = Vec::new();
    // The standard agent may have a confidence of its own.
    let ordinary = |agent: &&Value| agent["enabled"] != false && id(agent) != "standard";
    for other in agents.iter().filter(ordinary) {
        for (at, entry) in entries(other, list).into_iter().enumerate() {
            let without = without(other, list, at);
            let twins = agents.iter().filter(ordinary).filter(|plain| nameless(plain) == without);
            found.extend(twins.map(|plain| Pair { plain, other, entry }));
        }
    }
    found
}

/// The pairs of a case whose further entry matches as `wanted` says, and whose other entries do not match at all.
pub(crate) fn clear_pairs<'a>(case: &'a Value, list: &str, wanted: fn(Match) -> bool) -> Vec<Pair<'a>> {
    let task = case["task"].as_str().unwrap_or_default();
    pairs(case, list)
        .into_iter()
        .filter(|pair| wanted(matches(task, pair.entry)))
        .filter(|pair| entries(pair.plain, list).into_iter().all(|entry| matches(task, entry) == Match::No))
        .collect()
}

/// The lists of an agent, to be filled; none where it is no profile at all.
pub(crate) fn lists_mut(agent: &mut Value) -> Option<&mut Map<String, Value>> {
    agent.as_object_mut()?.entry("selectionMetadata").or_insert_with(|| json!({})).as_object_mut()
}

/// One of an agent's lists, if it has it.
pub(crate) fn entries_mut<'a>(agent: &'a mut Value, list: &str) -> Option<&'a mut Vec<Value>> {
    agent.get_mut("selectionMetadata")?.get_mut(list)?.as_array_mut()
}

fn without(agent: &Value, list: &str, at: usize) -> Value {
    let mut agent = nameless(agent);
    if let Some(entries) = entries_mut(&mut agent, list) {
        entries.remove(at);
    }
    agent
}

/// An agent without its name, empty lists spelled out.
fn nameless(agent: &Value) -> Value {
    let mut agent = agent.clone();
    if let Some(members) = agent.as_object_mut() {
        members.remove("agentId");
    }
    if let Some(lists) = lists_mut(&mut agent) {
        for list in ["exampleTasks", "notForTasks"] {
            let entries = lists.entry(list).or_insert(Value::Null);
            if entries.is_null() {
                *entries = json!([]);
            }
        }
    }
    agent
}

/// Whether two confidences are the same on the wire.
pub(crate) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9
}

/// Whether one confidence is higher than another on the wire, and not the same.
pub(crate) fn above(a: f64, b: f64) -> bool {
    a > b && !same(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_match_in_part_or_whole() {
        assert_eq!(matches("Review the code", " review THE code "), Match::Whole);
        assert_eq!(matches("please review the code", "Review The"), Match::Part);
        assert_eq!(matches("please preview the code", "review"), Match::Part);
        assert_eq!(matches("review", "review the code"), Match::Unclear);
        assert_eq!(matches("review the code", "write a poem"), Match::No);
        assert_eq!(matches("review the code", "code review"), Match::Unclear);
    }

    #[test]
    fn pairs_differ_in_one_entry() {
        let agent =
            |id: &str, examples: &[&str]| json!({"agentId": id, "selectionMetadata": {"exampleTasks": examples}});
        let agents = [agent("a1", &[]), agent("b1", &["review"]), agent("c1", &["review", "write"])];
        let case = json!({"agents": agents, "task": "review"});
        let found: Vec<(&str, &str, &str)> =
            pairs(&case, "exampleTasks").iter().map(|pair| (id(pair.plain), id(pair.other), pair.entry)).collect();
        assert_eq!(found, [("a1", "b1", "review"), ("b1", "c1", "write")]);
    }
}
