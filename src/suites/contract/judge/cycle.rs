//! Delegations that lead back.

use serde_json::{Value, json};

use super::super::model::delegation;
use super::super::model::delegation::{Decision, Journey, decide, journey, limit};
use super::answer::{decided, message, truth};
use super::delegation::{
    ONE, asked, delegated, is_silent, refused, run, stands_on_a_newcomer, stands_on_a_straight_way,
    stands_on_strangers, stands_on_words,
};
use crate::rule::{Case, Judgement, Stop, Talk};
use crate::subject::{Answer, Call};

/// Whether the delegation that these params describe leads back into its chain.
pub(crate) fn leads_back(params: &Value) -> bool {
    delegation::chain(params).iter().any(|agent| params["to"] == *agent)
}

/// Whether the delegation of a case that is not too deep is allowed, and what came back.
fn within<'t>(case: &Case<'_>, talk: &mut Talk<'t>) -> Result<(bool, &'t Value), Stop> {
    let is_too_deep = delegation::chain(case).len() > limit(case);
    decided(is_too_deep.then_some("it is too deep: DT-001 says what is due"))?;
    delegated(case, talk)
}

/// A delegation is refused exactly when it leads to somebody in the chain.
pub(crate) fn chain(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (found, answer) = within(case, talk)?;
    let (chain, to, due) = (delegation::chain(case), case["to"].as_str().unwrap_or_default(), !leads_back(case));
    if found == due && due {
        return Ok(Judgement::held());
    }
    // A refusal counts, and a permission is blamed, only where somebody new would be let through.
    if leads_back(case) {
        stands_on_a_newcomer(case, talk)?;
    }
    if found == due {
        return Ok(Judgement::held());
    }
    let kind = if due { "a delegation to somebody new is refused" } else { "a delegation leads back" };
    let expected = format!("{} to {to} is {}", chain.join(" > "), if due { "allowed" } else { "refused" });
    let failed = Judgement::failed(kind, expected, answer.clone());
    if due { failed.on(stands_on_strangers(case, talk)) } else { Ok(failed) }
}

/// A refusal says why.
pub(crate) fn says_why(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (_, answer) = within(case, talk)?;
    if !is_silent(answer) {
        return Ok(Judgement::held());
    }
    Judgement::failed("a refusal without a message", "a message", answer.clone()).on(stands_on_words(talk))
}

/// Puts a run of delegations in which none is too deep: what is due, and what came back.
fn gone<'a, 't>(case: &'a Case<'_>, talk: &mut Talk<'t>) -> Result<(Journey<'a>, &'t Answer), Stop> {
    let journey = journey(case).map_err(Judgement::open)?;
    let is_too_deep = journey.refused.iter().any(|(_, _, why)| *why != Decision::Circular);
    decided(is_too_deep.then_some("a delegation is too deep: DT-001 says what is due"))?;
    Ok((journey, talk.ask(run(case))?))
}

/// A failure, unless ways that do not lead back go wrong as well.
fn fails(case: &Case<'_>, talk: &mut Talk<'_>, journey: &Journey<'_>, failed: Judgement) -> Result<Judgement, Stop> {
    let longest = journey.reached.iter().map(Vec::len).max().unwrap_or(1);
    failed.on(stands_on_a_straight_way(case, longest - 1, talk))
}

/// In a run nobody is asked whose chain holds somebody twice.
pub(crate) fn no_way_back(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (journey, answer) = gone(case, talk)?;
    let asked = asked(answer)?;
    if let Some(chain) = asked.iter().find(|chain| (1..chain.len()).any(|at| chain[..at].contains(&chain[at]))) {
        let kind = "a run leads back to an ancestor";
        let failed = Judgement::failed(kind, "nobody twice in a chain", chain.join(" > "));
        return fails(case, talk, &journey, failed);
    }
    let reported = refused(answer)?;
    let missing = journey.refused.iter().find(|(from, to, _)| !reported.iter().any(|(f, t, _)| f == from && t == to));
    let Some((from, to, _)) = missing else { return Ok(Judgement::held()) };
    let expected = format!("{from} to {to} is refused");
    fails(case, talk, &journey, Judgement::failed("a refusal is not reported", expected, answer.value.clone()))
}

/// In a run everybody is reached by every way that does not lead back.
pub(crate) fn other_branches(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (journey, answer) = gone(case, talk)?;
    let asked = asked(answer)?;
    let Some(chain) = journey.reached.iter().find(|chain| !asked.contains(chain)) else {
        return Ok(Judgement::held());
    };
    let expected = format!("{} is asked: {}", chain[chain.len() - 1], chain.join(" > "));
    fails(case, talk, &journey, Judgement::failed("a way that does not lead back is closed", expected, json!(asked)))
}

/// Three refusals of the subject side by side: its own wording tells which reason it gave for the third.
pub(crate) fn which_reason(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let chain = delegation::chain(case);
    let to = case["to"].as_str().unwrap_or_default();
    if delegation::doubt(case).is_some() || decide(limit(case), &chain, to) != Decision::TooDeepAndCircular {
        return Ok(Judgement::open("only one reason holds"));
    }
    let deep = json!({"maxDepth": case["maxDepth"], "chain": chain, "to": "newcomer"});
    let back = json!({"maxDepth": 50, "chain": chain, "to": to});
    let calls = [&deep, &back].map(|params| Call::new(ONE, params.clone())).into_iter().chain([case.call(ONE)]);
    let answers = talk.ask_all(calls.collect())?;
    let is_allowed = |at: usize| truth(&answers[at].value, "allowed");
    if is_allowed(2)? {
        if is_allowed(0)? {
            return Ok(Judgement::blocked("a hop that is too deep is allowed: DT-001 says what is due", &deep));
        }
        let kind = "a delegation is allowed that is too deep and leads back";
        return Ok(Judgement::failed(kind, "a refusal", answers[2].value.clone()));
    }
    if is_allowed(0)? || is_allowed(1)? {
        return Ok(Judgement::blocked("one of the two reasons alone is none to this subject", &back));
    }
    let wording = |at: usize| {
        let error = &answers[at].value["error"];
        let code = error["code"].as_str().map(str::to_owned);
        code.unwrap_or_else(|| {
            chain
                .iter()
                .chain([&"newcomer"])
                .fold(message(error), |text, name| text.replace(name, "…"))
                .replace(|c: char| c.is_ascii_digit(), "#")
        })
    };
    let (deep, back, both) = (wording(0), wording(1), wording(2));
    if deep == back {
        return Ok(Judgement::held());
    }
    let reading = if both == back {
        "cycle"
    } else if both == deep {
        "depth"
    } else {
        "own"
    };
    Ok(Judgement::held().consistent_with("both-reasons", &[reading]))
}
