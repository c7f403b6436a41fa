//! What an example alone does to a confidence.

use serde_json::json;

use super::super::draw::pairs::with_first_alone;
use super::super::draw::selection::{named, with};
use super::super::model::selection::{Match, PART, THRESHOLD, WHOLE, agents, entries, id, matches, same};
use super::pairs::{Side, side_by_side};
use super::selection::{call, confidence, listed, select, stands_on_range, stands_on_repetition};
use crate::rule::{Case, Judgement, Stop, Talk};

/// An example that the task contains adds 0.4.
pub(crate) fn contained(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    for side in side_by_side(case, talk, "exampleTasks", |found| found == Match::Part)? {
        if !lifted(&side, PART) {
            return fails(case, talk, &side, "an example that the task contains does not add 0.4", "0.4");
        }
    }
    Ok(Judgement::held())
}

/// An example that is the task adds 0.6.
pub(crate) fn the_task(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
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

/// An example that has nothing in common with the task changes nothing.
pub(crate) fn no_match(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    for side in side_by_side(case, talk, "exampleTasks", |found| found == Match::No)? {
        if !lifted(&side, 0.0) {
            return fails(case, talk, &side, "an example that does not match changes the confidence", "nothing");
        }
    }
    Ok(Judgement::held())
}

fn fails(case: &Case<'_>, talk: &mut Talk<'_>, side: &Side<'_>, kind: &str, adds: &str) -> Result<Judgement, Stop> {
    let (plain, other) = (id(side.pair.plain), id(side.pair.other));
    let expected = format!("{:?} adds {adds}: {other} is that much above {plain}", side.pair.entry);
    Judgement::failed(kind, expected, json!(side.listed)).on(side.stands(case, talk))
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
pub(crate) fn several(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let text = case["task"].as_str().unwrap_or_default();
    let bare = agents(case).iter().find(|agent| id(agent) != "standard" && entries(agent, "exampleTasks").is_empty());
    let many = agents(case).iter().find(|agent| {
        let kinds: Vec<Match> = entries(agent, "exampleTasks").into_iter().map(|entry| matches(text, entry)).collect();
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
            .map(|entry| if matches(text, entry) == Match::Whole { whole } else { PART })
            .collect();
        let best = worth.iter().copied().fold(0.0, f64::max);
        for (reading, adds) in [("best", best), ("first", worth[0]), ("sum", worth.iter().sum())] {
            if is_lifted(before, after, adds) && !consistent.contains(&reading) {
                consistent.push(reading);
            }
        }
    }
    if consistent.is_empty() {
        stands_on_repetition(case, &found, talk)?;
        let ground = with_first_alone(case, many, "exampleTasks");
        let alone = listed(talk.ask(call(&ground).remembered())?)?;
        let lifted = |adds| is_lifted(confidence(&alone, bare), confidence(&alone, many), adds);
        if ![PART, WHOLE, WHOLE + PART].into_iter().any(lifted) {
            return Ok(Judgement::blocked("one example alone does not add what is due", &ground));
        }
    }
    Ok(Judgement::held().consistent_with("several-examples", &consistent))
}
