//! Profiles that are refused, and what they leave behind.

use serde_json::{Value, json};

use super::super::model::profile::{Problem, problems};
use super::super::model::registry::{Due, covers};
use super::answer::{list, message};
use super::registry::{Performed, Script, stands_on};
use super::unchanged::changed_since;
use crate::rule::{Case, Judgement, Stop, Talk};

/// Whether this rule is about what is wrong: the form of ids has a rule of its own.
fn is_ours(problems: &[Problem]) -> bool {
    !problems.iter().any(Problem::is_form_of_id)
}

/// A failure, unless the registry goes wrong without the profiles that are refused and with plain ones in the place of
/// the others.
fn fails(case: &Case<'_>, talk: &mut Talk<'_>, failed: Judgement) -> Result<Judgement, Stop> {
    let plain = list(case, "script")
        .iter()
        .filter(|operation| operation.get("profile").is_none_or(|profile| problems(profile).is_empty()));
    let plain = plain.map(|operation| match operation.get("profile") {
        Some(profile) => {
            let least = json!({"agentId": profile["agentId"], "description": ordinary(&profile["description"])});
            json!({"op": operation["op"], "profile": least})
        }
        None => operation.clone(),
    });
    failed.on(stands_on(talk, &json!({ "script": plain.collect::<Vec<_>>() })))
}

/// A description as it is, or another one where its length may be what the case is about.
fn ordinary(description: &Value) -> Value {
    let length = description.as_str().map_or(0, |text| text.chars().count());
    if (2..=200).contains(&length) { description.clone() } else { json!("helps") }
}

/// A profile is refused exactly when it breaks a constraint.
pub(crate) fn refusal(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let script = Script::of(case, talk)?;
    for performed in &script.performed {
        let Performed { ok, number, result, .. } = performed;
        match &performed.due {
            Due::Invalid(problems) if *ok && is_ours(problems) => {
                let kind = format!("an invalid profile is accepted: {}", problems[0].what.label());
                let expected = format!("operation {number} is refused: {}", problems[0].field());
                return fails(case, talk, Judgement::failed(kind, expected, (*result).clone()));
            }
            Due::Done if !ok => {
                let expected = format!("operation {number} goes through: the profile is valid");
                let failed = Judgement::failed("a valid profile is refused", expected, (*result).clone());
                return fails(case, talk, failed);
            }
            _ => {}
        }
    }
    Ok(script.innocent())
}

/// The message of a refusal names a field that is wrong.
pub(crate) fn names_the_field(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let plain = |text: &str| text.to_lowercase().replace(['_', '-', ' '], "");
    let script = Script::of(case, talk)?;
    for performed in &script.performed {
        let Due::Invalid(problems) = &performed.due else { continue };
        let said = plain(&message(&performed.result["error"]));
        let is_named = problems.iter().flat_map(Problem::names).any(|name| said.contains(&plain(name)));
        if performed.ok || !is_ours(problems) || is_named {
            continue;
        }
        let fields: Vec<String> = problems.iter().map(Problem::field).collect();
        let expected = format!("a message that names {}", fields.join(" or "));
        let kind = "the message does not name the field";
        return fails(case, talk, Judgement::failed(kind, expected, performed.result["error"].clone()));
    }
    Ok(script.innocent())
}

/// What is found after a refusal: judged where the last thing tried on the agent was refused for its profile.
pub(crate) fn nothing_left(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let script = Script::of(case, talk)?;
    let changed = |(at, performed): (usize, &Performed<'_>)| {
        let is_invalid = |refused: &Performed<'_>| matches!(refused.due, Due::Invalid(_));
        let before = changed_since(performed, &script.performed[..at], is_invalid)?;
        let found = performed.result["profile"].clone();
        Some(Judgement::failed("a refused profile changes the one that is there", before.clone(), found))
    };
    let failed = script.performed.iter().find_map(left_behind);
    match failed.or_else(|| script.performed.iter().enumerate().find_map(changed)) {
        Some(failed) => match stands_on_the_valid(case, talk) {
            Ok(()) => fails(case, talk, failed),
            blocked => failed.on(blocked),
        },
        None => Ok(script.innocent()),
    }
}

/// Stops where the registry goes wrong without the profiles that are refused: what it makes of the others is AGT-002's.
fn stands_on_the_valid(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let is_refused = |operation: &&Value| operation.get("profile").is_some_and(|profile| !problems(profile).is_empty());
    let valid: Vec<&Value> = list(case, "script").iter().filter(|operation| !is_refused(operation)).collect();
    stands_on(talk, &json!({ "script": valid }))
}

/// What a refused profile has left behind, where an operation shows it.
fn left_behind(performed: &Performed<'_>) -> Option<Judgement> {
    let found = &performed.result["profile"];
    let id = performed.operation["id"].as_str().unwrap_or_default();
    match &performed.due {
        Due::Nothing if refused_last(performed, id) && performed.ok && !found.is_null() => {
            Some(Judgement::failed("an agent is found that was refused", json!(null), found.clone()))
        }
        Due::Found(profile) if refused_last(performed, id) && !(performed.ok && covers(profile, found)) => {
            Some(Judgement::failed("a refused update changes the profile", profile.clone(), performed.result.clone()))
        }
        Due::Ids(due) => {
            let ids = list(performed.result, "ids");
            let tried = performed.earlier.iter().filter_map(|operation| operation["profile"]["agentId"].as_str());
            let mut tried = tried.filter(|id| refused_last(performed, id));
            let stray = tried.find(|id| ids.contains(&json!(id)) != due.iter().any(|due| due == id))?;
            let expected = format!("{stray} is {}", if ids.contains(&json!(stray)) { "not listed" } else { "listed" });
            Some(Judgement::failed("a refusal changes the list", expected, json!(ids)))
        }
        _ => None,
    }
}

/// Whether the last profile that was given for an agent is not valid.
fn refused_last(performed: &Performed<'_>, id: &str) -> bool {
    let mut given = performed.earlier.iter().rev().filter_map(|operation| operation.get("profile"));
    given.find(|profile| profile["agentId"] == id).is_some_and(|profile| !problems(profile).is_empty())
}
