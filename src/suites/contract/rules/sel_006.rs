//! An exclusion that matches takes a fixed amount away, and not the agent itself.

use super::prelude::*;
use super::selection::{
    CASE, EXCLUDED, Match, Pair, THRESHOLD, call, confidence, doubt, entries, id, listed, matches, mixed_case, named,
    pairs, plain, same, signalled, standard, task_words, unrelated, with,
};

const CHECK: Check = Check {
    methods: &["contract/select"],
    shape: &CASE,
    edges,
    arms: &[arm(1, "one that matches", single)],
    classify,
    labels: &["matches", "other case", "among others"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "SEL-006",
    title: "marks agents down for tasks that are not for them",
    level: Level::Must,
    source: "INV-AGT-SEL-006",
    statement: "An entry of `notForTasks` that matches the task takes 0.5 from an agent's confidence, down to 0 and not below; \
                an agent with enough that speaks for it is still selected.",
    checks: &[
        Check {
            id: "subtracts",
            property: "an exclusion that matches takes 0.5 away, as far as 0",
            steps: |case, answers| {
                judge(
                    case,
                    answers,
                    |before, after| {
                        let due = (before - EXCLUDED).max(0.0);
                        same(after, due) || (due < THRESHOLD && same(after, 0.0))
                    },
                    "an exclusion does not take 0.5 away",
                )
            },
            ..CHECK
        },
        Check {
            id: "floor",
            property: "an exclusion never takes a confidence below 0",
            steps: |case, answers| {
                judge(case, answers, |_, after| after >= 0.0, "an exclusion takes a confidence below 0")
            },
            ..CHECK
        },
        Check {
            id: "selectable",
            property: "an agent with enough that speaks for it is still listed",
            labels: &["matches"],
            steps: |case, answers| {
                judge(
                    case,
                    answers,
                    |before, after| before - EXCLUDED < THRESHOLD || after > 0.0,
                    "a strong agent is dropped",
                )
            },
            ..CHECK
        },
        Check {
            id: "no-match",
            property: "an exclusion that has nothing in common with the task changes nothing",
            edges: || vec![pair(&["wombat juggling"], &[], "please polish lenses", &["please polish lenses"])],
            arms: &[arm(1, "one that does not match", |draw| {
                let task = task_words(draw).join(" ");
                let entry = unrelated(draw);
                pair(&[&entry], &[], &task, &[&task])
            })],
            labels: &["no match"],
            steps: no_match,
            ..CHECK
        },
        Check {
            id: "several",
            property: "where several exclusions match, they count once or each",
            edges: || {
                vec![
                    pair(&["please", "lenses"], &[], "please polish lenses", &["please polish lenses"]),
                    pair(&["please", "polish", "lenses"], &[], "please polish lenses", &["please polish lenses"]),
                ]
            },
            arms: &[arm(1, "two that match", |draw| {
                let words = task_words(draw);
                let task = words.join(" ");
                pair(&[&words[0], &words[1]], &[], &task, &[&task])
            })],
            labels: &["several match"],
            steps: several,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("ignores exclusions", "ignores-exclusions"),
        Mutant::quirk("takes 0.3 away", "takes-a-third-away"),
        Mutant::quirk("drops an agent with an exclusion that matches", "drops-excluded-agents"),
        Mutant::quirk("adds where it should subtract", "exclusions-add"),
        Mutant::quirk("looks at the first exclusion only", "looks-at-the-first-exclusion-only"),
        Mutant::quirk("excludes the very task only", "excludes-exact-tasks-only"),
        Mutant::quirk("minds the case of exclusions", "excludes-case-sensitively"),
        Mutant::quirk("lets an example outweigh exclusions", "an-example-outweighs-exclusions"),
    ],
    corpus: include_str!("../../../corpus/contract/SEL-006.yaml"),
    questions: &[Question {
        id: "several-exclusions",
        asks: "Do several exclusions that match count once or each?",
        readings: &[
            Reading { id: "once", predicts: "however many match, 0.5 is taken away" },
            Reading { id: "each", predicts: "each one that matches takes 0.5 away" },
        ],
    }],
};

/// An agent with examples, and the same one with exclusions, `others` in both.
fn pair(more: &[&str], others: &[&str], task: &str, examples: &[&str]) -> Value {
    let base = with(&with(&plain("p1"), "exampleTasks", examples), "notForTasks", others);
    let base = with(&base, "keywords", &task.split_whitespace().take(3).collect::<Vec<_>>());
    let all: Vec<&str> = others.iter().chain(more).copied().collect();
    json!({"agents": [base, with(&named(&base, "p2"), "notForTasks", &all), standard()], "task": task})
}

fn edges() -> Vec<Value> {
    let task = "please polish lenses";
    vec![
        pair(&["polish lenses"], &[], task, &[task]),
        pair(&[task], &[], task, &[task]),
        pair(&["Polish LENSES"], &[], task, &[task]),
        pair(&["lenses"], &["wombat juggling"], task, &[task]),
        pair(&["lenses"], &[], task, &["polish"]),
        pair(&["lenses"], &[], task, &[]),
    ]
}

/// A pair of agents of which one has an exclusion that matches, among others that do not.
fn single(draw: &mut Draw) -> Value {
    let words = task_words(draw);
    let task = words.join(" ");
    let entry = if draw.chance(1, 4) { task.clone() } else { words[draw.below(words.len())].clone() };
    let entry = if draw.chance(1, 3) { mixed_case(draw, &entry) } else { entry };
    let others: Vec<String> = draw.list(0..=3, unrelated);
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

/// The pairs of a case whose further entry matches (or not), and whose other entries do not match at all.
fn judged(case: &Value, wanted: fn(Match) -> bool) -> Vec<Pair<'_>> {
    let task = case["task"].as_str().unwrap_or_default();
    pairs(case, "notForTasks")
        .into_iter()
        .filter(|pair| wanted(matches(task, pair.entry)))
        .filter(|pair| entries(pair.plain, "notForTasks").into_iter().all(|entry| matches(task, entry) == Match::No))
        .collect()
}

fn judge_pairs(
    case: &Value,
    answers: &[Answer],
    wanted: fn(Match) -> bool,
    judge: impl Fn(&Pair<'_>, f64, f64) -> Option<(&'static str, String)>,
) -> Result<Step, WrongShape> {
    let pairs = judged(case, wanted);
    if doubt(case).is_some() || pairs.is_empty() || case.get("maxResults").is_some() {
        return Ok(Step::Judged(Judgement::open("no two agents that differ in one such exclusion")));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    let listed = listed(answer)?;
    for pair in pairs {
        let (before, after) = (confidence(&listed, pair.plain), confidence(&listed, pair.other));
        if let Some((kind, expected)) = judge(&pair, before, after) {
            return Ok(Step::Judged(Judgement::failed(kind, expected, json!(listed))));
        }
    }
    Ok(Step::Judged(Judgement::held()))
}

fn judge(
    case: &Value,
    answers: &[Answer],
    right: fn(f64, f64) -> bool,
    kind: &'static str,
) -> Result<Step, WrongShape> {
    let matching = |found| matches!(found, Match::Part | Match::Whole);
    judge_pairs(case, answers, matching, |pair, before, after| {
        // At 1 a confidence may be more than it shows: what is taken away from that is not seen.
        let hidden = before >= 1.0 - 1e-9;
        (!hidden && !right(before, after)).then(|| {
            (kind, format!("{:?} takes 0.5 away: {} is that much below {}", pair.entry, id(pair.other), id(pair.plain)))
        })
    })
}

fn no_match(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    judge_pairs(
        case,
        answers,
        |found| found == Match::No,
        |pair, before, after| {
            let expected =
                format!("{:?} takes nothing away: {} is where {} is", pair.entry, id(pair.other), id(pair.plain));
            (!same(before, after)).then_some(("an exclusion that does not match changes the confidence", expected))
        },
    )
}

/// Two agents, of which one has several exclusions that match.
fn several(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let task = case["task"].as_str().unwrap_or_default();
    let agents = super::selection::agents(case);
    let many = agents.iter().find(|agent| {
        let all = entries(agent, "notForTasks");
        all.len() > 1 && all.into_iter().all(|entry| matches!(matches(task, entry), Match::Part | Match::Whole))
    });
    let none = many.and_then(|many| {
        agents.iter().find(|agent| {
            id(agent) != "standard"
                && entries(agent, "notForTasks").is_empty()
                && named(&with(agent, "notForTasks", &[]), "") == named(&with(many, "notForTasks", &[]), "")
        })
    });
    let (Some(many), Some(none), None) = (many, none, doubt(case)) else {
        return Ok(Step::Judged(Judgement::open("no agent with several exclusions that match, and one without")));
    };
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    let listed = listed(answer)?;
    let (before, after) = (confidence(&listed, none), confidence(&listed, many));
    let times = u32::try_from(entries(many, "notForTasks").len()).map_or(2.0, f64::from);
    let (once, each) = ((before - EXCLUDED).max(0.0), (before - EXCLUDED * times).max(0.0));
    if before >= 1.0 - 1e-9 || (same(after, 0.0) && once < THRESHOLD) || same(once, each) {
        return Ok(Step::Judged(Judgement::held()));
    }
    Ok(Step::Judged(match (same(after, once), same(after, each) || (same(after, 0.0) && each < THRESHOLD)) {
        (true, _) => Judgement::held().consistent_with("several-exclusions", &["once"]),
        (false, true) => Judgement::held().consistent_with("several-exclusions", &["each"]),
        (false, false) => Judgement::held().consistent_with("several-exclusions", &[]),
    }))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let task = case["task"].as_str().unwrap_or_default();
    let mut labels = Vec::new();
    for agent in super::selection::agents(case) {
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
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
