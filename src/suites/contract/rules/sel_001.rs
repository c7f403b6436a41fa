//! The same task, the same agents: the same result, always.
//!
//! Ties are where it shows: their order must come from the ids, byte by byte, and not from the order in which agents
//! were given, a hash seed, a locale, or what was asked before.

use super::super::draw::selection::{disabled, named, plain, with};
use super::super::draw::teams::{different, team, tied, tied_but_for_settings};
use super::super::judge::determinism::{after_others, again, fresh_process, shuffled, ties};
use super::super::model::selection::{Match, agents, entries, id, matches};
use super::super::prelude::*;
use super::super::reference::selection::{Ranked, best_first, by_confidence, first, policy};
use std::cmp::Ordering;

const CHECK: Check = Check {
    methods: &["contract/select"],
    shape: &shape::SELECTION,
    edges,
    arms: &[
        arm(2, "tied agents", tied),
        arm(1, "tied agents of different priorities", tied_but_for_settings),
        arm(1, "different agents", different),
    ],
    classify,
    labels: &["tied", "hyphens", "digits", "priorities"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "SEL-001",
    title: "Selection Determinism: selects the same agents for the same task",
    level: Level::Must,
    source: "INV-AGT-SEL-001",
    statement: "A selection depends on the task, its context and the set of agents alone: not on the order in which agents are \
                given, on earlier calls, or on the process. Agents with the same confidence come in the order of their ids.",
    checks: &[
        CHECK.asserts("again", "the same call gives the same result again", again),
        CHECK.asserts("shuffled", "the order in which agents are given does not matter", shuffled),
        CHECK.asserts("after-others", "what was asked before does not matter", after_others),
        Check {
            id: "fresh-process",
            property: "a new process gives the same result",
            exam: fresh_process,
            cost: 16,
            ..CHECK
        },
        CHECK.asserts("ties", "agents with the same confidence come in the order of their ids", ties),
    ],
    mutants: &[
        Mutant::doing("leaves tied agents in the order in which they were given", |it| {
            policy(it).list = |ranked, most| first(ranked, most, by_confidence);
        }),
        Mutant::doing("lists tied agents backwards", |it| policy(it).list = backwards),
        Mutant::doing("lists the shortest id first", |it| policy(it).list = shortest_first),
        Mutant::doing("ignores hyphens in the order of ids", |it| policy(it).list = no_hyphens),
        Mutant::answers("lists the tied agent of the highest priority first", |request, answer| {
            sorted(request, answer, |agent| -agent["priority"].as_f64().unwrap_or(50.0), |_| "")
        }),
        Mutant::answers("lists tied agents by the names that they show", |request, answer| {
            sorted(request, answer, |_| 0.0, |agent| agent["displayName"].as_str().unwrap_or_default())
        }),
        Mutant::answers("lists the standard agent behind its equals", |request, answer| {
            sorted(request, answer, |agent| if id(agent) == "standard" { 1.0 } else { 0.0 }, |_| "")
        }),
        Mutant::doing("compares the first ten characters of ids", |it| policy(it).list = by_ten_characters),
        Mutant::answers("names agents by their place among those that take part", names_by_place),
        Mutant::remembers("keeps the confidence in an agent by its name and the task", keeps_confidences),
        Mutant::remembers("favours the last winner", favours_the_last_winner),
        Mutant::remembers("keeps results by task alone", |memory, request, answer| {
            memory.entry(request.params["task"].to_string()).or_insert(answer).clone()
        }),
        Mutant::remembers("is less sure on its first call", |memory, _, answer| {
            if memory.insert("warm".to_owned(), json!(true)).is_none() { scaled(answer, 0.9, 0.0) } else { answer }
        }),
        Mutant::remembers("throws a coin", |memory, _, answer| {
            let calls = memory.get("calls").and_then(Value::as_u64).unwrap_or(0) + 1;
            memory.insert("calls".to_owned(), json!(calls));
            if calls.is_multiple_of(3) { scaled(answer, 1.0, -0.001) } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/SEL-001.yaml"),
    questions: &[],
};

fn backwards(ranked: Vec<Ranked>, most: usize) -> Vec<Ranked> {
    first(ranked, most, |a, b| by_confidence(a, b).then_with(|| b.0.cmp(&a.0)))
}

fn shortest_first(ranked: Vec<Ranked>, most: usize) -> Vec<Ranked> {
    first(ranked, most, |a, b| by_confidence(a, b).then_with(|| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0))))
}

fn no_hyphens(ranked: Vec<Ranked>, most: usize) -> Vec<Ranked> {
    first(ranked, most, |a, b| by_confidence(a, b).then_with(|| a.0.replace('-', "").cmp(&b.0.replace('-', ""))))
}

fn by_ten_characters(ranked: Vec<Ranked>, most: usize) -> Vec<Ranked> {
    first(ranked, most, |a, b| by_confidence(a, b).then_with(|| a.0.chars().take(10).cmp(b.0.chars().take(10))))
}

/// An answer in which agents of the same confidence come by a number first, then by a text, then by their ids.
fn sorted(request: Request<'_>, mut answer: Value, number: fn(&Value) -> f64, text: fn(&Value) -> &str) -> Value {
    let confidence = |result: &Value| result["confidence"].as_f64().unwrap_or(0.0);
    let agent = |result: &Value| agents(request.params).iter().find(|agent| id(agent) == id(result));
    if let Some(results) = answer["results"].as_array_mut() {
        results.sort_by(|a, b| {
            let by_agent = || {
                let (a, b) = (agent(a)?, agent(b)?);
                Some(number(a).total_cmp(&number(b)).then_with(|| text(a).cmp(text(b))))
            };
            confidence(b)
                .total_cmp(&confidence(a))
                .then_with(|| by_agent().unwrap_or(Ordering::Equal))
                .then_with(|| id(a).cmp(id(b)))
        });
    }
    answer
}

/// Names every agent that is listed by its place among those that take part.
fn names_by_place(request: Request<'_>, mut answer: Value) -> Value {
    let all = agents(request.params);
    for result in answer["results"].as_array_mut().into_iter().flatten() {
        let mut part = all.iter().filter(|agent| agent["enabled"] != false);
        let place = part.position(|agent| agent["agentId"] == result["agentId"]).unwrap_or(0);
        if let Some(agent) = all.get(place) {
            result["agentId"] = agent["agentId"].clone();
        }
    }
    answer
}

fn keeps_confidences(memory: &mut Memory, request: Request<'_>, mut answer: Value) -> Value {
    for result in answer["results"].as_array_mut().into_iter().flatten() {
        let key = format!("{} {}", request.params["task"], result["agentId"]);
        result["confidence"] = memory.entry(key).or_insert_with(|| result["confidence"].clone()).clone();
    }
    answer
}

fn favours_the_last_winner(memory: &mut Memory, _: Request<'_>, mut answer: Value) -> Value {
    let Some(results) = answer["results"].as_array_mut() else { return answer };
    let of = |result: &Value| (id(result).to_owned(), result["confidence"].as_f64().unwrap_or(0.0));
    let is_winner = |result: &Value| id(result) != "standard" && memory.get("winner") == Some(&result["agentId"]);
    for result in results.iter_mut().filter(|result| is_winner(result)) {
        result["confidence"] = json!((of(result).1 + 0.01).min(1.0));
    }
    results.sort_by(|a, b| best_first(&of(a), &of(b)));
    if let Some(winner) = results.first() {
        memory.insert("winner".to_owned(), winner["agentId"].clone());
    }
    answer
}

/// An answer with every confidence but that in the standard agent a little off.
fn scaled(mut answer: Value, times: f64, more: f64) -> Value {
    for result in answer["results"].as_array_mut().into_iter().flatten().filter(|result| id(result) != "standard") {
        let confidence = result["confidence"].as_f64().unwrap_or(0.0);
        result["confidence"] = json!((confidence * times + more).max(0.0));
    }
    answer
}

fn edges() -> Vec<Value> {
    let like = with(&plain(""), "exampleTasks", &["polish the lens"]);
    let task = "please polish the lens today";
    vec![
        team(&["beta", "alpha"], &like, task),
        team(&["a-b", "a0", "ab", "a1"], &like, task),
        team(&["a10", "a2", "a1"], &like, task),
        team(&["ab", "a-c", "a-b"], &like, task),
        team(&["zz", "a", "bbb", "ccccc"], &like, task),
        prioritised(team(&["alpha", "beta"], &like, task)),
        team(&["the-longest-two", "the-longest-one"], &like, task),
        behind_a_disabled_one(team(&["alpha", "beta"], &like, task)),
        json!({"agents": [named(&like, "zeta"), named(&like, "standard"), named(&like, "alpha")], "task": task}),
    ]
}

/// The same team, with an agent in front that takes no part.
fn behind_a_disabled_one(mut case: Value) -> Value {
    case["agents"].as_array_mut().into_iter().for_each(|agents| agents.insert(0, disabled()));
    case
}

/// The same team, where the later an agent is given, the higher its priority and the earlier the name that it shows.
fn prioritised(mut case: Value) -> Value {
    for (at, agent) in case["agents"].as_array_mut().into_iter().flatten().enumerate() {
        agent["priority"] = json!(10 * (at + 1));
        agent["displayName"] = json!(["Zeal", "Miles", "Aide"].get(at));
    }
    case
}

fn classify(case: &Value) -> Vec<&'static str> {
    let task = case["task"].as_str().unwrap_or_default();
    let matching: Vec<&str> = agents(case)
        .iter()
        .filter(|agent| entries(agent, "exampleTasks").iter().any(|entry| matches(task, entry) != Match::No))
        .map(id)
        .collect();
    let mut labels = Vec::new();
    labels.extend((matching.len() > 1).then_some("tied"));
    labels.extend(matching.iter().any(|id| id.contains('-')).then_some("hyphens"));
    labels.extend(matching.iter().any(|id| id.bytes().any(|b| b.is_ascii_digit())).then_some("digits"));
    labels.extend(agents(case).iter().any(|agent| agent.get("priority").is_some()).then_some("priorities"));
    labels
}
