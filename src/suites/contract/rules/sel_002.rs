//! A confidence is a number from 0 to 1, however many signals pile up.

use super::super::draw::selection::standard;
use super::super::draw::teams::{pile, piled};
use super::super::judge::selection::select;
use super::super::prelude::*;
use super::super::reference::selection::policy;

const CHECK: Check = Check {
    methods: &["contract/select"],
    shape: &shape::SELECTION,
    edges,
    arms: &[arm(1, "a pile of signals", pile)],
    classify,
    labels: &["for", "against", "both"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "SEL-002",
    title: "Confidence Range: keeps confidences between 0 and 1",
    level: Level::Must,
    source: "INV-AGT-SEL-002",
    statement: "Every confidence is at least 0 and at most 1, also where many signals speak for an agent or against it.",
    checks: &[
        CHECK.asserts("at-most-one", "no confidence is above 1", at_most_one),
        CHECK.asserts("at-least-zero", "no confidence is below 0", at_least_zero),
    ],
    mutants: &[
        Mutant::doing("does not clamp at the top", |it| policy(it).clamp = |score| score.max(0.0)),
        // SEL-006 says of exclusions as well that they take no confidence below 0: the two that do so break both.
        Mutant::doing("does not clamp at the bottom", |it| {
            let policy = policy(it);
            policy.is_listed = |score| score != 0.0;
            policy.clamp = |score| score.min(1.0);
        }),
        Mutant::doing("clamps at ten", |it| policy(it).clamp = |score| score.clamp(0.0, 10.0)),
        Mutant::doing("answers in percent", |it| policy(it).clamp = |score| score.clamp(0.0, 1.0) * 100.0),
        Mutant::answers("lists excluded agents with a negative confidence", |request, mut answer| {
            let excluded = list(request.params, "agents").iter().filter(|agent| {
                let metadata = &agent["selectionMetadata"];
                !list(metadata, "notForTasks").is_empty() && list(metadata, "exampleTasks").is_empty()
            });
            let entries: Vec<Value> =
                excluded.map(|agent| json!({"agentId": agent["agentId"], "confidence": -0.5})).collect();
            if let Some(results) = answer["results"].as_array_mut() {
                results.extend(entries);
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/SEL-002.yaml"),
    questions: &[],
};

fn edges() -> Vec<Value> {
    let words = ["polish", "lenses", "before", "sunrise", "quietly"];
    let team = |agents: Vec<Value>| json!({"agents": agents.into_iter().chain([standard()]).collect::<Vec<_>>(), "task": words.join(" ")});
    vec![
        team(vec![piled("p1", &words, 6, 0, 5)]),
        team(vec![piled("p1", &words, 1, 0, 5)]),
        team(vec![piled("p1", &words, 0, 1, 0)]),
        team(vec![piled("p1", &words, 0, 5, 0), piled("q1", &words, 1, 0, 0)]),
        team(vec![piled("p1", &words, 0, 6, 1), piled("q1", &words, 3, 3, 5)]),
    ]
}

fn at_most_one(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    none_is(case, talk, |confidence| confidence > 1.0, "a confidence above 1")
}

fn at_least_zero(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    none_is(case, talk, |confidence| confidence < 0.0, "a confidence below 0")
}

fn none_is(case: &Case<'_>, talk: &mut Talk<'_>, wrong: fn(f64) -> bool, kind: &str) -> Result<Judgement, Stop> {
    let listed = select(case, talk)?;
    if listed.iter().all(|(id, _)| *id == "standard") && list(case, "agents").len() > 1 {
        return Ok(Judgement::not_shown("no agent is listed but the standard one"));
    }
    let found = listed.iter().find(|(_, confidence)| wrong(*confidence));
    Ok(found.map_or_else(Judgement::held, |(id, confidence)| {
        Judgement::failed(kind, "0 ≤ confidence ≤ 1", json!({"agentId": id, "confidence": confidence}))
    }))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    for agent in list(case, "agents") {
        let lists = |name| !list(&agent["selectionMetadata"], name).is_empty();
        labels.extend(match (lists("exampleTasks"), lists("notForTasks")) {
            (true, true) => Some("both"),
            (true, false) => Some("for"),
            (false, true) => Some("against"),
            (false, false) => None,
        });
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
