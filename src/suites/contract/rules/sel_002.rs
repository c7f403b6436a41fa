//! A confidence is a number from 0 to 1, however many signals pile up.

use super::prelude::*;
use super::selection::{CASE, call, doubt, listed, plain, standard, task_words, unrelated, with};

pub(super) static RULE: Rule = Rule {
    id: "SEL-002",
    title: "keeps confidences between 0 and 1",
    level: Level::Must,
    source: "INV-AGT-SEL-002",
    statement: "Every confidence is at least 0 and at most 1, also where many signals speak for an agent or against it.",
    checks: &[
        Check {
            id: "at-most-one",
            property: "no confidence is above 1",
            steps: |case, answers| judge(case, answers, |confidence| confidence > 1.0, "a confidence above 1"),
            ..CHECK
        },
        Check {
            id: "at-least-zero",
            property: "no confidence is below 0",
            steps: |case, answers| judge(case, answers, |confidence| confidence < 0.0, "a confidence below 0"),
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("does not clamp at the top", "does-not-clamp-at-the-top"),
        Mutant::quirk("does not clamp at the bottom", "does-not-clamp-at-the-bottom"),
        Mutant::quirk("clamps at ten", "clamps-at-ten"),
        Mutant::quirk("answers in percent", "answers-in-percent"),
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
    corpus: include_str!("../../../corpus/contract/SEL-002.yaml"),
    questions: &[],
};

const CHECK: Check = Check {
    methods: &["contract/select"],
    shape: &CASE,
    edges,
    arms: &[arm(1, "a pile of signals", pile)],
    classify,
    labels: &["for", "against", "both"],
    ..Check::NEW
};

/// An agent with as much for and against it as these numbers say.
fn agent(id: &str, words: &[&str], examples: usize, exclusions: usize, keywords: usize) -> Value {
    let task = words.join(" ");
    let all: Vec<&str> = [task.as_str()].into_iter().chain(words.iter().copied()).collect();
    let take = |count: usize| -> Vec<&str> { all.iter().copied().take(count).collect() };
    let mut agent = with(&plain(id), "exampleTasks", &take(examples));
    agent = with(&agent, "notForTasks", &take(exclusions));
    agent = with(&agent, "keywords", &words[..keywords.min(words.len())]);
    with(&agent, "primaryIntents", &words[..keywords.min(words.len())])
}

fn edges() -> Vec<Value> {
    let words = ["polish", "lenses", "before", "sunrise", "quietly"];
    let team = |agents: Vec<Value>| json!({"agents": agents.into_iter().chain([standard()]).collect::<Vec<_>>(), "task": words.join(" ")});
    vec![
        team(vec![agent("p1", &words, 6, 0, 5)]),
        team(vec![agent("p1", &words, 1, 0, 5)]),
        team(vec![agent("p1", &words, 0, 1, 0)]),
        team(vec![agent("p1", &words, 0, 5, 0), agent("q1", &words, 1, 0, 0)]),
        team(vec![agent("p1", &words, 0, 6, 1), agent("q1", &words, 3, 3, 5)]),
    ]
}

fn pile(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut agents: Vec<Value> = ["p1", "q1", "r1"]
        .iter()
        .map(|id| {
            let (examples, exclusions, keywords) = (draw.size(0..=5), draw.size(0..=5), draw.size(0..=5));
            let mut agent = agent(id, &words, examples, exclusions, keywords);
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

fn judge(case: &Value, answers: &[Answer], wrong: fn(f64) -> bool, kind: &str) -> Result<Step, WrongShape> {
    if let Some(why) = doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    let listed = listed(answer)?;
    if listed.iter().all(|(id, _)| *id == "standard") && list(case, "agents").len() > 1 {
        return Ok(Step::Judged(Judgement::not_shown("no agent is listed but the standard one")));
    }
    let found = listed.iter().find(|(_, confidence)| wrong(*confidence));
    Ok(Step::Judged(found.map_or_else(Judgement::held, |(id, confidence)| {
        Judgement::failed(kind, "0 ≤ confidence ≤ 1", json!({"agentId": id, "confidence": confidence}))
    })))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    for agent in list(case, "agents") {
        let has = |name| !list(&agent["selectionMetadata"], name).is_empty();
        labels.extend(match (has("exampleTasks"), has("notForTasks")) {
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
