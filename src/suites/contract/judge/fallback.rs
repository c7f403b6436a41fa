//! Who is selected where nothing matches.

use serde_json::{Value, json};

use super::super::draw::selection::plain;
use super::super::model::selection::{agents, id, nothing_matches};
use super::selection::{call, confidence, is_fallback, listed, select, stands_on_range};
use crate::rule::{Case, Judgement, Stop, Talk};

/// There is at least one result.
pub(crate) fn at_least_one(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    if select(case, talk)?.is_empty() {
        return Ok(Judgement::failed("there is no result", "at least one result", json!([])));
    }
    Ok(Judgement::held())
}

/// Where nothing matches, the result is `standard` at 0.5 and nobody else.
pub(crate) fn fallback(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let found = select(case, talk)?;
    if !nothing_matches(case) {
        return Ok(Judgement::open("something matches"));
    }
    if is_fallback(&found) {
        return Ok(Judgement::held());
    }
    stands_on_range(case, &found)?;
    // Where the fallback is right once nobody has anything that could match, something else is taken for a match.
    let ground = bare(case);
    if ground != *case.input && is_fallback(&listed(talk.ask(call(&ground).remembered())?)?) {
        let why = "what does not match, or a limit, makes a difference: SEL-003, SEL-005 and SEL-006 say what is due";
        return Ok(Judgement::blocked(why, case));
    }
    let expected = json!([["standard", 0.5]]);
    Ok(Judgement::failed("the fallback is not just `standard` at 0.5", expected, json!(found)))
}

/// The same agents with nothing that could match, and no limit.
fn bare(case: &Value) -> Value {
    let agents: Vec<Value> = agents(case).iter().map(|agent| plain(id(agent))).collect();
    json!({"agents": agents, "task": case["task"]})
}

/// A disabled agent that matches is listed, or it is not.
pub(crate) fn disabled_agents(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let off = agents(case).iter().find(|agent| agent["enabled"] == false && id(agent) != "standard");
    let Some(off) = off else { return Ok(Judgement::open("nobody is disabled")) };
    if confidence(&select(case, talk)?, off) > 0.0 {
        return Ok(Judgement::held().consistent_with("disabled-agents", &["listed"]));
    }
    // Only who is listed when enabled is hidden when disabled.
    let mut enabled = case.input.clone();
    for agent in enabled["agents"].as_array_mut().into_iter().flatten() {
        agent.as_object_mut().map(|members| members.remove("enabled"));
    }
    if confidence(&listed(talk.ask(call(&enabled).remembered())?)?, off) > 0.0 {
        return Ok(Judgement::held().consistent_with("disabled-agents", &["hidden"]));
    }
    Ok(Judgement::blocked("the agent is not listed when it is enabled either", &enabled))
}
