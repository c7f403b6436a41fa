//! Which agent suits a task: the same task, the same answer (SEL-001 to SEL-006).
//!
//! | signal | confidence |
//! |---|---|
//! | a keyword in the task | +0.1 each, up to 0.3 |
//! | a primary intent in the task | +0.1 each, up to 0.2 |
//! | an example task | +0.6 if it is the task, +0.4 if it is part of it; the best example counts |
//! | a task that the agent is not for | -0.5, once |

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::json::{count, entries, text, texts};

/// An agent and its confidence in tenths: whole numbers, so that equal signals tie to the last bit.
struct Candidate<'a> {
    id: &'a str,
    tenths: u8,
    reason: String,
}

/// The agents that suit the task, the best first.
pub(super) fn select(params: &Value) -> Value {
    let task = normal(params["task"].as_str().unwrap_or_default());
    let available = entries(&params["agents"]).iter().filter(|agent| agent["enabled"] != false);
    let mut candidates: Vec<Candidate<'_>> = available
        .filter_map(|agent| Some(score(text(&agent["agentId"])?, &agent["selectionMetadata"], &task)))
        .filter(|candidate| candidate.tenths > 0)
        .collect();
    candidates.sort_by_key(|candidate| (Reverse(candidate.tenths), candidate.id));
    if candidates.is_empty() {
        candidates.push(Candidate { id: "standard", tenths: 5, reason: "no agent matches".to_owned() });
    }
    // There is always one result, whatever maxResults says.
    let most = count(&params["maxResults"]).map_or(usize::MAX, |most| most.max(1));
    let results: Vec<Value> = candidates.iter().take(most).map(Candidate::result).collect();
    json!({ "results": results })
}

impl Candidate<'_> {
    fn result(&self) -> Value {
        json!({"agentId": self.id, "confidence": f64::from(self.tenths) / 10.0, "reason": self.reason})
    }
}

fn score<'a>(id: &'a str, metadata: &Value, task: &str) -> Candidate<'a> {
    let found = |list: &str| occurring(&metadata[list], task);
    let examples = found("exampleTasks");
    let example = if examples.contains(task) { 6 } else { 4 };
    let signals = [
        ("keywords", at_most(3, found("keywords").len())),
        ("primary intents", at_most(2, found("primaryIntents").len())),
        ("example tasks", if examples.is_empty() { 0 } else { example }),
        ("tasks it is not for", if found("notForTasks").is_empty() { 0 } else { -5 }),
    ];
    let sum: i8 = signals.iter().map(|(_, tenths)| tenths).sum();
    let reasons: Vec<&str> = signals.iter().filter(|(_, tenths)| *tenths != 0).map(|(name, _)| *name).collect();
    Candidate { id, tenths: sum.clamp(0, 10).unsigned_abs(), reason: reasons.join(", ") }
}

fn at_most(limit: i8, found: usize) -> i8 {
    i8::try_from(found).map_or(limit, |found| found.min(limit))
}

/// The entries that occur in the task, whatever their case and the white space around them.
fn occurring(list: &Value, task: &str) -> BTreeSet<String> {
    texts(list).map(normal).filter(|entry| !entry.is_empty() && task.contains(entry.as_str())).collect()
}

fn normal(text: &str) -> String {
    text.trim().to_lowercase()
}
