//! Somebody is always found: where nothing matches, the standard agent.

use super::super::draw::selection::{plain, standard, with};
use super::super::draw::teams::{nothing, something, strangers};
use super::super::judge::fallback::{at_least_one, disabled_agents, fallback};
use super::super::model::selection::{agents, id, nothing_matches};
use super::super::prelude::*;
use super::super::reference::selection::{Ranked, policy};

const CHECK: Check = Check { methods: &["contract/select"], shape: &shape::SELECTION, classify, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "SEL-004",
    title: "Fallback Agent: selects `standard` where no agent matches",
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
            exam: at_least_one,
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
            exam: fallback,
            ..CHECK
        },
        Check {
            id: "disabled",
            property: "a disabled agent that matches is listed, or it is not",
            edges: || vec![disabled("please polish lenses today")],
            labels: &["disabled"],
            exam: disabled_agents,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("has no fallback", |it| policy(it).fallback = |_| Vec::new()),
        Mutant::doing("falls back at zero", |it| policy(it).fallback = |_| standard_at(0.0)),
        Mutant::doing("falls back at one", |it| policy(it).fallback = |_| standard_at(1.0)),
        Mutant::doing("falls back to the first agent", |it| {
            policy(it).fallback = |params| everybody(params).into_iter().take(1).collect();
        }),
        Mutant::doing("falls back to the first agent of the alphabet", |it| {
            policy(it).fallback =
                |params| everybody(params).into_iter().min_by(|a, b| a.0.cmp(&b.0)).into_iter().collect();
        }),
        Mutant::doing("falls back to everybody", |it| policy(it).fallback = everybody),
        Mutant::doing("has no fallback for a blank task", |it| {
            policy(it).fallback = |params| match params["task"].as_str() {
                Some(task) if !task.trim().is_empty() => standard_at(0.5),
                _ => Vec::new(),
            };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/SEL-004.yaml"),
    questions: &[Question {
        id: "disabled-agents",
        asks: "Is an agent selected that is disabled?",
        readings: &[
            reading("hidden", "a disabled agent that matches is not listed"),
            reading("listed", "a disabled agent that matches is listed"),
        ],
    }],
};

fn standard_at(confidence: f64) -> Vec<Ranked> {
    vec![("standard".to_owned(), confidence)]
}

fn everybody(params: &Value) -> Vec<Ranked> {
    agents(params).iter().map(|agent| (id(agent).to_owned(), 0.5)).collect()
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

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = vec![if nothing_matches(case) { "nothing matches" } else { "something matches" }];
    labels.extend((agents(case).len() == 1).then_some("alone"));
    labels.extend(agents(case).iter().any(|agent| agent["enabled"] == false).then_some("disabled"));
    labels
}
