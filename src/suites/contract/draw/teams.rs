//! Drawing teams: agents that tie, that differ, with a pile of signals, or with none that matches.

use serde_json::{Value, json};

use super::selection::{disabled, named, plain, signalled, standard, task_words, unrelated, with};
use crate::draw::Draw;

/// Agents of these ids, otherwise all like one, and the standard agent among them.
pub(crate) fn team(ids: &[&str], of: &Value, task: &str) -> Value {
    let mut agents: Vec<Value> = ids.iter().map(|id| named(of, id)).collect();
    agents.insert(agents.len() / 2, standard());
    json!({"agents": agents, "task": task})
}

/// Agents that differ in their ids alone.
pub(crate) fn tied(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let entry = words[..2].join(" ");
    let mut like = signalled(draw, "", &words);
    like = with(&like, "exampleTasks", &[&entry]);
    let mut ids =
        vec!["a-b", "a0", "ab", "a1", "a10", "a2", "b", "a-c", "z9", "aa", "the-longest-one", "the-longest-two"];
    draw.shuffle(&mut ids);
    let count = draw.size(2..=6);
    team(&ids[..count], &like, &words.join(" "))
}

/// Agents that differ in their ids, and in what says nothing about a task.
pub(crate) fn tied_but_for_settings(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let mut ids = vec!["a-b", "a0", "ab", "b", "z9"];
    draw.shuffle(&mut ids);
    let count = draw.size(2..=4);
    let mut case = team(&ids[..count], &with(&plain(""), "exampleTasks", &[&words[0]]), &words.join(" "));
    for agent in case["agents"].as_array_mut().into_iter().flatten().filter(|agent| agent["agentId"] != "standard") {
        agent["priority"] = json!(draw.int(1..=100));
        agent["displayName"] = json!(draw.pick(&["Helper", "Aide", "Zeal"]));
        if draw.chance(1, 2) {
            agent["version"] = json!(format!("{}.0.0", draw.int(1..=9)));
            agent["maxTokens"] = json!(draw.int(1..=2000));
            agent["temperature"] = json!(draw.pick(&[0.0, 0.5, 1.0, 2.0]));
        }
    }
    case
}

/// Agents with different signals.
pub(crate) fn different(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    // Now and then more than a page of them.
    let count = if draw.chance(1, 8) { draw.size(12..=24) } else { draw.size(1..=5) };
    let mut agents: Vec<Value> = (0..count)
        .map(|number| {
            let mut agent = signalled(draw, &format!("q{number}"), &words);
            if draw.chance(1, 2) {
                agent = with(&agent, "exampleTasks", &[&words[0], &unrelated(draw)]);
            }
            if draw.chance(1, 4) {
                agent = with(&agent, "notForTasks", &[&words[1]]);
            }
            agent
        })
        .collect();
    agents.push(standard());
    if draw.chance(1, 4) {
        agents.push(disabled());
    }
    draw.shuffle(&mut agents);
    let mut case = json!({"agents": agents, "task": words.join(" ")});
    if draw.chance(1, 3) {
        case["context"] = json!({"project": words[1], "files": [words[2]]});
    }
    case
}

/// Agents with all sorts of confidences, in any order.
pub(crate) fn crowd(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let task = words.join(" ");
    let count = if draw.chance(1, 8) { draw.size(12..=24) } else { draw.size(3..=9) };
    let mut ids: Vec<String> = (0..count).map(|number| format!("q{number}")).collect();
    draw.shuffle(&mut ids);
    let mut agents: Vec<Value> = ids
        .iter()
        .map(|id| {
            let mut agent = signalled(draw, id, &words);
            // What else an agent says of itself may count, a little or a lot.
            if draw.chance(1, 3) {
                agent["description"] = json!(words[..draw.size(1..=words.len())].join(" and "));
                agent["tags"] = json!([draw.pick(&words)]);
                agent["capabilities"] = json!(words[..draw.size(1..=2)]);
            }
            match draw.below(4) {
                0 => with(&agent, "exampleTasks", &[&task]),
                1 | 2 => with(&agent, "exampleTasks", &[&words[1]]),
                _ => agent,
            }
        })
        .collect();
    agents.push(standard());
    json!({"agents": agents, "task": task})
}

/// An agent with as much for and against it as these numbers say.
pub(crate) fn piled(id: &str, words: &[&str], examples: usize, exclusions: usize, keywords: usize) -> Value {
    let task = words.join(" ");
    let all: Vec<&str> = [task.as_str()].into_iter().chain(words.iter().copied()).collect();
    let take = |count: usize| -> Vec<&str> { all.iter().copied().take(count).collect() };
    let mut agent = with(&plain(id), "exampleTasks", &take(examples));
    agent = with(&agent, "notForTasks", &take(exclusions));
    agent = with(&agent, "keywords", &words[..keywords.min(words.len())]);
    with(&agent, "primaryIntents", &words[..keywords.min(words.len())])
}

/// Three agents with much for them or against them.
pub(crate) fn pile(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut agents: Vec<Value> = ["p1", "q1", "r1"]
        .iter()
        .map(|id| {
            let (examples, exclusions, keywords) = (draw.size(0..=5), draw.size(0..=5), draw.size(0..=5));
            let mut agent = piled(id, &words, examples, exclusions, keywords);
            if draw.chance(1, 3) {
                agent["capabilities"] = json!(words);
                agent["tags"] = json!(words);
                agent["priority"] = json!(100);
                agent["expertise"] = json!([unrelated(draw)]);
            }
            agent
        })
        .collect();
    agents.push(standard());
    json!({"agents": agents, "task": words.join(" ")})
}

/// So many agents, on both sides of `standard` in the alphabet, without a word of the task, and the standard one.
pub(crate) fn strangers(count: usize, task: &str) -> Value {
    let names = ["yq", "aq", "zq", "wq"];
    let mut agents: Vec<Value> =
        names[..count].iter().map(|id| with(&plain(id), "exampleTasks", &["wombat juggling"])).collect();
    agents.push(standard());
    json!({"agents": agents, "task": task})
}

/// Agents of which none matches.
pub(crate) fn nothing(draw: &mut Draw) -> Value {
    let task = task_words(draw).join(" ");
    let ids = ["yq", "aq", "zq", "wq"];
    let count = draw.size(0..=4);
    let mut agents: Vec<Value> = ids[..count]
        .iter()
        .map(|id| {
            let mut agent = plain(id);
            for list in ["exampleTasks", "notForTasks", "keywords", "primaryIntents"] {
                if draw.chance(1, 2) {
                    agent = with(&agent, list, &[&unrelated(draw)]);
                }
            }
            agent
        })
        .collect();
    agents.push(standard());
    draw.shuffle(&mut agents);
    let mut case = json!({"agents": agents, "task": task});
    if draw.chance(1, 3) {
        case["maxResults"] = json!(draw.size(1..=3));
    }
    case
}

/// An agent that matches, for or against it.
pub(crate) fn something(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let agent = signalled(draw, "xq", &words);
    let agent = with(&agent, if draw.chance(1, 2) { "exampleTasks" } else { "notForTasks" }, &[&words[0]]);
    json!({"agents": [agent, standard()], "task": words.join(" ")})
}
