//! Whether the core abilities are there, and first.

use serde_json::json;

use super::super::model::prompt::{Ability, abilities};
use super::answer::list;
use super::prompt::{Prompted, stands_on_injection};
use crate::rule::{Case, Judgement, Stop, Talk};

/// Every core ability is in the text as a whole, whatever the task.
pub(crate) fn whole(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let text = prompted.text();
    let missing = abilities(case).into_iter().find(|ability| ability.core && !text.contains(ability.content));
    let Some(missing) = missing else { return Ok(Judgement::held()) };
    let kind =
        if missing.matches { "a core ability is missing" } else { "a core ability is missing that does not match" };
    Judgement::failed(kind, json!({"core": missing.id}), text).on(stands_on_injection(talk))
}

/// Core abilities stand before the others.
pub(crate) fn first(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let (text, all) = (prompted.text(), abilities(case));
    let place = |ability: &&Ability<'_>| text.find(ability.content);
    let last = all.iter().filter(|ability| ability.core).max_by_key(place);
    let early = all.iter().filter(|ability| !ability.core && place(ability).is_some()).min_by_key(place);
    match (last, early) {
        (Some(last), Some(early)) if place(&early) < place(&last) => {
            let expected = format!("{} before {}", last.id, early.id);
            Judgement::failed("a core ability stands behind another one", expected, text).on(stands_on_injection(talk))
        }
        _ => Ok(Judgement::held()),
    }
}

/// Every core ability is in `injected`.
pub(crate) fn listed(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let listed = list(&prompted.answer.value, "injected");
    let missing = abilities(case).into_iter().find(|ability| ability.core && !listed.contains(&json!(ability.id)));
    Ok(missing.map_or_else(Judgement::held, |ability| {
        Judgement::failed("a core ability is not listed", json!({"injected": [ability.id]}), json!(listed))
    }))
}
