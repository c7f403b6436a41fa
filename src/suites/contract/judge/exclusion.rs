//! What an exclusion alone does to a confidence.

use serde_json::{Value, json};

use super::super::draw::pairs::with_first_alone;
use super::super::draw::selection::{named, standard, with};
use super::super::model::selection::{EXCLUDED, Match, THRESHOLD, above, agents, entries, id, matches, same};
use super::pairs::{Side, side_by_side};
use super::selection::{call, confidence, listed, select, stands_on_range, stands_on_repetition};
use crate::rule::{Case, Judgement, Stop, Talk};

/// An exclusion that matches takes 0.5 away, as far as 0.
pub(crate) fn subtracts(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let right = |before: f64, after: f64| {
        let due = (before - EXCLUDED).max(0.0);
        same(after, due) || (due < THRESHOLD && same(after, 0.0))
    };
    excluded(case, talk, right, "an exclusion does not take 0.5 away")
}

/// An exclusion never takes a confidence below 0.
pub(crate) fn floor(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    excluded(case, talk, |_, after| after >= 0.0, "an exclusion takes a confidence below 0")
}

/// An agent with enough that speaks for it is still listed.
pub(crate) fn selectable(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
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

/// An exclusion that has nothing in common with the task changes nothing.
pub(crate) fn no_match(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
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
    let failed = Judgement::failed(kind, expected, json!(side.listed));
    if side.after < 0.0 {
        return Ok(failed);
    }
    failed.on(side.stands(case, talk).and_then(|()| stands_on_example(case, talk, side)))
}

/// Stops where the subject does not see the entries as the document says if they are examples: then it is not
/// exclusions that it gets wrong, but matching.
fn stands_on_example(case: &Case<'_>, talk: &mut Talk<'_>, side: &Side<'_>) -> Result<(), Stop> {
    let text = case["task"].as_str().unwrap_or_default();
    let bare = with(&with(side.pair.plain, "exampleTasks", &[]), "notForTasks", &[]);
    let excluded = entries(side.pair.other, "notForTasks");
    let example = |(at, entry): (usize, &&str)| named(&with(&bare, "exampleTasks", &[entry]), &format!("example-{at}"));
    let examples: Vec<Value> = excluded.iter().enumerate().map(example).collect();
    let team: Vec<Value> = examples.iter().cloned().chain([bare.clone(), standard()]).collect();
    let ground = json!({"agents": team, "task": text});
    let found = listed(talk.ask(call(&ground).remembered())?)?;
    let counts = |agent: &Value| above(confidence(&found, agent), confidence(&found, &bare));
    if excluded.iter().zip(&examples).all(|(entry, agent)| counts(agent) == (matches(text, entry) != Match::No)) {
        return Ok(());
    }
    let why = "an entry is taken for another match where it is an example: SEL-005 says what is due";
    Err(Judgement::blocked(why, &ground).into())
}

/// Two agents, of which one has several exclusions that match.
pub(crate) fn several(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let text = case["task"].as_str().unwrap_or_default();
    let many = agents(case).iter().find(|agent| {
        let all = entries(agent, "notForTasks");
        all.len() > 1 && all.into_iter().all(|entry| matches!(matches(text, entry), Match::Part | Match::Whole))
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
            stands_on_repetition(case, &found, talk)?;
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
