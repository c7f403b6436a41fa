//! Where and when abilities are injected.

use serde_json::{Value, json};

use super::super::model::prompt::{Ability, abilities, fit};
use super::answer::list;
use super::prompt::{Prompted, call, sent};
use crate::rule::{Case, Judgement, Stop, Talk};

/// The system text ends with the agent's own prompt, and every injected ability stands before it.
pub(crate) fn prepended(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let (first, answer) = (&prompted.sent[0], &prompted.answer.value);
    let Some(text) = first.injected else {
        let kind = "the system text does not end with the agent's own prompt";
        return Ok(Judgement::failed(kind, json!({"system ends with": case["agent"]["systemPrompt"]}), first.system));
    };
    let missing = abilities(case).into_iter().find(|ability| {
        let whole = list(answer, "injected").iter().any(|id| id == ability.id) && answer["truncated"] != true;
        whole && !text.contains(ability.content)
    });
    Ok(missing.map_or_else(Judgement::held, |ability| {
        let kind = "an injected ability is not in the text";
        Judgement::failed(kind, json!({"injected": ability.id}), json!({ "system": first.system }))
    }))
}

/// With room for all, the core abilities and every ability that matches are in the first call.
pub(crate) fn all_there(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let all = abilities(case);
    let wanted = || all.iter().filter(|ability| ability.core || ability.matches);
    if !fit(case, wanted()) {
        return Ok(Judgement::open("there may not be room for all"));
    }
    // Where the agent's own prompt is missing, the check on that is to blame.
    let Some(missing) = wanted().find(|ability| !prompted.text().contains(ability.content)) else {
        return Ok(Judgement::held());
    };
    let kind = "an ability is missing from the first call";
    let failed = Judgement::failed(kind, json!({"ability": missing.id}), json!({ "system": prompted.sent[0].system }));
    if missing.core { failed.on(stands_on_the_task(case, talk, missing)) } else { Ok(failed) }
}

/// Stops where the ability is in the first call once it is there for the task: then it is left out for being core.
fn stands_on_the_task(case: &Case<'_>, talk: &mut Talk<'_>, missing: &Ability<'_>) -> Result<(), Stop> {
    let mut for_the_task = case.input.clone();
    for_the_task["agent"]["coreAbilities"] = json!([]);
    for_the_task["abilities"] = json!([{"id": missing.id, "content": missing.content, "tags": ["deploy"]}]);
    for_the_task["task"] = json!("deploy the service");
    let answer = talk.ask(call(&for_the_task))?;
    match sent(&for_the_task, answer)?.first() {
        Some(first) if first.system.contains(missing.content) => {
            Err(Judgement::blocked("a core ability is left out: ABL-002 says what is due", case).into())
        }
        _ => Ok(()),
    }
}

/// No ability appears for the first time after the first call.
pub(crate) fn nothing_later(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let sent = Prompted::of(case, talk)?.sent;
    // What the task itself says is no ability, wherever it is said again.
    let wanted = case["task"].as_str().unwrap_or_default();
    let late = abilities(case)
        .into_iter()
        .filter(|ability| !wanted.contains(ability.content))
        .find(|ability| !sent[0].holds(ability.content) && sent[1..].iter().any(|later| later.holds(ability.content)));
    Ok(late.map_or_else(Judgement::held, |ability| {
        let told: Vec<Value> = sent.iter().map(|sent| json!({"system": sent.system, "prompt": sent.prompt})).collect();
        let expected = format!("{} is in the first call or in none", ability.id);
        Judgement::failed("an ability comes after the first call", expected, told)
    }))
}
