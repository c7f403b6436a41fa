//! An example that matches lifts an agent by a fixed amount.
//!
//! No formula is guessed: two agents are put side by side that are equal but for one example, and what counts is the
//! difference between them, where no limit hides it.

use super::super::draw::pairs::{classify_examples, one_example, with_examples, with_more_and_more_examples};
use super::super::draw::selection::{task_words, unrelated};
use super::super::judge::example::{contained, no_match, several, the_task};
use super::super::model::selection::PART;
use super::super::prelude::*;
use super::super::reference::selection::{Match as Matched, policy, worth};

const CHECK: Check =
    Check { methods: &["contract/select"], shape: &shape::SELECTION, classify: classify_examples, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "SEL-005",
    title: "Example Task Matching: raises the confidence of agents with a matching example",
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
                    // All but the task itself.
                    with_examples(&["polish lenses"], &[], "Polish lenses!", &["polish"]),
                    with_examples(&["polish (all) lenses?"], &[], "please polish (all) lenses? today", &["today"]),
                    with_examples(&["lenses today"], &[], &format!("{FAR} polish lenses today"), &["today"]),
                    with_examples(&[FAR], &[], &format!("please, {FAR} at last"), &["please"]),
                    with_examples(&["lenses"], &["wombat juggling"; 9], "please polish lenses", &["please"]),
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
                    in_context(with_examples(&["please polish lenses"], &[], "please polish lenses", &["please"])),
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
        Mutant::doing("adds 0.3 for an example", |it| {
            policy(it).worth = |matched| if matched == Matched::Part { 0.3 } else { worth(matched) };
        }),
        Mutant::doing("adds no more for the task itself", |it| {
            policy(it).worth = |matched| if matched == Matched::No { 0.0 } else { PART };
        }),
        Mutant::doing("minds the case", |it| policy(it).plain = |text| text.trim().to_owned()),
        Mutant::doing("minds white space around the task", |it| policy(it).plain = str::to_lowercase),
        Mutant::doing("looks for the task in the example", |it| {
            policy(it).contains = |task, entry| entry.contains(task);
        }),
        Mutant::doing("matches whole words only", |it| policy(it).contains = whole_words),
        Mutant::doing("matches at the beginning of the task only", |it| {
            policy(it).contains = |task, entry| task.starts_with(entry);
        }),
        Mutant::doing("looks at the first example only", |it| {
            policy(it).examples = |worths| worths.first().copied().unwrap_or(0.0);
        }),
        Mutant::doing("looks at the last example only", |it| {
            policy(it).examples = |worths| worths.last().copied().unwrap_or(0.0);
        }),
        Mutant::doing("takes every example for a match", |it| policy(it).contains = |_, _| true),
        Mutant::doing("leaves punctuation at the end of a task out", |it| {
            policy(it).plain = |text| text.trim().trim_end_matches(['.', '!', '?']).to_lowercase();
        }),
        Mutant::doing("reads the first hundred characters of a text", |it| {
            policy(it).plain = |text| text.trim().chars().take(100).collect::<String>().to_lowercase();
        }),
        Mutant::doing("looks for words and nothing else", |it| {
            policy(it).contains = |task, entry| task.contains(entry) && entry.chars().all(|c| !"()?+*".contains(c));
        }),
        Mutant::doing("looks at the first five examples", |it| {
            policy(it).examples = |worths| worths.iter().take(5).copied().fold(0.0, f64::max);
        }),
        Mutant::answers("takes the context for a part of the task", |request, mut answer| {
            let wants = request.params["context"].is_object();
            for result in answer["results"].as_array_mut().into_iter().flatten().filter(|_| wants) {
                result["confidence"] = json!(result["confidence"].as_f64().unwrap_or(0.0).min(0.5));
            }
            answer
        }),
        Mutant::doing("multiplies where it should add", |it| {
            policy(it).sum = |base, examples| if base > 0.0 { base * (1.0 + examples * 2.0) } else { examples };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/SEL-005.yaml"),
    questions: &[
        Question {
            id: "exact-and-substring",
            asks: "Does an example that is the task count as a part of it as well?",
            readings: &[
                reading("replaces", "it adds 0.6"),
                reading("adds", "it adds 0.6 and 0.4, as far as the limit of 1 goes"),
            ],
        },
        Question {
            id: "several-examples",
            asks: "Which of several matching examples counts?",
            readings: &[
                reading("best", "the one that adds most"),
                reading("first", "the first one in the list that matches"),
                reading("sum", "all of them, as far as the limit of 1 goes"),
            ],
        },
    ],
};

/// More than a hundred characters.
const FAR: &str =
    "birch cedar delta ember fjord grove heron iris jade kelp lotus maple nova opal pine quartz river slate tulip";

/// The same selection, in some context.
fn in_context(mut case: Value) -> Value {
    case["context"] = json!({"project": "zzz"});
    case
}

fn whole_words(task: &str, entry: &str) -> bool {
    let (task, entry): (Vec<&str>, Vec<&str>) = (task.split_whitespace().collect(), entry.split_whitespace().collect());
    !entry.is_empty() && task.windows(entry.len()).any(|part| part == entry)
}
