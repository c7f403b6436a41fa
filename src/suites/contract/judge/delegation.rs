//! Putting a run of delegations to a subject, playing its agents, and reading whom it asked and refused.

use serde_json::{Value, json};

use super::super::model::delegation::{chain, doubt, limit, texts};
use super::answer::{decided, message, truth};
use crate::rule::{Case, Judgement, Stop, Talk, WrongShape};
use crate::subject::{Answer, Call, Moment, Reply, Trace, World};

/// Plays every agent: it delegates as the case says.
struct Agents {
    agents: Value,
}

impl World for Agents {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        let Moment::Asked { id, params, .. } = moment else { return Vec::new() };
        let agent = params["agentId"].as_str().map_or(&Value::Null, |agent| &self.agents[agent]);
        let mut value = json!({"delegateTo": agent.get("delegateTo").unwrap_or(&json!([]))});
        if let Some(depth) = agent.get("maxDepth") {
            value["maxDepth"] = depth.clone();
        }
        vec![Reply { to: id, value }]
    }
}

/// The call that puts a run of delegations.
pub(crate) fn run(case: &Value) -> Call {
    let mut params = case.clone();
    if let Some(members) = params.as_object_mut() {
        members.remove("world");
    }
    Call::new("contract/delegation_run", params).with(Agents { agents: case["world"]["agents"].clone() })
}

/// The chains with which agents were asked, in order.
pub(crate) fn asked(answer: &Answer) -> Result<Vec<Vec<&str>>, WrongShape> {
    let mut chains = Vec::new();
    for line in &answer.trace {
        if let Trace::Asked { method, params, .. } = line {
            if params["chain"].as_array().is_none_or(Vec::is_empty) {
                return Err(WrongShape(format!("`{method}` without a `chain`")));
            }
            chains.push(texts(&params["chain"]));
        }
    }
    Ok(chains)
}

/// The delegations that a result says were refused, each with its message.
pub(crate) fn refused(answer: &Answer) -> Result<Vec<(&str, &str, String)>, WrongShape> {
    fn one(entry: &Value) -> Option<(&str, &str, String)> {
        Some((entry["from"].as_str()?, entry["to"].as_str()?, message(&entry["error"])))
    }
    let list = answer.value["refused"].as_array().ok_or_else(|| WrongShape("`refused` is not a list".to_owned()))?;
    list.iter()
        .map(|entry| one(entry).ok_or_else(|| WrongShape("a refusal without `from` and `to`".to_owned())))
        .collect()
}

/// The method that asks about one delegation.
pub(crate) const ONE: &str = "contract/delegate";

/// Puts the delegation of a case: whether it is allowed, and what came back.
pub(crate) fn delegated<'t>(case: &Case<'_>, talk: &mut Talk<'t>) -> Result<(bool, &'t Value), Stop> {
    decided(doubt(case))?;
    let answer = talk.ask(case.call(ONE))?;
    Ok((truth(&answer.value, "allowed")?, &answer.value))
}

/// Whether an answer is a refusal that does not say why.
pub(crate) fn is_silent(answer: &Value) -> bool {
    answer["allowed"] == false && message(&answer["error"]).trim().is_empty()
}

/// Stops where a hop of the same depth to somebody new is not allowed.
pub(crate) fn stands_on_a_newcomer(case: &Value, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let mut ground = case.clone();
    ground["to"] = json!("newcomer");
    let answer = talk.ask(Call::new(ONE, ground.clone()).remembered())?;
    if truth(&answer.value, "allowed")? {
        return Ok(());
    }
    Err(Judgement::blocked("a hop of this depth is refused to anybody: DT-001 says what is due", &ground).into())
}

/// Stops where the same hop is refused among agents of other names, of which none is like another: then it is refused for
/// its depth.
pub(crate) fn stands_on_strangers(case: &Value, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let mut ground = case.clone();
    let strangers = (1..=chain(case).len()).map(|number| format!("{number:03}-stranger"));
    ground["chain"] = strangers.map(Value::String).collect();
    ground["to"] = json!("newcomer");
    let answer = talk.ask(Call::new(ONE, ground.clone()).remembered())?;
    if truth(&answer.value, "allowed")? {
        return Ok(());
    }
    Err(Judgement::blocked("a hop of this depth is refused to anybody: DT-001 says what is due", &ground).into())
}

/// Stops where a refusal for being too deep does not say why either.
pub(crate) fn stands_on_words(talk: &mut Talk<'_>) -> Result<(), Stop> {
    let ground = json!({"maxDepth": 1, "chain": ["agent-1", "agent-2"], "to": "newcomer"});
    let answer = talk.ask(Call::new(ONE, ground.clone()).remembered())?;
    if !is_silent(&answer.value) {
        return Ok(());
    }
    Err(Judgement::blocked("no refusal says why: DT-001 says what is due", &ground).into())
}

/// Stops where a straight way of as many hops, and one hop more than is allowed, is not gone and reported as it should.
pub(crate) fn stands_on_a_straight_way(case: &Value, hops: usize, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let limit = limit(case);
    let way = |length: usize| -> Value {
        let name = |number: usize| format!("straight-{number:03}");
        let agents = (1..=length).map(|at| {
            let to: Vec<String> = (at < length).then(|| name(at + 1)).into_iter().collect();
            (name(at), json!({ "delegateTo": to }))
        });
        json!({"root": name(1), "maxDepth": limit, "world": {"agents": agents.collect::<Value>()}})
    };
    for ground in [way(hops + 1), way(limit + 2)] {
        let answer = talk.ask(run(&ground).remembered())?;
        let longest = asked(answer)?.iter().map(Vec::len).max().unwrap_or(0);
        let most = ground["world"]["agents"].as_object().map_or(0, serde_json::Map::len);
        let is_cut = most > limit + 1;
        if longest != most.min(limit + 1) || refused(answer)?.is_empty() == is_cut {
            let why =
                "a way that does not lead back is not gone, or not refused, as it should: DT-001 says what is due";
            return Err(Judgement::blocked(why, &ground).into());
        }
    }
    Ok(())
}
