//! An exclusion that matches takes a fixed amount away, and not the agent itself.

use super::super::draw::pairs::{classify_exclusions, one_exclusion, with_exclusions};
use super::super::draw::selection::{task_words, unrelated};
use super::super::judge::exclusion::{floor, no_match, selectable, several, subtracts};
use super::super::model::selection::EXCLUDED;
use super::super::prelude::*;
use super::super::reference::selection::{Exclusions, Match as Matched, policy};

const CHECK: Check = Check {
    methods: &["contract/select"],
    shape: &shape::SELECTION,
    edges,
    arms: &[arm(1, "one that matches", one_exclusion)],
    classify: classify_exclusions,
    labels: &["matches", "other case", "among others", "inside a word"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "SEL-006",
    title: "Negative Task Exclusion: lowers the confidence of agents not for the task",
    level: Level::Must,
    source: "INV-AGT-SEL-006",
    statement: "An entry of `notForTasks` that matches the task takes 0.5 from an agent's confidence, down to 0 and not below; \
                an agent with enough that speaks for it is still selected.",
    checks: &[
        CHECK.asserts("subtracts", "an exclusion that matches takes 0.5 away, as far as 0", subtracts),
        CHECK.asserts("floor", "an exclusion never takes a confidence below 0", floor),
        Check {
            id: "selectable",
            property: "an agent with enough that speaks for it is still listed",
            labels: &["matches"],
            exam: selectable,
            ..CHECK
        },
        Check {
            id: "no-match",
            property: "an exclusion that has nothing in common with the task changes nothing",
            edges: || {
                vec![with_exclusions(&["wombat juggling"], &[], "please polish lenses", &["please polish lenses"])]
            },
            arms: &[arm(1, "one that does not match", |draw| {
                let task = task_words(draw).join(" ");
                let entry = unrelated(draw);
                with_exclusions(&[&entry], &[], &task, &[&task])
            })],
            labels: &["no match"],
            exam: no_match,
            ..CHECK
        },
        Check {
            id: "several",
            property: "where several exclusions match, they count once or each",
            edges: || {
                vec![
                    with_exclusions(&["please", "lenses"], &[], "please polish lenses", &["please polish lenses"]),
                    with_exclusions(
                        &["please", "polish", "lenses"],
                        &[],
                        "please polish lenses",
                        &["please polish lenses"],
                    ),
                ]
            },
            arms: &[arm(1, "two that match", |draw| {
                let words = task_words(draw);
                let task = words.join(" ");
                with_exclusions(&[&words[0], &words[1]], &[], &task, &[&task])
            })],
            labels: &["several match"],
            exam: several,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("ignores exclusions", |it| policy(it).exclusion = |_| 0.0),
        Mutant::doing("takes 0.3 away", |it| policy(it).exclusion = |all| once(all, 0.3)),
        Mutant::doing("drops an agent with an exclusion that matches", |it| {
            policy(it).exclusion = |all| once(all, 10.0);
        }),
        Mutant::doing("adds where it should subtract", |it| policy(it).exclusion = |all| once(all, -EXCLUDED)),
        Mutant::doing("looks at the first exclusion only", |it| {
            policy(it).exclusion = |all| weighed(all.entries.first(), |matched| matched != Matched::No);
        }),
        Mutant::doing("excludes the very task only", |it| {
            policy(it).exclusion = |all| weighed(&all.entries, |matched| matched == Matched::Whole);
        }),
        Mutant::doing("looks at the first five exclusions", |it| {
            policy(it).exclusion = |all| weighed(all.entries.iter().take(5), |matched| matched != Matched::No);
        }),
        Mutant::doing("minds exclusions only beside examples", |it| {
            policy(it).exclusion = |all| if all.example > 0.0 { once(all, EXCLUDED) } else { 0.0 };
        }),
        Mutant::doing("minds the case of exclusions", |it| {
            policy(it).exclusion =
                |all| if all.entries.iter().any(|(entry, _)| all.task.contains(entry)) { EXCLUDED } else { 0.0 };
        }),
        Mutant::doing("finds exclusions among whole words only", |it| {
            policy(it).exclusion =
                |all| if all.entries.iter().any(|(entry, _)| in_whole_words(all.task, entry)) { EXCLUDED } else { 0.0 };
        }),
        Mutant::doing("lets an example outweigh exclusions", |it| {
            policy(it).exclusion = |all| if all.example > 0.0 { 0.0 } else { once(all, EXCLUDED) };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/SEL-006.yaml"),
    questions: &[Question {
        id: "several-exclusions",
        asks: "Do several exclusions that match count once or each?",
        readings: &[
            reading("once", "however many match, 0.5 is taken away"),
            reading("each", "each one that matches takes 0.5 away"),
        ],
    }],
};

/// So much is taken away if any exclusion matches.
fn once(all: &Exclusions<'_>, amount: f64) -> f64 {
    all.times().min(1.0) * amount
}

/// What is taken away where one of these entries counts.
fn weighed<'a>(entries: impl IntoIterator<Item = &'a (&'a str, Matched)>, counts: fn(Matched) -> bool) -> f64 {
    if entries.into_iter().any(|(_, matched)| counts(*matched)) { EXCLUDED } else { 0.0 }
}

/// Whether the words of an entry stand in a task, one after the other.
fn in_whole_words(task: &str, entry: &str) -> bool {
    let (task, entry) = (task.to_lowercase(), entry.to_lowercase());
    let words = |text: &str| format!(" {} ", text.split_whitespace().collect::<Vec<_>>().join(" "));
    words(&task).contains(&words(&entry))
}

fn edges() -> Vec<Value> {
    let task = "please polish lenses";
    vec![
        with_exclusions(&["polish lenses"], &[], task, &[task]),
        with_exclusions(&[task], &[], task, &[task]),
        with_exclusions(&["Polish LENSES"], &[], task, &[task]),
        with_exclusions(&["lenses"], &["wombat juggling"], task, &[task]),
        with_exclusions(&["olish lens"], &[], task, &[task]),
        with_exclusions(&["lenses"], &[], task, &["polish"]),
        with_exclusions(&["lenses"], &[], task, &[]),
        with_exclusions(&["lenses"], &["wombat juggling"; 9], task, &[task]),
        without_examples(with_exclusions(&["lenses"], &[], task, &[])),
    ]
}

/// The same agents, for which much speaks but an example.
fn without_examples(mut case: Value) -> Value {
    let agents = case["agents"].as_array_mut().into_iter().flatten();
    for lists in agents.filter_map(|agent| agent.get_mut("selectionMetadata")?.as_object_mut()) {
        lists.remove("exampleTasks");
        lists.insert("keywords".to_owned(), json!(["please", "polish", "lenses"]));
        lists.insert("primaryIntents".to_owned(), json!(["please", "polish", "lenses", "please polish"]));
    }
    case
}
