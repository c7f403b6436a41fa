//! Somebody is always found: where nothing matches, the standard agent.

use super::prelude::*;
use super::selection::{
    CASE, Match, agents, call, confidence, doubt, entries, id, listed, matches, plain, same, signalled, standard,
    task_words, unrelated, with,
};

const CHECK: Check = Check { methods: &["contract/select"], shape: &CASE, classify, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "SEL-004",
    title: "falls back to the standard agent",
    level: Level::Must,
    source: "INV-AGT-SEL-004",
    statement: "A selection has at least one result. Where nothing about any agent matches the task, the only one is \
                `standard`, with a confidence of 0.5.",
    checks: &[
        Check {
            id: "at-least-one",
            property: "there is at least one result",
            edges: || {
                [strangers(0, "polish lenses"), strangers(3, "polish lenses"), strangers(2, ""), limited(1)].to_vec()
            },
            arms: &[arm(1, "nothing matches", nothing), arm(1, "something matches", something)],
            labels: &["nothing matches", "something matches", "alone"],
            steps: |case, answers| {
                judge(case, answers, |_, listed| {
                    listed.is_empty().then(|| Judgement::failed("there is no result", "at least one result", json!([])))
                })
            },
            ..CHECK
        },
        Check {
            id: "fallback",
            property: "where nothing matches, the result is `standard` at 0.5 and nobody else",
            edges: || {
                [
                    strangers(0, "polish lenses"),
                    strangers(1, "polish lenses"),
                    strangers(4, "polish lenses"),
                    limited(1),
                ]
                .to_vec()
            },
            arms: &[arm(1, "nothing matches", nothing)],
            labels: &["nothing matches", "alone"],
            steps: |case, answers| {
                judge(case, answers, |case, listed| {
                    if !nothing_matches(case) {
                        return Some(Judgement::open("something matches"));
                    }
                    let is_due = matches!(listed, [("standard", confidence)] if same(*confidence, 0.5));
                    let expected = json!([["standard", 0.5]]);
                    (!is_due).then(|| {
                        Judgement::failed("the fallback is not just `standard` at 0.5", expected, json!(listed))
                    })
                })
            },
            ..CHECK
        },
        Check {
            id: "disabled",
            property: "a disabled agent that matches is listed, or it is not",
            edges: || vec![disabled("please polish lenses today")],
            labels: &["disabled"],
            steps: |case, answers| {
                judge(case, answers, |case, listed| {
                    let off = agents(case).iter().find(|agent| agent["enabled"] == false && id(agent) != "standard")?;
                    let reading: &[&str] = if confidence(listed, off) > 0.0 { &["listed"] } else { &["hidden"] };
                    Some(Judgement::held().consistent_with(
                        "disabled-agents",
                        if reading == ["listed"] { &["listed"] } else { &["hidden"] },
                    ))
                })
            },
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("has no fallback", "no-fallback"),
        Mutant::quirk("falls back at zero", "falls-back-at-zero"),
        Mutant::quirk("falls back at one", "falls-back-at-one"),
        Mutant::quirk("falls back to the first agent", "falls-back-to-the-first-agent"),
        Mutant::quirk("falls back to everybody", "falls-back-to-everybody"),
        Mutant::quirk("has no fallback for a blank task", "no-fallback-for-a-blank-task"),
    ],
    corpus: include_str!("../../../corpus/contract/SEL-004.yaml"),
    questions: &[Question {
        id: "disabled-agents",
        asks: "Is an agent selected that is disabled?",
        readings: &[
            Reading { id: "hidden", predicts: "a disabled agent that matches is not listed" },
            Reading { id: "listed", predicts: "a disabled agent that matches is listed" },
        ],
    }],
};

/// Whether nothing about any agent has anything in common with the task.
pub(super) fn nothing_matches(case: &Value) -> bool {
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

fn strangers(count: usize, task: &str) -> Value {
    let names = ["xq", "yq", "zq", "wq"];
    let mut agents: Vec<Value> =
        names[..count].iter().map(|id| with(&plain(id), "exampleTasks", &["wombat juggling"])).collect();
    agents.push(standard());
    json!({"agents": agents, "task": task})
}

fn limited(most: usize) -> Value {
    let mut case = strangers(2, "polish lenses");
    case["maxResults"] = json!(most);
    case
}

fn disabled(task: &str) -> Value {
    let mut off = with(&plain("xq"), "exampleTasks", &["polish lenses"]);
    off["enabled"] = json!(false);
    json!({"agents": [off, standard()], "task": task})
}

fn nothing(draw: &mut Draw) -> Value {
    let task = task_words(draw).join(" ");
    let ids = ["xq", "yq", "zq", "wq"];
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

fn something(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let agent = signalled(draw, "xq", &words);
    let agent = with(&agent, if draw.chance(1, 2) { "exampleTasks" } else { "notForTasks" }, &[&words[0]]);
    json!({"agents": [agent, standard()], "task": words.join(" ")})
}

/// Judges the results of a case.
type Judge = fn(&Value, &[(&str, f64)]) -> Option<Judgement>;

fn judge(case: &Value, answers: &[Answer], judge: Judge) -> Result<Step, WrongShape> {
    if let Some(why) = doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    Ok(Step::Judged(judge(case, &listed(answer)?).unwrap_or_else(Judgement::held)))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = vec![if nothing_matches(case) { "nothing matches" } else { "something matches" }];
    labels.extend((agents(case).len() == 1).then_some("alone"));
    labels.extend(agents(case).iter().any(|agent| agent["enabled"] == false).then_some("disabled"));
    labels
}
