//! An example that matches lifts an agent by a fixed amount.
//!
//! No formula is guessed: two agents are put side by side that are equal but for one example, and what counts is the
//! difference between them, where no limit hides it.

use super::prelude::*;
use super::selection::{
    CASE, Match, PART, Pair, THRESHOLD, WHOLE, call, confidence, doubt, entries, id, listed, matches, mixed_case,
    named, pairs, same, signalled, standard, task_words, unrelated, with,
};

const CHECK: Check = Check { methods: &["contract/select"], shape: &CASE, classify, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "SEL-005",
    title: "prefers agents with a matching example",
    level: Level::Must,
    source: "INV-AGT-SEL-005",
    statement: "An example that the task contains, whatever its case, adds 0.4 to an agent's confidence; one that is the task \
                itself, but for case and white space around it, adds 0.6; one that has nothing in common with it adds nothing.",
    checks: &[
        Check {
            id: "substring",
            property: "an example that the task contains adds 0.4",
            edges: || {
                vec![
                    team(&["polish lenses"], &[], "please polish lenses today", &[]),
                    team(&["Polish Lenses"], &[], "please polish lenses today", &["today"]),
                    team(&["olish lens"], &[], "please polish lenses today", &["today"]),
                    team(
                        &["lenses today"],
                        &["wombat juggling", "zinc fizz"],
                        "please polish lenses today",
                        &["today"],
                    ),
                ]
            },
            arms: &[arm(1, "one that the task contains", |draw| single(draw, false))],
            labels: &["contained", "other case", "inside a word", "among others"],
            steps: |case, answers| judge(case, answers, Match::Part),
            ..CHECK
        },
        Check {
            id: "exact",
            property: "an example that is the task adds 0.6",
            edges: || {
                vec![
                    team(&["please polish lenses"], &[], "please polish lenses", &[]),
                    team(&["Please Polish Lenses"], &[], "please polish lenses", &["please"]),
                    team(&["  please polish lenses "], &[], "please polish lenses", &["please"]),
                    team(&["please polish lenses"], &["wombat juggling"], " please polish LENSES\n", &["please"]),
                ]
            },
            arms: &[arm(1, "one that is the task", |draw| single(draw, true))],
            labels: &["the task", "other case", "white space", "among others"],
            steps: |case, answers| judge(case, answers, Match::Whole),
            ..CHECK
        },
        Check {
            id: "no-match",
            property: "an example that has nothing in common with the task changes nothing",
            edges: || vec![team(&["wombat juggling"], &[], "please polish lenses", &["please", "polish", "lenses"])],
            arms: &[arm(1, "one that does not match", |draw| {
                let words = task_words(draw);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let entry = unrelated(draw);
                team(&[&entry], &[], &words.join(" "), &words[..2])
            })],
            labels: &["no match"],
            steps: |case, answers| judge(case, answers, Match::No),
            ..CHECK
        },
        Check {
            id: "several",
            property: "where several examples match, the first, the best or all of them count",
            edges: || {
                let task = "please polish lenses";
                vec![
                    chain(&["polish"], "lenses", task),
                    chain(&["polish"], task, task),
                    chain(&["polish", "lenses"], task, task),
                ]
            },
            arms: &[arm(1, "two that match", |draw| {
                let words = task_words(draw);
                let task = words.join(" ");
                let second = if draw.chance(1, 2) { task.clone() } else { words[2].clone() };
                chain(&[&words[1]], &second, &task)
            })],
            labels: &["several match"],
            steps: several,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("adds 0.3 for an example", "adds-a-third-for-an-example"),
        Mutant::quirk("adds no more for the task itself", "treats-exact-as-substring"),
        Mutant::quirk("minds the case", "minds-the-case"),
        Mutant::quirk("minds white space around the task", "does-not-trim"),
        Mutant::quirk("looks for the task in the example", "looks-for-the-task-in-the-example"),
        Mutant::quirk("matches whole words only", "matches-whole-words-only"),
        Mutant::quirk("matches at the beginning of the task only", "matches-at-the-start-only"),
        Mutant::quirk("looks at the first example only", "looks-at-the-first-example-only"),
        Mutant::quirk("looks at the last example only", "looks-at-the-last-example-only"),
        Mutant::quirk("takes every example for a match", "matches-every-example"),
        Mutant::quirk("multiplies where it should add", "examples-multiply"),
    ],
    corpus: include_str!("../../../corpus/contract/SEL-005.yaml"),
    questions: &[
        Question {
            id: "exact-and-substring",
            asks: "Does an example that is the task count as a part of it as well?",
            readings: &[
                Reading { id: "replaces", predicts: "it adds 0.6" },
                Reading { id: "adds", predicts: "it adds 0.6 and 0.4, as far as the limit of 1 goes" },
            ],
        },
        Question {
            id: "several-examples",
            asks: "Which of several matching examples counts?",
            readings: &[
                Reading { id: "best", predicts: "the one that adds most" },
                Reading { id: "first", predicts: "the first one in the list that matches" },
                Reading { id: "sum", predicts: "all of them, as far as the limit of 1 goes" },
            ],
        },
    ],
};

/// An agent without and one with examples: `others` in both, `more` in the middle of them in the second.
fn team(more: &[&str], others: &[&str], task: &str, keywords: &[&str]) -> Value {
    let base = with(&with(&super::selection::plain("p1"), "exampleTasks", others), "keywords", keywords);
    let (before, after) = others.split_at(others.len() / 2);
    let all: Vec<&str> = before.iter().chain(more).chain(after).copied().collect();
    json!({"agents": [base, with(&named(&base, "p2"), "exampleTasks", &all), standard()], "task": task})
}

/// Agents with no example, with these, and with one more.
fn chain(first: &[&str], more: &str, task: &str) -> Value {
    let base = with(&super::selection::plain("p0"), "keywords", &["polish", "lenses"]);
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
fn single(draw: &mut Draw, whole: bool) -> Value {
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
    let others: Vec<String> = draw.list(0..=3, unrelated);
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let base = with(&signalled(draw, "p1", &words), "exampleTasks", &others);
    let mut all = others;
    all.insert(draw.size(0..=all.len()), &entry);
    let mut agents = vec![named(&with(&base, "exampleTasks", &all), "p2"), base, standard()];
    draw.shuffle(&mut agents);
    json!({"agents": agents, "task": task})
}

/// The pairs of a case whose further entry matches in that way, and whose other entries do not match at all.
fn judged(case: &Value, wanted: Match) -> Vec<Pair<'_>> {
    let task = case["task"].as_str().unwrap_or_default();
    pairs(case, "exampleTasks")
        .into_iter()
        .filter(|pair| matches(task, pair.entry) == wanted)
        .filter(|pair| entries(pair.plain, "exampleTasks").into_iter().all(|entry| matches(task, entry) == Match::No))
        .collect()
}

fn judge(case: &Value, answers: &[Answer], wanted: Match) -> Result<Step, WrongShape> {
    let pairs = judged(case, wanted);
    if doubt(case).is_some() || pairs.is_empty() || case.get("maxResults").is_some() {
        return Ok(Step::Judged(Judgement::open("no two agents that differ in one such example")));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    let listed = listed(answer)?;
    let mut judgement = Judgement::held();
    for pair in pairs {
        let (before, after) = (confidence(&listed, pair.plain), confidence(&listed, pair.other));
        let agrees = |adds: f64| lifted(before, after, adds);
        let (right, reading): (bool, &[&'static str]) = match wanted {
            Match::Part => (agrees(PART), &[]),
            Match::Whole => match (agrees(WHOLE), agrees(WHOLE + PART)) {
                (true, true) => (true, &["replaces", "adds"]),
                (true, false) => (true, &["replaces"]),
                (false, true) => (true, &["adds"]),
                (false, false) => (false, &[]),
            },
            Match::No | Match::Unclear => (agrees(0.0), &[]),
        };
        if !right {
            let (adds, kind) = match wanted {
                Match::Part => ("0.4", "an example that the task contains does not add 0.4"),
                Match::Whole => ("0.6", "an example that is the task does not add 0.6"),
                Match::No | Match::Unclear => ("nothing", "an example that does not match changes the confidence"),
            };
            let expected =
                format!("{:?} adds {adds}: {} is that much above {}", pair.entry, id(pair.other), id(pair.plain));
            return Ok(Step::Judged(Judgement::failed(kind, expected, json!(listed))));
        }
        if !reading.is_empty() {
            judgement = judgement.consistent_with("exact-and-substring", reading);
        }
    }
    Ok(Step::Judged(judgement))
}

/// Whether `after` is `before` and so much more, as far as the limit of 1 goes. Below a threshold of its own a subject
/// may list nobody, so that an agent that is not listed may have had a little.
fn lifted(before: f64, after: f64, adds: f64) -> bool {
    let due = |base: f64| (base + adds).min(1.0);
    if before > 0.0 || adds == 0.0 {
        return same(after, due(before));
    }
    after >= due(0.0) - 1e-9 && after < due(THRESHOLD) + if due(THRESHOLD) < 1.0 { 0.0 } else { 1e-9 }
}

/// An agent with one more matching example than another, beside one with none.
fn several(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let task = case["task"].as_str().unwrap_or_default();
    let agents = super::selection::agents(case);
    let bare = agents.iter().find(|agent| id(agent) != "standard" && entries(agent, "exampleTasks").is_empty());
    let many = agents.iter().find(|agent| {
        let kinds: Vec<Match> = entries(agent, "exampleTasks").into_iter().map(|entry| matches(task, entry)).collect();
        kinds.len() > 1 && kinds.iter().all(|kind| matches!(kind, Match::Part | Match::Whole))
    });
    let (Some(bare), Some(many), None) = (bare, many, doubt(case)) else {
        return Ok(Step::Judged(Judgement::open("no agent with several examples that match, and one without")));
    };
    if named(&with(many, "exampleTasks", &[]), "") != named(&with(bare, "exampleTasks", &[]), "") {
        return Ok(Step::Judged(Judgement::open("the agents differ in more than their examples")));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    let listed = listed(answer)?;
    let (before, after) = (confidence(&listed, bare), confidence(&listed, many));
    let mut consistent: Vec<&'static str> = Vec::new();
    for whole in [WHOLE, WHOLE + PART] {
        let worth: Vec<f64> = entries(many, "exampleTasks")
            .into_iter()
            .map(|entry| if matches(task, entry) == Match::Whole { whole } else { PART })
            .collect();
        let best = worth.iter().copied().fold(0.0, f64::max);
        for (reading, adds) in [("best", best), ("first", worth[0]), ("sum", worth.iter().sum())] {
            if lifted(before, after, adds) && !consistent.contains(&reading) {
                consistent.push(reading);
            }
        }
    }
    Ok(Step::Judged(Judgement::held().consistent_with("several-examples", &consistent)))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let task = case["task"].as_str().unwrap_or_default();
    let mut labels = Vec::new();
    for agent in super::selection::agents(case) {
        let all = entries(agent, "exampleTasks");
        let matching: Vec<&&str> = all.iter().filter(|entry| matches(task, entry) != Match::No).collect();
        labels.extend((matching.len() > 1).then_some("several match"));
        labels.extend((matching.len() == 1 && all.len() > 1).then_some("among others"));
        for entry in matching {
            let kind = matches(task, entry);
            labels.push(if kind == Match::Whole { "the task" } else { "contained" });
            labels.extend((!task.contains(entry.trim())).then_some("other case"));
            labels.extend((entry.trim() != *entry || task.trim() != task).then_some("white space"));
            let words = || task.split_whitespace().map(str::to_lowercase);
            let first = entry.split_whitespace().next().unwrap_or_default().to_lowercase();
            labels.extend((kind == Match::Part && !words().any(|word| word == first)).then_some("inside a word"));
        }
        labels.extend(
            (!all.is_empty() && all.iter().all(|entry| matches(task, entry) == Match::No)).then_some("no match"),
        );
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
