//! How deep delegations go.

use serde_json::{Value, json};

use super::super::model::delegation;
use super::super::model::delegation::{Decision, Journey, decide, journey, limit};
use super::answer::decided;
use super::delegation::{asked, delegated, is_silent, refused, run};
use crate::rule::{Case, Judgement, Stop, Talk};
use crate::subject::Answer;

/// Whether the hop of a case that does not lead back is allowed, and what came back.
fn onwards<'t>(case: &Case<'_>, talk: &mut Talk<'t>) -> Result<(bool, &'t Value), Stop> {
    let leads_back = delegation::chain(case).iter().any(|agent| case["to"] == *agent);
    decided(leads_back.then_some("it leads back into the chain: DT-002 says what is due"))?;
    delegated(case, talk)
}

/// The hop at the limit is allowed and the next one is not.
pub(crate) fn allowed(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (found, answer) = onwards(case, talk)?;
    let (limit, chain) = (limit(case), delegation::chain(case));
    let due = decide(limit, &chain, case["to"].as_str().unwrap_or_default()) == Decision::Allowed;
    if due == found {
        return Ok(Judgement::held());
    }
    let kind = if due { "a hop within the limit is refused" } else { "a hop beyond the limit is allowed" };
    let expected = format!("hop {} of {limit} is {}", chain.len(), if due { "allowed" } else { "refused" });
    Ok(Judgement::failed(kind, expected, answer.clone()))
}

/// A refusal says why.
pub(crate) fn says_why(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (_, answer) = onwards(case, talk)?;
    if is_silent(answer) {
        return Ok(Judgement::failed("a refusal without a message", "a message", answer.clone()));
    }
    Ok(Judgement::held())
}

/// Puts a run of delegations in which nobody is met again: what is due, and what came back.
fn gone<'a, 't>(case: &'a Case<'_>, talk: &mut Talk<'t>) -> Result<(Journey<'a>, &'t Answer), Stop> {
    let journey = journey(case).map_err(Judgement::open)?;
    let meets = journey.meets_again() || journey.refused.iter().any(|(_, _, why)| *why != Decision::TooDeep);
    decided(meets.then_some("agents meet again: DT-002 says what is due"))?;
    Ok((journey, talk.ask(run(case))?))
}

/// In a run no agent is reached beyond the root's limit, whatever agents ask for.
pub(crate) fn reach(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (_, answer) = gone(case, talk)?;
    let (limit, asked) = (limit(case), asked(answer)?);
    let beyond = asked.iter().find(|chain| chain.len() > limit + 1);
    Ok(beyond.map_or_else(Judgement::held, |chain| {
        let (last, hops) = (chain[chain.len() - 1], chain.len() - 1);
        let observed = format!("{last} is asked, {hops} hops from the root: {}", chain.join(" > "));
        Judgement::failed("an agent is reached beyond the limit", format!("at most {limit} hops"), observed)
    }))
}

/// In a run every agent within the limit is reached.
pub(crate) fn whole_reach(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (journey, answer) = gone(case, talk)?;
    let asked = asked(answer)?;
    let missing = journey.reached.iter().find(|chain| !asked.contains(chain));
    Ok(missing.map_or_else(Judgement::held, |chain| {
        let expected = format!("{} is asked: {}", chain[chain.len() - 1], chain.join(" > "));
        Judgement::failed("an agent within the limit is not reached", expected, json!(asked))
    }))
}

/// In a run every delegation beyond the limit is reported with a message.
pub(crate) fn refusals(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (journey, answer) = gone(case, talk)?;
    let reported = refused(answer)?;
    let is_reported =
        |from: &str, to: &str| reported.iter().any(|(f, t, error)| *f == from && *t == to && !error.trim().is_empty());
    let missing = journey.refused.iter().find(|(from, to, _)| !is_reported(from, to));
    Ok(missing.map_or_else(Judgement::held, |(from, to, _)| {
        let expected = format!("a refusal with a message: {from} to {to}");
        Judgement::failed("a refusal is not reported with a message", expected, answer.value.clone())
    }))
}
