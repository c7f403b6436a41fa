//! Putting a selection to a subject, and reading what it lists.

use serde_json::{Value, json};

use super::super::model::selection::{above, doubt, id, nothing_matches, same};
use super::answer::decided;
use crate::rule::{Judgement, Stop, Talk, WrongShape};
use crate::subject::{Answer, Call};

/// The agents that are listed, each with the confidence in it.
pub(crate) type Listed<'a> = Vec<(&'a str, f64)>;

/// The call that puts a case.
pub(crate) fn call(case: &Value) -> Call {
    let mut params = case.clone();
    if let Some(members) = params.as_object_mut() {
        members.remove("world");
    }
    Call::new("contract/select", params)
}

/// Puts a case that the document decides.
pub(crate) fn select<'t>(case: &Value, talk: &mut Talk<'t>) -> Result<Listed<'t>, Stop> {
    decided(doubt(case))?;
    Ok(listed(talk.ask(call(case))?)?)
}

/// The results of a selection.
pub(crate) fn listed(answer: &Answer) -> Result<Listed<'_>, WrongShape> {
    fn one(result: &Value) -> Option<(&str, f64)> {
        Some((result["agentId"].as_str()?, result["confidence"].as_f64()?))
    }
    let results = answer.value["results"].as_array().ok_or_else(|| WrongShape("`results` is not a list".to_owned()))?;
    let shape = || WrongShape("a result without `agentId` and `confidence`".to_owned());
    results.iter().map(|result| one(result).ok_or_else(shape)).collect()
}

/// The confidence in an agent: zero if it is not listed.
pub(crate) fn confidence(listed: &[(&str, f64)], agent: &Value) -> f64 {
    listed.iter().find(|(listed, _)| *listed == id(agent)).map_or(0.0, |(_, confidence)| *confidence)
}

/// Whether two lists are the same.
pub(crate) fn agree(one: &[(&str, f64)], other: &[(&str, f64)]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.0 == b.0 && same(a.1, b.1))
}

/// Whether nobody is listed behind somebody with less confidence. Equals may be in either order as far as this goes.
fn never_grows(listed: &[(&str, f64)]) -> bool {
    listed.is_sorted_by(|a, b| !above(b.1, a.1))
}

/// Whether a list is the one that is due where nothing matches.
pub(crate) fn is_fallback(listed: &[(&str, f64)]) -> bool {
    matches!(listed, [("standard", confidence)] if same(*confidence, 0.5))
}

/// Stops where a list holds what is no confidence: nothing can be told from such numbers.
pub(crate) fn stands_on_range(case: &Value, listed: &[(&str, f64)]) -> Result<(), Stop> {
    match listed.iter().find(|(_, confidence)| !(0.0..=1.0).contains(confidence)) {
        None => Ok(()),
        Some((id, confidence)) => {
            let why = format!("the confidence in {id} is {confidence}: SEL-002 says what is due");
            Err(Judgement::blocked(why, case).into())
        }
    }
}

/// Stops where better agents come later: what is said of equal ones is then not about their ids.
pub(crate) fn stands_on_order(case: &Value, listed: &[(&str, f64)]) -> Result<(), Stop> {
    if never_grows(listed) {
        return Ok(());
    }
    Err(Judgement::blocked("a better agent comes later: SEL-003 says what is due", case).into())
}

/// Stops where a clearly worse agent among as many does not come last: then it is not ties that go wrong.
pub(crate) fn stands_on_sorting(count: usize, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let wanted = "please polish lenses today";
    let agent = |at: usize| {
        let example = if at + 1 == count { "polish lenses" } else { wanted };
        json!({"agentId": format!("agent-{at}"), "description": "zzz", "selectionMetadata": {"exampleTasks": [example]}})
    };
    let standard = json!({"agentId": "standard", "description": "zzz"});
    let ground = json!({"agents": (0..count).map(agent).chain([standard]).collect::<Vec<_>>(), "task": wanted});
    stands_on_order(&ground, &listed(talk.ask(call(&ground).remembered())?)?)
}

/// Stops where a selection of nobody but `standard`, for the same task, lists somebody else.
pub(crate) fn stands_on_the_team(case: &Value, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let ground = json!({"agents": [{"agentId": "standard", "description": "zzz"}], "task": case["task"]});
    let found = listed(talk.ask(call(&ground))?)?;
    if found.iter().all(|(id, _)| *id == "standard") {
        return Ok(());
    }
    Err(Judgement::blocked("agents of an earlier call are listed: SEL-001 says what is due", &ground).into())
}

/// Stops where nothing matches and somebody else than `standard` is listed.
pub(crate) fn stands_on_fallback(case: &Value, listed: &[(&str, f64)]) -> Result<(), Stop> {
    if !nothing_matches(case) || is_fallback(listed) {
        return Ok(());
    }
    Err(Judgement::blocked("nothing matches, and others are listed: SEL-004 says what is due", case).into())
}

/// Stops where the same call gives another result the next times, or in a new process: two results then tell nothing.
pub(crate) fn stands_on_repetition(case: &Value, first: &[(&str, f64)], talk: &mut Talk<'_>) -> Result<(), Stop> {
    for again in [call(case), call(case), call(case).on_spare_process()] {
        if !agree(first, &listed(talk.ask(again)?)?) {
            return Err(Judgement::blocked("the same call gives another result: SEL-001 says what is due", case).into());
        }
    }
    Ok(())
}

/// Stops where two agents that differ in their names alone have different confidences.
pub(crate) fn stands_on_equals(case: &Value, one: &Value, other: &Value, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let mut ground = case.clone();
    for agent in ground["agents"].as_array_mut().into_iter().flatten().filter(|agent| id(agent) == id(other)) {
        let name = agent["agentId"].take();
        *agent = one.clone();
        agent["agentId"] = name;
    }
    let listed = listed(talk.ask(call(&ground))?)?;
    let (one, other) = (confidence(&listed, one), confidence(&listed, other));
    if same(one, other) {
        return Ok(());
    }
    let why = format!("agents that differ in their names alone are at {} and {}", json!(one), json!(other));
    Err(Judgement::blocked(why, &ground).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_in_the_last_digit_is_none() {
        assert!(never_grows(&[("q0", 0.6), ("q4", 0.600_000_000_000_000_1)]));
        assert!(never_grows(&[("q4", 0.600_000_000_000_000_1), ("q0", 0.6)]));
        assert!(!never_grows(&[("q0", 0.6), ("q4", 0.600_1)]));
    }
}
