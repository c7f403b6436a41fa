//! Whether what is injected keeps to its budget, and says what it leaves out.

use serde_json::{Value, json};

use super::super::model::prompt::{Ability, abilities, limit, tokens};
use super::answer::list;
use super::prompt::{Prompted, call, sent, stands_on_injection};
use crate::draw::json::whole_number;
use crate::rule::{Case, Judgement, Stop, Talk};

/// The injected text of a case that was put, and what came back.
fn injected<'t>(case: &Case<'_>, talk: &mut Talk<'t>) -> Result<(&'t str, &'t Value), Stop> {
    let prompted = Prompted::of(case, talk)?;
    let why = "no text before the agent's own prompt: ABL-001 says what is due";
    let text = prompted.sent[0].injected.ok_or_else(|| Judgement::open(why))?;
    Ok((text, &prompted.answer.value))
}

/// The injected text has at most `tokenLimit` tokens.
pub(crate) fn budget(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (text, _) = injected(case, talk)?;
    let (found, most) = (tokens(text), limit(case));
    if found <= most {
        return Ok(Judgement::held());
    }
    let observed = json!({"tokens": found, "text": text});
    Ok(Judgement::failed("the text is larger than the budget", format!("at most {most} tokens"), observed))
}

/// `tokenCount` covers the injected text, and is within the limit.
pub(crate) fn counted(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (text, answer) = injected(case, talk)?;
    let due = tokens(text)..=limit(case);
    // A runtime may count more than there is, ability by ability say, but not less.
    if whole_number(&answer["tokenCount"]).is_some_and(|found| due.contains(&found)) {
        return Ok(Judgement::held());
    }
    let expected = format!("from {} to {}", due.start(), due.end());
    let observed = json!({"tokenCount": answer["tokenCount"], "text": text});
    Ok(Judgement::failed("tokenCount is another number", expected, observed))
}

/// What the result lists as injected is in the text, at least in part.
pub(crate) fn listed(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (text, answer) = injected(case, talk)?;
    let listed = list(answer, "injected");
    let missing: Vec<&str> = abilities(case)
        .iter()
        .filter(|ability| listed.iter().any(|id| id == ability.id) && !is_begun(text, ability))
        .map(|ability| ability.id)
        .collect();
    // One of them may be cut so short that nobody recognises it; of an empty text there is no part.
    let spared = usize::from(!text.trim().is_empty());
    if missing.len() <= spared {
        return Ok(Judgement::held());
    }
    let expected = format!("something of {} in the text, or not in injected", missing.join(" and of "));
    let observed = json!({"injected": listed, "text": text});
    Judgement::failed("abilities are listed that are not in the text", expected, observed).on(stands_on_injection(talk))
}

/// What is in the text as a whole is listed. That the core ones are is said by ABL-002.
pub(crate) fn told(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (text, answer) = injected(case, talk)?;
    let listed = list(answer, "injected");
    let all = abilities(case);
    // What is blank, or a part of what another one says, may be in the text without having been put there.
    let is_seen = |ability: &Ability<'_>| {
        let content = ability.content.trim();
        !content.is_empty() && all.iter().filter(|other| other.content.contains(content)).count() == 1
    };
    let is_untold = |ability: &Ability<'_>| !ability.core && !listed.iter().any(|id| id == ability.id);
    let untold = all.iter().find(|it| is_untold(it) && is_seen(it) && text.contains(it.content));
    Ok(untold.map_or_else(Judgement::held, |ability| {
        let observed = json!({"injected": listed, "text": text});
        Judgement::failed("an ability is in the text and not listed", json!({"injected": [ability.id]}), observed)
    }))
}

/// Whether a text has the name of an ability, or the first letters of what it says.
fn is_begun(text: &str, ability: &Ability<'_>) -> bool {
    let start: String = ability.content.trim_start().chars().take(4).collect();
    text.contains(ability.id) || text.contains(&start)
}

/// Where something was left out, the result says truncated.
pub(crate) fn truncated(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (text, answer) = injected(case, talk)?;
    match left_out(case, text) {
        Some(lost) if answer["truncated"] != true => {
            let expected = format!("truncated, {} is left out", lost.id);
            let failed = Judgement::failed("something is left out in silence", expected, answer.clone());
            failed.on(stands_on_room(case, talk, &lost))
        }
        _ => Ok(Judgement::held()),
    }
}

/// Where something was left out, there is a warning.
pub(crate) fn warning(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (text, answer) = injected(case, talk)?;
    match left_out(case, text) {
        Some(lost) if list(answer, "warnings").is_empty() => {
            let expected = format!("a warning, {} is left out", lost.id);
            let failed = Judgement::failed("something is left out without a warning", expected, answer.clone());
            failed.on(stands_on_room(case, talk, &lost))
        }
        _ => Ok(Judgement::held()),
    }
}

/// An ability that matches and is not in the text as a whole. That the core ones are there is said by ABL-002.
fn left_out<'c>(case: &'c Case<'_>, text: &str) -> Option<Ability<'c>> {
    abilities(case).into_iter().find(|a| !a.core && a.matches && !text.contains(a.content))
}

/// Stops where the ability is left out with plenty of room as well: then it is not the budget that it is lost to.
fn stands_on_room(case: &Case<'_>, talk: &mut Talk<'_>, lost: &Ability<'_>) -> Result<(), Stop> {
    stands_on_injection(talk)?;
    let mut roomy = case.input.clone();
    roomy["tokenLimit"] = json!(limit(case) + 100_000);
    let answer = talk.ask(call(&roomy))?;
    match sent(&roomy, answer)?.first() {
        Some(first) if first.system.contains(lost.content) => Ok(()),
        _ => {
            let why = format!("{} is left out with plenty of room: ABL-001 says what is due", lost.id);
            Err(Judgement::blocked(why, &roomy).into())
        }
    }
}

/// With room for all, the subject shows its order; then the same with room for the small ones only.
pub(crate) fn packing(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (before, _) = injected(case, talk)?;
    let all = abilities(case);
    let Some(large) = all.iter().max_by_key(|ability| ability.content.len()) else {
        return Ok(Judgement::open("no abilities"));
    };
    let mut tighter = case.input.clone();
    tighter["tokenLimit"] = json!(tokens(before).saturating_sub(tokens(large.content) / 2));
    let answer = talk.ask(call(&tighter))?;
    let Some(after) = sent(case, answer)?.first().and_then(|sent| sent.injected) else {
        return Ok(Judgement::open("no text"));
    };
    let place = |content: &str| before.find(content);
    let mut behind = all.iter().filter(|ability| place(ability.content) > place(large.content)).peekable();
    if place(large.content).is_none() || behind.peek().is_none() || after.contains(large.content) {
        return Ok(Judgement::held());
    }
    let packed = behind.any(|ability| after.contains(ability.content));
    let start: String = large.content.chars().take(24).collect();
    Ok(match (packed, after.contains(&start)) {
        (true, false) => Judgement::held().consistent_with("packing", &["skips"]),
        (false, false) => Judgement::held().consistent_with("packing", &["stops"]),
        (false, true) => Judgement::held().consistent_with("packing", &["cuts"]),
        (true, true) => Judgement::held(),
    })
}
