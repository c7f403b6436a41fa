//! Selection: examples weigh most, exclusions against them, and nothing is left to chance.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::super::model::selection::{EXCLUDED, PART, WHOLE, entries, id};
use crate::subject::Policies;

/// What a matching keyword and a matching intent add.
const KEYWORD: f64 = 0.05;
const INTENT: f64 = 0.15;

/// An agent and the confidence in it.
pub(crate) type Ranked = (String, f64);

/// How a text of an agent matches a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    /// Not at all.
    No,
    /// The task contains it.
    Part,
    /// It is the task.
    Whole,
}

/// What an agent's exclusions are weighed on.
#[derive(Debug)]
pub(crate) struct Exclusions<'a> {
    /// The task as it was given.
    pub(crate) task: &'a str,
    /// Each entry, and how it matches.
    pub(crate) entries: Vec<(&'a str, Match)>,
    /// What the agent's examples add.
    pub(crate) example: f64,
}

/// What a selection decides.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// Whether an agent may be listed at all.
    pub(crate) is_eligible: fn(&Value) -> bool,
    /// A text as it is compared.
    pub(crate) plain: fn(&str) -> String,
    /// Whether a task contains an entry, both as they are compared.
    pub(crate) contains: fn(&str, &str) -> bool,
    /// What an example adds that matches in that way.
    pub(crate) worth: fn(Match) -> f64,
    /// What all examples add, from what each one would.
    pub(crate) examples: fn(&[f64]) -> f64,
    /// What other signals and examples come to.
    pub(crate) sum: fn(f64, f64) -> f64,
    /// What the exclusions take away.
    pub(crate) exclusion: fn(&Exclusions<'_>) -> f64,
    /// Whether an agent with that score is listed.
    pub(crate) is_listed: fn(f64) -> bool,
    /// The confidence that a score is.
    pub(crate) clamp: fn(f64) -> f64,
    /// The list: in order, so many at the most.
    pub(crate) list: fn(Vec<Ranked>, usize) -> Vec<Ranked>,
    /// Who is selected where nobody is listed.
    pub(crate) fallback: fn(&Value) -> Vec<Ranked>,
}

/// As the document says.
pub(crate) static DOCUMENT: Policy = Policy {
    is_eligible: |agent| agent["enabled"] != false,
    plain: |text| text.trim().to_lowercase(),
    contains: |task, entry| task.contains(entry),
    worth,
    examples: |worths| worths.iter().copied().fold(0.0, f64::max),
    sum: |base, examples| base + examples,
    exclusion: |exclusions| exclusions.times().min(1.0) * EXCLUDED,
    is_listed: |score| score > 0.0,
    clamp: |score| score.clamp(0.0, 1.0),
    list: |ranked, most| first(ranked, most, best_first),
    fallback: |_| vec![("standard".to_owned(), 0.5)],
};

/// The same, to change it.
pub(crate) fn policy(policies: &mut Policies) -> &mut Policy {
    policies.change(&DOCUMENT)
}

/// What an example adds.
pub(crate) fn worth(matched: Match) -> f64 {
    match matched {
        Match::No => 0.0,
        Match::Part => PART,
        Match::Whole => WHOLE,
    }
}

impl Exclusions<'_> {
    /// How many of them match.
    pub(crate) fn times(&self) -> f64 {
        let matched = self.entries.iter().filter(|(_, matched)| *matched != Match::No).count();
        u32::try_from(matched).map_or(0.0, f64::from)
    }
}

/// The first of them in that order.
pub(crate) fn first(mut ranked: Vec<Ranked>, most: usize, order: fn(&Ranked, &Ranked) -> Ordering) -> Vec<Ranked> {
    ranked.sort_by(order);
    ranked.truncate(most);
    ranked
}

/// The better one first, of equals the one with the smaller id.
pub(crate) fn best_first(a: &Ranked, b: &Ranked) -> Ordering {
    by_confidence(a, b).then_with(|| a.0.cmp(&b.0))
}

/// The better one first.
pub(crate) fn by_confidence(a: &Ranked, b: &Ranked) -> Ordering {
    b.1.total_cmp(&a.1)
}

/// The agents for a task, the best first.
pub(super) fn select(policy: &Policy, params: &Value) -> Value {
    let task = params["task"].as_str().unwrap_or_default();
    let agents = params["agents"].as_array().into_iter().flatten();
    let ranked: Vec<Ranked> = agents
        .filter(|agent| (policy.is_eligible)(agent))
        .map(|agent| (id(agent).to_owned(), score(policy, agent, task)))
        .filter(|(_, score)| (policy.is_listed)(*score))
        .map(|(id, score)| (id, (policy.clamp)(score)))
        .collect();
    let most = params["maxResults"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
    let mut listed = (policy.list)(ranked, most);
    if listed.is_empty() {
        listed = (policy.fallback)(params);
    }
    let results: Vec<Value> =
        listed.into_iter().map(|(id, confidence)| json!({"agentId": id, "confidence": confidence})).collect();
    json!({ "results": results })
}

fn matches(policy: &Policy, task: &str, entry: &str) -> Match {
    let (task, entry) = ((policy.plain)(task), (policy.plain)(entry));
    if task == entry {
        Match::Whole
    } else if (policy.contains)(&task, &entry) {
        Match::Part
    } else {
        Match::No
    }
}

fn score(policy: &Policy, agent: &Value, task: &str) -> f64 {
    let matched = |entry: &str| matches(policy, task, entry);
    let worths: Vec<f64> =
        entries(agent, "exampleTasks").into_iter().map(|entry| (policy.worth)(matched(entry))).collect();
    let example = (policy.examples)(&worths);
    let excluded = entries(agent, "notForTasks").into_iter().map(|entry| (entry, matched(entry))).collect();
    (policy.sum)(base(agent, task), example) - (policy.exclusion)(&Exclusions { task, entries: excluded, example })
}

/// What speaks for an agent besides its examples.
fn base(agent: &Value, task: &str) -> f64 {
    let lower = task.to_lowercase();
    let count = |list: &str| {
        let found = entries(agent, list).into_iter().filter(|entry| lower.contains(&entry.to_lowercase())).count();
        u32::try_from(found).map_or(0.0, f64::from)
    };
    count("keywords") * KEYWORD + count("primaryIntents") * INTENT
}
