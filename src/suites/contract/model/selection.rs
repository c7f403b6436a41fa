//! Selection, as far as the document fixes it: how texts match, and pairs of
//! agents that are equal but for one entry. No formula is guessed.

use serde_json::{Value, json};

use crate::draw::{Draw, Shape, optional, required, text};
use crate::rule::WrongShape;
use crate::subject::{Answer, Call};

/// What a matching example adds, by how it matches; and what an exclusion takes away.
pub(super) const PART: f64 = 0.4;
/// What an example adds that is the task itself.
pub(super) const WHOLE: f64 = 0.6;
/// What an exclusion takes away.
pub(super) const EXCLUDED: f64 = 0.5;
/// Below this an agent may be left out of the list: whatever it is above zero.
pub(super) const THRESHOLD: f64 = 0.15;

/// How an entry of an agent's lists matches a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
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
pub(super) fn matches(task: &str, entry: &str) -> Match {
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
pub(super) fn entries<'a>(agent: &'a Value, list: &str) -> Vec<&'a str> {
    agent["selectionMetadata"][list].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The agents of a case.
pub(super) fn agents(case: &Value) -> &[Value] {
    case["agents"].as_array().map_or(&[], Vec::as_slice)
}

/// The id of an agent.
pub(super) fn id(agent: &Value) -> &str {
    agent["agentId"].as_str().unwrap_or_default()
}

/// Why the document does not say what is selected, if it does not.
pub(super) fn doubt(case: &Value) -> Option<&'static str> {
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

/// Two agents that are equal but for one entry in one list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'a> {
    /// The one without the entry.
    pub(super) plain: &'a Value,
    /// The one with it.
    pub(super) other: &'a Value,
    /// The entry.
    pub(super) entry: &'a str,
}

/// Every pair of enabled agents of a case that are equal but for one entry of `list`.
pub(super) fn pairs<'a>(case: &'a Value, list: &str) -> Vec<Pair<'a>> {
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

fn without(agent: &Value, list: &str, at: usize) -> Value {
    let mut agent = nameless(agent);
    if let Some(entries) = agent["selectionMetadata"][list].as_array_mut() {
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
    for list in ["exampleTasks", "notForTasks"] {
        if agent["selectionMetadata"][list].is_null() {
            agent["selectionMetadata"][list] = json!([]);
        }
    }
    agent
}

/// The results of a selection.
pub(super) fn listed(answer: &Answer) -> Result<Vec<(&str, f64)>, WrongShape> {
    fn one(result: &Value) -> Option<(&str, f64)> {
        Some((result["agentId"].as_str()?, result["confidence"].as_f64()?))
    }
    let results = answer.value["results"].as_array().ok_or_else(|| WrongShape("`results` is not a list".to_owned()))?;
    let shape = || WrongShape("a result without `agentId` and `confidence`".to_owned());
    results.iter().map(|result| one(result).ok_or_else(shape)).collect()
}

/// The confidence in an agent: zero if it is not listed.
pub(super) fn confidence(listed: &[(&str, f64)], agent: &Value) -> f64 {
    listed.iter().find(|(listed, _)| *listed == id(agent)).map_or(0.0, |(_, confidence)| *confidence)
}

/// Whether two confidences are the same on the wire.
pub(super) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9
}

/// The call that puts a case.
pub(super) fn call(case: &Value) -> Call {
    let mut params = case.clone();
    if let Some(members) = params.as_object_mut() {
        members.remove("world");
    }
    Call::new("contract/select", params)
}

const TEXTS: Shape = Shape::List { of: &Shape::Fixed, least: 0 };

/// What the parts of a case mean.
pub(super) static CASE: Shape = Shape::Object(&[
    required(
        "agents",
        Shape::List {
            of: &Shape::Object(&[
                required("agentId", Shape::Fixed),
                required("description", Shape::Fixed),
                optional("enabled", Shape::Fixed),
                optional(
                    "selectionMetadata",
                    Shape::Object(&[
                        optional("exampleTasks", TEXTS),
                        optional("notForTasks", TEXTS),
                        optional("keywords", TEXTS),
                        optional("primaryIntents", TEXTS),
                    ]),
                ),
            ]),
            least: 1,
        },
    ),
    required("task", Shape::Fixed),
    optional("maxResults", Shape::Integer { least: 1 }),
    optional("world", Shape::Object(&[optional("order", TEXTS)])),
]);

/// The agent that is always there.
pub(super) fn standard() -> Value {
    json!({"agentId": "standard", "description": "zzz"})
}

/// An agent without any signal.
pub(super) fn plain(id: &str) -> Value {
    json!({"agentId": id, "description": "zzz", "selectionMetadata": {}})
}

/// The same agent under another name.
pub(super) fn named(agent: &Value, id: &str) -> Value {
    let mut agent = agent.clone();
    agent["agentId"] = json!(id);
    agent
}

/// The same agent with these entries in one of its lists.
pub(super) fn with(agent: &Value, list: &str, entries: &[&str]) -> Value {
    let mut agent = agent.clone();
    agent["selectionMetadata"][list] = json!(entries);
    agent
}

/// A task of four to six different words, none part of another.
pub(super) fn task_words(draw: &mut Draw) -> Vec<String> {
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
pub(super) fn signalled(draw: &mut Draw, id: &str, words: &[String]) -> Value {
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
pub(super) fn unrelated(draw: &mut Draw) -> String {
    (*draw.pick(&["xylophone buzzing", "quokka kippers", "wombat juggling", "zinc fizz"])).to_owned()
}

/// A task in which some letters are large.
pub(super) fn mixed_case(draw: &mut Draw, text: &str) -> String {
    text.chars().map(|c| if draw.chance(1, 4) { c.to_ascii_uppercase() } else { c }).collect()
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
        let case = json!({"agents": [standard(), plain("a1"), with(&plain("b1"), "exampleTasks", &["review"]),
            with(&plain("c1"), "exampleTasks", &["review", "write"])], "task": "review"});
        let found: Vec<(&str, &str, &str)> =
            pairs(&case, "exampleTasks").iter().map(|pair| (id(pair.plain), id(pair.other), pair.entry)).collect();
        assert_eq!(found, [("a1", "b1", "review"), ("b1", "c1", "write")]);
    }
}
