//! Selections that should be the same.

use serde_json::{Value, json};

use super::super::model::selection::{agents, id};
use super::selection::{
    Listed, agree, call, listed, select, stands_on_fallback, stands_on_order, stands_on_range, stands_on_sorting,
};
use crate::rule::{Case, Judgement, Stop, Talk};

/// The same task for another team: the same ids, the signals handed on to the next one.
fn another_team(case: &Value) -> Value {
    let mut other = case.clone();
    let all = agents(case);
    let ids: Vec<&str> = all.iter().map(id).collect();
    let handed_on = all.iter().enumerate().map(|(at, agent)| match ids[at] {
        "standard" => agent.clone(),
        own => json!({"agentId": own, "description": "zzz", "selectionMetadata": {"exampleTasks": if at % 2 == 0 { json!([case["task"]]) } else { json!([]) }}}),
    });
    other["agents"] = handed_on.collect();
    other
}

/// The same call gives the same result again.
pub(crate) fn again(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let first = select(case, talk)?;
    for _ in 0..2 {
        let again = listed(talk.ask(call(case))?)?;
        if !agree(&first, &again) {
            return differ("the same call gives another result", case, &first, &again);
        }
    }
    Ok(Judgement::held())
}

/// The order in which agents are given does not matter.
pub(crate) fn shuffled(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let first = select(case, talk)?;
    let backwards: fn(&mut [Value]) = <[Value]>::reverse;
    for reorder in [backwards, |agents| agents.rotate_left(usize::from(!agents.is_empty()))] {
        let mut other = case.input.clone();
        if let Some(agents) = other["agents"].as_array_mut() {
            reorder(agents);
        }
        let again = listed(talk.ask(call(&other))?)?;
        if !agree(&first, &again) {
            let judgement = shuffles(case, talk, &first, &again)?;
            return Ok(judgement.beside("the same agents, given in another order", &other));
        }
    }
    Ok(Judgement::held())
}

/// What was asked before does not matter.
pub(crate) fn after_others(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let first = select(case, talk)?;
    let other = another_team(case);
    talk.ask(call(&other))?;
    let again = listed(talk.ask(call(case))?)?;
    if agree(&first, &again) {
        return Ok(Judgement::held());
    }
    let judgement = differ("an earlier call matters", case, &first, &again)?;
    Ok(judgement.beside("the call between the first time and the second", &other))
}

/// A new process gives the same result.
pub(crate) fn fresh_process(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    // The process at hand has seen the same ids and the same task before, with other signals.
    select(case, talk)?;
    let other = another_team(case);
    let warm = select(&other, talk)?;
    let fresh = listed(talk.ask(call(&other).on_fresh_process())?)?;
    if agree(&warm, &fresh) {
        return Ok(Judgement::held());
    }
    let judgement = differ("a new process gives another result", &other, &fresh, &warm)?;
    Ok(judgement.beside("the call after the one of the case", &other))
}

/// Two lists of the same agents, given in another order.
fn shuffles(case: &Case<'_>, talk: &mut Talk<'_>, one: &Listed<'_>, other: &Listed<'_>) -> Result<Judgement, Stop> {
    stands_on_sorting(one.len(), talk)?;
    differ("the order of the agents matters", case, one, other)
}

/// Two lists that should be the same, where the lists themselves are as they should be.
fn differ(kind: &str, case: &Value, one: &Listed<'_>, other: &Listed<'_>) -> Result<Judgement, Stop> {
    let ground = stands_on_range(case, one).and_then(|()| stands_on_order(case, one));
    Judgement::failed(kind, json!(one), json!(other)).on(ground.and_then(|()| stands_on_fallback(case, one)))
}

/// Agents with the same confidence come in the order of their ids. What differs in the last digit may be a tie to the
/// subject or not: either order is fine.
#[expect(clippy::float_cmp, reason = "a tie is certain only when the numbers are the same to the last digit")]
pub(crate) fn ties(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let listed = select(case, talk)?;
    if !listed.windows(2).any(|pair| pair[0].1 == pair[1].1) {
        return Ok(Judgement::not_shown("no two agents have the same confidence"));
    }
    let Some(pair) = listed.windows(2).find(|pair| pair[0].1 == pair[1].1 && pair[0].0 > pair[1].0) else {
        return Ok(Judgement::held());
    };
    let expected = format!("{} before {}, both at {}", pair[1].0, pair[0].0, pair[0].1);
    let ground = stands_on_order(case, &listed).and_then(|()| stands_on_fallback(case, &listed));
    Judgement::failed("tied agents are not in the order of their ids", expected, json!(listed))
        .on(ground.and_then(|()| stands_on_sorting(listed.len(), talk)))
}
