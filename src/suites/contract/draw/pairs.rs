//! Drawing pairs of agents that are equal but for one entry of a list.

use serde_json::{Value, json};

use super::super::model::selection::{Match, agents, entries, entries_mut, id, matches};
use super::selection::{disabled, mixed_case, named, plain, signalled, standard, task_words, unrelated, with};
use crate::draw::Draw;

/// An agent without and one with examples: `others` in both, `more` among them in the second, in the middle of a few and
/// at the end of many.
pub(crate) fn with_examples(more: &[&str], others: &[&str], task: &str, keywords: &[&str]) -> Value {
    let base = with(&with(&plain("p1"), "exampleTasks", others), "keywords", keywords);
    let (before, after) = others.split_at(if others.len() > 4 { others.len() } else { others.len() / 2 });
    let all: Vec<&str> = before.iter().chain(more).chain(after).copied().collect();
    json!({"agents": [base, with(&named(&base, "p2"), "exampleTasks", &all), standard()], "task": task})
}

/// Agents with no example, with these, and with one more.
pub(crate) fn with_more_and_more_examples(first: &[&str], more: &str, task: &str) -> Value {
    let base = with(&plain("p0"), "keywords", &["polish", "lenses"]);
    let mut agents = vec![base.clone()];
    for count in 1..=first.len() {
        agents.push(with(&named(&base, &format!("p{count}")), "exampleTasks", &first[..count]));
    }
    let all: Vec<&str> = first.iter().copied().chain([more]).collect();
    agents.push(with(&named(&base, "p9"), "exampleTasks", &all));
    agents.push(standard());
    json!({"agents": agents, "task": task})
}

/// A pair of agents of which one has one example that matches, at any position among others that do not.
pub(crate) fn one_example(draw: &mut Draw, whole: bool) -> Value {
    let words = task_words(draw);
    let task = words.join(" ");
    let from = draw.below(words.len() - 1);
    let part = words[from..from + draw.size(1..=2)].join(" ");
    let entry = match (whole, draw.below(3)) {
        (true, 0) => format!(" {task}  "),
        (true, _) => task.clone(),
        (false, 0) => part[1..].to_owned(),
        (false, _) => part,
    };
    let entry = if draw.chance(1, 3) { mixed_case(draw, &entry) } else { entry };
    let task = if draw.chance(1, 3) { mixed_case(draw, &task) } else { task };
    let most = if draw.chance(1, 4) { 9 } else { 3 };
    let others: Vec<String> = draw.list(0..=most, unrelated);
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let base = with(&signalled(draw, "p1", &words), "exampleTasks", &others);
    let mut all = others;
    all.insert(draw.size(0..=all.len()), &entry);
    let mut agents = vec![named(&with(&base, "exampleTasks", &all), "p2"), base, standard()];
    if draw.chance(1, 4) {
        agents.push(disabled());
    }
    draw.shuffle(&mut agents);
    json!({"agents": agents, "task": task})
}

/// An agent with examples, and the same one with exclusions, `others` in both.
pub(crate) fn with_exclusions(more: &[&str], others: &[&str], task: &str, examples: &[&str]) -> Value {
    let base = with(&with(&plain("p1"), "exampleTasks", examples), "notForTasks", others);
    let base = with(&base, "keywords", &task.split_whitespace().take(3).collect::<Vec<_>>());
    let all: Vec<&str> = others.iter().chain(more).copied().collect();
    json!({"agents": [base, with(&named(&base, "p2"), "notForTasks", &all), standard()], "task": task})
}

/// A pair of agents of which one has an exclusion that matches, among others that do not.
pub(crate) fn one_exclusion(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let task = words.join(" ");
    let word = &words[draw.below(words.len())];
    let entry = match draw.below(4) {
        0 => task.clone(),
        1 => word[1..].to_owned(),
        _ => word.clone(),
    };
    let entry = if draw.chance(1, 3) { mixed_case(draw, &entry) } else { entry };
    let most = if draw.chance(1, 4) { 9 } else { 3 };
    let others: Vec<String> = draw.list(0..=most, unrelated);
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let example = if draw.chance(3, 4) { task.clone() } else { words[1].clone() };
    let base = with(&signalled(draw, "p1", &words), "exampleTasks", &[&example]);
    let base = with(&base, "notForTasks", &others);
    let mut all = others;
    all.insert(draw.size(0..=all.len()), &entry);
    let mut agents = vec![named(&with(&base, "notForTasks", &all), "p2"), base, standard()];
    draw.shuffle(&mut agents);
    json!({"agents": agents, "task": task})
}

/// The same case, where one agent has only the first entry of one of its lists.
pub(crate) fn with_first_alone(case: &Value, agent: &Value, list: &str) -> Value {
    let mut case = case.clone();
    for other in case["agents"].as_array_mut().into_iter().flatten().filter(|other| id(other) == id(agent)) {
        if let Some(entries) = entries_mut(other, list) {
            entries.truncate(1);
        }
    }
    case
}

/// Whether no word of the task is the first one of an entry.
fn begins_inside_a_word(task: &str, entry: &str) -> bool {
    let first = entry.split_whitespace().next().unwrap_or_default();
    !task.split_whitespace().any(|word| word.eq_ignore_ascii_case(first))
}

/// Labels how the examples of a case match.
pub(crate) fn classify_examples(case: &Value) -> Vec<&'static str> {
    let task = case["task"].as_str().unwrap_or_default();
    let mut labels = Vec::new();
    for agent in agents(case) {
        let all = entries(agent, "exampleTasks");
        let matching: Vec<&&str> = all.iter().filter(|entry| matches(task, entry) != Match::No).collect();
        labels.extend((matching.len() > 1).then_some("several match"));
        labels.extend((matching.len() == 1 && all.len() > 1).then_some("among others"));
        for entry in matching {
            let kind = matches(task, entry);
            labels.push(if kind == Match::Whole { "the task" } else { "contained" });
            labels.extend((!task.contains(entry.trim())).then_some("other case"));
            labels.extend((entry.trim() != *entry || task.trim() != task).then_some("white space"));
            labels.extend((kind == Match::Part && begins_inside_a_word(task, entry)).then_some("inside a word"));
        }
        labels.extend(
            (!all.is_empty() && all.iter().all(|entry| matches(task, entry) == Match::No)).then_some("no match"),
        );
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// Labels how the exclusions of a case match.
pub(crate) fn classify_exclusions(case: &Value) -> Vec<&'static str> {
    let task = case["task"].as_str().unwrap_or_default();
    let mut labels = Vec::new();
    for agent in agents(case) {
        let all = entries(agent, "notForTasks");
        let matching: Vec<&&str> = all.iter().filter(|entry| matches(task, entry) != Match::No).collect();
        labels.push(match matching.len() {
            0 if all.is_empty() => "no exclusion",
            0 => "no match",
            1 => "matches",
            _ => "several match",
        });
        labels.extend((matching.len() == 1 && all.len() > 1).then_some("among others"));
        labels.extend(matching.iter().any(|entry| !task.contains(**entry)).then_some("other case"));
        labels.extend(matching.iter().any(|entry| begins_inside_a_word(task, entry)).then_some("inside a word"));
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
