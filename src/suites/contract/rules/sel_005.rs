//! An example that matches lifts an agent by a fixed amount.
//!
//! No formula is guessed: two agents are put side by side that are equal but for one example, and what counts is the
//! difference between them, where no limit hides it.

use super::super::draw::pairs::{
    classify_examples, one_example, with_examples, with_first_alone, with_more_and_more_examples,
};
use super::super::draw::selection::{named, task_words, unrelated, with};
use super::super::judge::pairs::{Side, side_by_side};
use super::super::judge::selection::{call, confidence, listed, select, stands_on_range};
use super::super::model::selection::{Match, PART, THRESHOLD, WHOLE, agents, entries, id, matches, same};
use super::super::prelude::*;
use super::super::reference::selection::{DOCUMENT, Match as Matched, worth};

const CHECK: Check =
    Check { methods: &["contract/select"], shape: &shape::SELECTION, classify: classify_examples, ..Check::NEW };

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
                    with_examples(&["polish lenses"], &[], "please polish lenses today", &[]),
                    with_examples(&["Polish Lenses"], &[], "please polish lenses today", &["today"]),
                    with_examples(&["olish lens"], &[], "please polish lenses today", &["today"]),
                    with_examples(
                        &["lenses today"],
                        &["wombat juggling", "zinc fizz"],
                        "please polish lenses today",
                        &["today"],
                    ),
                ]
            },
            arms: &[arm(1, "one that the task contains", |draw| one_example(draw, false))],
            labels: &["contained", "other case", "inside a word", "among others"],
            exam: contained,
            ..CHECK
        },
        Check {
            id: "exact",
            property: "an example that is the task adds 0.6",
            edges: || {
                vec![
                    with_examples(&["please polish lenses"], &[], "please polish lenses", &[]),
                    with_examples(&["Please Polish Lenses"], &[], "please polish lenses", &["please"]),
                    with_examples(&["  please polish lenses "], &[], "please polish lenses", &["please"]),
                    with_examples(
                        &["please polish lenses"],
                        &["wombat juggling"],
                        " please polish LENSES\n",
                        &["please"],
                    ),
                ]
            },
            arms: &[arm(1, "one that is the task", |draw| one_example(draw, true))],
            labels: &["the task", "other case", "white space", "among others"],
            exam: the_task,
            ..CHECK
        },
        Check {
            id: "no-match",
            property: "an example that has nothing in common with the task changes nothing",
            edges: || {
                vec![with_examples(&["wombat juggling"], &[], "please polish lenses", &["please", "polish", "lenses"])]
            },
            arms: &[arm(1, "one that does not match", |draw| {
                let words = task_words(draw);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let entry = unrelated(draw);
                with_examples(&[&entry], &[], &words.join(" "), &words[..2])
            })],
            labels: &["no match"],
            exam: no_match,
            ..CHECK
        },
        Check {
            id: "several",
            property: "where several examples match, the first, the best or all of them count",
            edges: || {
                let task = "please polish lenses";
                vec![
                    with_more_and_more_examples(&["polish"], "lenses", task),
                    with_more_and_more_examples(&["polish"], task, task),
                    with_more_and_more_examples(&["polish", "lenses"], task, task),
                ]
            },
            arms: &[arm(1, "two that match", |draw| {
                let words = task_words(draw);
                let task = words.join(" ");
                let second = if draw.chance(1, 2) { task.clone() } else { words[2].clone() };
                with_more_and_more_examples(&[&words[1]], &second, &task)
            })],
            labels: &["several match"],
            exam: several,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("adds 0.3 for an example", |policies| {
            policies.change(&DOCUMENT).worth = |matched| if matched == Matched::Part { 0.3 } else { worth(matched) };
        }),
        Mutant::doing("adds no more for the task itself", |policies| {
            policies.change(&DOCUMENT).worth = |matched| if matched == Matched::No { 0.0 } else { PART };
        }),
        Mutant::doing("minds the case", |policies| {
            policies.change(&DOCUMENT).plain = |text| text.trim().to_owned();
        }),
        Mutant::doing("minds white space around the task", |policies| {
            policies.change(&DOCUMENT).plain = str::to_lowercase;
        }),
        Mutant::doing("looks for the task in the example", |policies| {
            policies.change(&DOCUMENT).contains = |task, entry| entry.contains(task);
        }),
        Mutant::doing("matches whole words only", |policies| policies.change(&DOCUMENT).contains = whole_words),
        Mutant::doing("matches at the beginning of the task only", |policies| {
            policies.change(&DOCUMENT).contains = |task, entry| task.starts_with(entry);
        }),
        Mutant::doing("looks at the first example only", |policies| {
            policies.change(&DOCUMENT).examples = |worths| worths.first().copied().unwrap_or(0.0);
        }),
        Mutant::doing("looks at the last example only", |policies| {
            policies.change(&DOCUMENT).examples = |worths| worths.last().copied().unwrap_or(0.0);
        }),
        Mutant::doing("takes every example for a match", |policies| {
            policies.change(&DOCUMENT).contains = |_, _| true;
        }),
        Mutant::doing("multiplies where it should add", |policies| {
            policies.change(&DOCUMENT).sum =
                |base, examples| if base > 0.0 { base * (1.0 + examples * 2.0) } else { examples };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/SEL-005.yaml"),
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

fn whole_words(task: &str, entry: &str) -> bool {
    let (task, entry): (Vec<&str>, Vec<&str>) = (task.split_whitespace().collect(), entry.split_whitespace().collect());
    !entry.is_empty() && task.windows(entry.len()).any(|part| part == entry)
}

fn contained(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    for side in side_by_side(case, talk, "exampleTasks", |found| found == Match::Part)? {
        if !lifted(&side, PART) {
            return fails(case, talk, &side, "an example that the task contains does not add 0.4", "0.4");
        }
    }
    Ok(Judgement::held())
}

fn the_task(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let mut judgement = Judgement::held();
    for side in side_by_side(case, talk, "exampleTasks", |found| found == Match::Whole)? {
        let readings: &[&str] = match (lifted(&side, WHOLE), lifted(&side, WHOLE + PART)) {
            (true, true) => &["replaces", "adds"],
            (true, false) => &["replaces"],
            (false, true) => &["adds"],
            (false, false) => return fails(case, talk, &side, "an example that is the task does not add 0.6", "0.6"),
        };
        judgement = judgement.consistent_with("exact-and-substring", readings);
    }
    Ok(judgement)
}

fn no_match(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    for side in side_by_side(case, talk, "exampleTasks", |found| found == Match::No)? {
        if !lifted(&side, 0.0) {
            return fails(case, talk, &side, "an example that does not match changes the confidence", "nothing");
        }
    }
    Ok(Judgement::held())
}

fn fails(case: &Case<'_>, talk: &mut Talk<'_>, side: &Side<'_>, kind: &str, adds: &str) -> Result<Judgement, Stop> {
    side.stands(case, talk)?;
    let (plain, other) = (id(side.pair.plain), id(side.pair.other));
    let expected = format!("{:?} adds {adds}: {other} is that much above {plain}", side.pair.entry);
    Ok(Judgement::failed(kind, expected, json!(side.listed)))
}

/// Whether one agent is so much above the other, as far as the limit of 1 goes. Below a threshold of its own a subject
/// may list nobody, so that an agent that is not listed may have had a little.
fn lifted(side: &Side<'_>, adds: f64) -> bool {
    is_lifted(side.before, side.after, adds)
}

fn is_lifted(before: f64, after: f64, adds: f64) -> bool {
    let due = |base: f64| (base + adds).min(1.0);
    if before > 0.0 || adds == 0.0 {
        return same(after, due(before));
    }
    after >= due(0.0) - 1e-9 && after < due(THRESHOLD) + if due(THRESHOLD) < 1.0 { 0.0 } else { 1e-9 }
}

/// An agent with one more matching example than another, beside one with none.
fn several(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let task = case["task"].as_str().unwrap_or_default();
    let bare = agents(case).iter().find(|agent| id(agent) != "standard" && entries(agent, "exampleTasks").is_empty());
    let many = agents(case).iter().find(|agent| {
        let kinds: Vec<Match> = entries(agent, "exampleTasks").into_iter().map(|entry| matches(task, entry)).collect();
        kinds.len() > 1 && kinds.iter().all(|kind| matches!(kind, Match::Part | Match::Whole))
    });
    let (Some(bare), Some(many)) = (bare, many) else {
        return Ok(Judgement::open("no agent with several examples that match, and one without"));
    };
    if named(&with(many, "exampleTasks", &[]), "") != named(&with(bare, "exampleTasks", &[]), "") {
        return Ok(Judgement::open("the agents differ in more than their examples"));
    }
    let found = select(case, talk)?;
    stands_on_range(case, &found)?;
    let (before, after) = (confidence(&found, bare), confidence(&found, many));
    let mut consistent: Vec<&'static str> = Vec::new();
    for whole in [WHOLE, WHOLE + PART] {
        let worth: Vec<f64> = entries(many, "exampleTasks")
            .into_iter()
            .map(|entry| if matches(task, entry) == Match::Whole { whole } else { PART })
            .collect();
        let best = worth.iter().copied().fold(0.0, f64::max);
        for (reading, adds) in [("best", best), ("first", worth[0]), ("sum", worth.iter().sum())] {
            if is_lifted(before, after, adds) && !consistent.contains(&reading) {
                consistent.push(reading);
            }
        }
    }
    if consistent.is_empty() {
        let ground = with_first_alone(case, many, "exampleTasks");
        let alone = listed(talk.ask(call(&ground).remembered())?)?;
        let lifted = |adds| is_lifted(confidence(&alone, bare), confidence(&alone, many), adds);
        if ![PART, WHOLE, WHOLE + PART].into_iter().any(lifted) {
            return Ok(Judgement::blocked("one example alone does not add what is due", &ground));
        }
    }
    Ok(Judgement::held().consistent_with("several-examples", &consistent))
}
