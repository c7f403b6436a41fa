//! An exclusion that matches takes a fixed amount away, and not the agent itself.

use super::super::draw::pairs::{classify_exclusions, one_exclusion, with_exclusions, with_first_alone};
use super::super::draw::selection::{named, standard, task_words, unrelated, with};
use super::super::judge::pairs::{Side, side_by_side};
use super::super::judge::selection::{call, confidence, listed, select, stands_on_range};
use super::super::model::selection::{EXCLUDED, Match, THRESHOLD, agents, entries, id, matches, same};
use super::super::prelude::*;
use super::super::reference::selection::{DOCUMENT, Exclusions, Match as Matched};

const CHECK: Check = Check {
    methods: &["contract/select"],
    shape: &shape::SELECTION,
    edges,
    arms: &[arm(1, "one that matches", one_exclusion)],
    classify: classify_exclusions,
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
            exam: subtracts,
            ..CHECK
        },
        Check { id: "floor", property: "an exclusion never takes a confidence below 0", exam: floor, ..CHECK },
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
        Mutant::doing("ignores exclusions", |policies| policies.change(&DOCUMENT).exclusion = |_| 0.0),
        Mutant::doing("takes 0.3 away", |policies| policies.change(&DOCUMENT).exclusion = |all| once(all, 0.3)),
        Mutant::doing("drops an agent with an exclusion that matches", |policies| {
            policies.change(&DOCUMENT).exclusion = |all| once(all, 10.0);
        }),
        Mutant::doing("adds where it should subtract", |policies| {
            policies.change(&DOCUMENT).exclusion = |all| once(all, -EXCLUDED);
        }),
        Mutant::doing("looks at the first exclusion only", |policies| {
            policies.change(&DOCUMENT).exclusion = |all| weighed(all.entries.first(), |matched| matched != Matched::No);
        }),
        Mutant::doing("excludes the very task only", |policies| {
            policies.change(&DOCUMENT).exclusion = |all| weighed(&all.entries, |matched| matched == Matched::Whole);
        }),
        Mutant::doing("minds the case of exclusions", |policies| {
            policies.change(&DOCUMENT).exclusion =
                |all| if all.entries.iter().any(|(entry, _)| all.task.contains(entry)) { EXCLUDED } else { 0.0 };
        }),
        Mutant::doing("lets an example outweigh exclusions", |policies| {
            policies.change(&DOCUMENT).exclusion = |all| if all.example > 0.0 { 0.0 } else { once(all, EXCLUDED) };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/SEL-006.yaml"),
    questions: &[Question {
        id: "several-exclusions",
        asks: "Do several exclusions that match count once or each?",
        readings: &[
            Reading { id: "once", predicts: "however many match, 0.5 is taken away" },
            Reading { id: "each", predicts: "each one that matches takes 0.5 away" },
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

fn edges() -> Vec<Value> {
    let task = "please polish lenses";
    vec![
        with_exclusions(&["polish lenses"], &[], task, &[task]),
        with_exclusions(&[task], &[], task, &[task]),
        with_exclusions(&["Polish LENSES"], &[], task, &[task]),
        with_exclusions(&["lenses"], &["wombat juggling"], task, &[task]),
        with_exclusions(&["lenses"], &[], task, &["polish"]),
        with_exclusions(&["lenses"], &[], task, &[]),
    ]
}

fn subtracts(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let right = |before: f64, after: f64| {
        let due = (before - EXCLUDED).max(0.0);
        same(after, due) || (due < THRESHOLD && same(after, 0.0))
    };
    excluded(case, talk, right, "an exclusion does not take 0.5 away")
}

fn floor(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    excluded(case, talk, |_, after| after >= 0.0, "an exclusion takes a confidence below 0")
}

fn selectable(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let right = |before, after| before - EXCLUDED < THRESHOLD || after > 0.0;
    excluded(case, talk, right, "a strong agent is dropped")
}

/// Judges the pairs whose further exclusion matches.
fn excluded(case: &Case<'_>, talk: &mut Talk<'_>, right: fn(f64, f64) -> bool, kind: &str) -> Result<Judgement, Stop> {
    for side in side_by_side(case, talk, "notForTasks", |found| matches!(found, Match::Part | Match::Whole))? {
        // At 1 a confidence may be more than it shows: what is taken away from that is not seen.
        if side.before < 1.0 - 1e-9 && !right(side.before, side.after) {
            let (plain, other) = (id(side.pair.plain), id(side.pair.other));
            let expected = format!("{:?} takes 0.5 away: {other} is that much below {plain}", side.pair.entry);
            return fails(case, talk, &side, kind, expected);
        }
    }
    Ok(Judgement::held())
}

fn no_match(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    for side in side_by_side(case, talk, "notForTasks", |found| found == Match::No)? {
        if !same(side.before, side.after) {
            let kind = "an exclusion that does not match changes the confidence";
            let (plain, other) = (id(side.pair.plain), id(side.pair.other));
            let expected = format!("{:?} takes nothing away: {other} is where {plain} is", side.pair.entry);
            return fails(case, talk, &side, kind, expected);
        }
    }
    Ok(Judgement::held())
}

fn fails(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    side: &Side<'_>,
    kind: &str,
    expected: String,
) -> Result<Judgement, Stop> {
    // Below 0 there is nothing else that it could come from.
    if side.after >= 0.0 {
        side.stands(case, talk)?;
        stands_on_example(case, talk, side)?;
    }
    Ok(Judgement::failed(kind, expected, json!(side.listed)))
}

/// Stops where the subject does not see the entry as the document says if it is an example: then it is not exclusions
/// that it gets wrong, but matching.
fn stands_on_example(case: &Case<'_>, talk: &mut Talk<'_>, side: &Side<'_>) -> Result<(), Stop> {
    let task = case["task"].as_str().unwrap_or_default();
    let bare = with(&with(side.pair.plain, "exampleTasks", &[]), "notForTasks", &[]);
    let example = named(&with(&bare, "exampleTasks", &[side.pair.entry]), id(side.pair.other));
    let ground = json!({"agents": [bare, example, standard()], "task": task});
    let listed = listed(talk.ask(call(&ground).remembered())?)?;
    let lifted = confidence(&listed, &example) > confidence(&listed, &bare);
    if lifted == (matches(task, side.pair.entry) != Match::No) {
        return Ok(());
    }
    Err(Judgement::blocked(
        "the entry is not taken for a match where it is an example: SEL-005 says what is due",
        &ground,
    )
    .into())
}

/// Two agents, of which one has several exclusions that match.
fn several(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let task = case["task"].as_str().unwrap_or_default();
    let many = agents(case).iter().find(|agent| {
        let all = entries(agent, "notForTasks");
        all.len() > 1 && all.into_iter().all(|entry| matches!(matches(task, entry), Match::Part | Match::Whole))
    });
    let none = many.and_then(|many| {
        agents(case).iter().find(|agent| {
            id(agent) != "standard"
                && entries(agent, "notForTasks").is_empty()
                && named(&with(agent, "notForTasks", &[]), "") == named(&with(many, "notForTasks", &[]), "")
        })
    });
    let (Some(many), Some(none)) = (many, none) else {
        return Ok(Judgement::open("no agent with several exclusions that match, and one without"));
    };
    let found = select(case, talk)?;
    stands_on_range(case, &found)?;
    let (before, after) = (confidence(&found, none), confidence(&found, many));
    let times = u32::try_from(entries(many, "notForTasks").len()).map_or(2.0, f64::from);
    let (once, each) = ((before - EXCLUDED).max(0.0), (before - EXCLUDED * times).max(0.0));
    if before >= 1.0 - 1e-9 || (same(after, 0.0) && once < THRESHOLD) || same(once, each) {
        return Ok(Judgement::held());
    }
    let readings: &[&str] = match (same(after, once), same(after, each) || (same(after, 0.0) && each < THRESHOLD)) {
        (true, _) => &["once"],
        (false, true) => &["each"],
        (false, false) => {
            let ground = with_first_alone(case, many, "notForTasks");
            let alone = listed(talk.ask(call(&ground).remembered())?)?;
            if !same(confidence(&alone, many), once) {
                return Ok(Judgement::blocked("one exclusion alone does not take 0.5 away", &ground));
            }
            &[]
        }
    };
    Ok(Judgement::held().consistent_with("several-exclusions", readings))
}
