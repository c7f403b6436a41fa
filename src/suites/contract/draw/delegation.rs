//! Drawing chains, trees and rings of agents who delegate.

use serde_json::{Map, Value, json};

use crate::draw::Draw;

/// The names of a chain of `length` agents; up to a hundred, none begins like another one.
pub(crate) fn names(length: usize) -> Vec<String> {
    (1..=length).map(|number| format!("agent-{number:02}")).collect()
}

/// The delegation that is hop number `hop`, to somebody new.
pub(crate) fn hop_number(limit: Option<usize>, hop: usize) -> Value {
    let mut case = json!({"chain": names(hop), "to": "newcomer"});
    if let Some(limit) = limit {
        case["maxDepth"] = json!(limit);
    }
    case
}

/// A chain of agents, each delegating to the next, one of them asking for a wider limit.
pub(crate) fn chain_of(length: usize, limit: Option<usize>, widens: Option<usize>) -> Value {
    let names = names(length);
    let agents: Map<String, Value> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let mut agent = json!({"delegateTo": names.get(at + 1).into_iter().collect::<Vec<_>>()});
            if widens == Some(at) {
                agent["maxDepth"] = json!(limit.unwrap_or(5) + 4);
            }
            (name.clone(), agent)
        })
        .collect();
    let mut case = json!({"root": names[0], "world": {"agents": agents}});
    if let Some(limit) = limit {
        case["maxDepth"] = json!(limit);
    }
    case
}

/// A root that delegates to so many, each of whom delegates to somebody, who is one hop too deep then.
pub(crate) fn fan(width: usize) -> Value {
    let names = |prefix: &str| -> Vec<String> { (1..=width).map(|number| format!("{prefix}-{number}")).collect() };
    let mut agents = json!({"root": { "delegateTo": names("helper") }});
    for (helper, other) in names("helper").iter().zip(names("other")) {
        agents[helper] = json!({ "delegateTo": [other] });
    }
    json!({"root": "root", "maxDepth": 1, "world": {"agents": agents}})
}

/// A tree: everybody has one way from the root.
pub(crate) fn tree(draw: &mut Draw) -> Value {
    let count = draw.size(2..=10);
    let names = names(count);
    let deep = draw.chance(1, 2);
    let mut agents: Map<String, Value> = names.iter().map(|name| (name.clone(), json!({"delegateTo": []}))).collect();
    for at in 1..count {
        let parent = if deep { draw.size(at.saturating_sub(2)..=at - 1) } else { draw.below(at) };
        if let Some(Value::Array(to)) = agents.get_mut(&names[parent]).map(|agent| &mut agent["delegateTo"]) {
            to.push(json!(names[at]));
        }
    }
    let limit = draw.size(1..=5);
    let wish = if draw.chance(1, 3) {
        Some(draw.size(limit.max(5)..=12))
    } else {
        draw.chance(1, 3).then(|| draw.size(1..=limit))
    };
    if let Some(wish) = wish {
        agents[draw.pick(&names)]["maxDepth"] = json!(wish);
    }
    let mut case = json!({"root": names[0], "world": {"agents": agents}});
    if draw.chance(3, 4) {
        case["maxDepth"] = json!(limit);
    }
    case
}

/// A chain of `length` agents whose last one delegates to number `at` of them; to somebody new if there is none.
pub(crate) fn to_number(length: usize, at: usize) -> Value {
    let chain = names(length);
    json!({"maxDepth": 20, "to": chain.get(at).map_or("newcomer", String::as_str), "chain": chain})
}

/// Names of which each is like another: longer by a part, without its hyphen, with another number, alike for long; and one
/// that every object has in some languages.
pub(crate) const ALIKE: &[&str] = &[
    "writer",
    "writer-2",
    "agent-1",
    "agent1",
    "agent-01",
    "agent-1-1",
    "constructor",
    "reviewer-of-all-that-the-writers-wrote-1",
    "reviewer-of-all-that-the-writers-wrote-2",
];

/// A delegation within a chain of names that are alike, or to another one of them.
pub(crate) fn among_alike(draw: &mut Draw) -> Value {
    let count = draw.size(1..=5);
    let chain: Vec<&&str> = draw.sample(ALIKE, count);
    json!({"maxDepth": 20, "chain": chain, "to": draw.pick(ALIKE)})
}

/// A delegation to the root, one hop beyond the limit.
pub(crate) fn both(limit: usize) -> Value {
    json!({"maxDepth": limit, "chain": names(limit + 1), "to": "agent-01"})
}

/// A run of agents who delegate as these pairs say.
pub(crate) fn agents(pairs: &[(&str, &[&str])]) -> Value {
    let agents: Map<String, Value> =
        pairs.iter().map(|(agent, to)| ((*agent).to_owned(), json!({ "delegateTo": to }))).collect();
    json!({"root": "a1", "maxDepth": 10, "world": {"agents": agents}})
}

/// The names of up to five agents, now and then such that one is like another.
fn some_names(draw: &mut Draw) -> Vec<String> {
    let count = draw.size(1..=5);
    if draw.chance(1, 3) {
        return draw.sample(ALIKE, count).into_iter().map(|name| (*name).to_owned()).collect();
    }
    names(count)
}

/// Up to five agents who delegate to anybody, some of them back to where they came from.
pub(crate) fn graph(draw: &mut Draw) -> Value {
    let names = some_names(draw);
    let agents: Map<String, Value> = names
        .iter()
        .map(|name| {
            let count = draw.size(0..=2);
            let to: Vec<&String> = draw.sample(&names, count);
            (name.clone(), json!({ "delegateTo": to }))
        })
        .collect();
    json!({"root": names[0], "maxDepth": 10, "world": {"agents": agents}})
}
