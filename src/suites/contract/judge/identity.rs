//! Ids that are taken, unknown or badly formed, and what is there under an id.

use serde_json::{Value, json};

use super::super::draw::script::operation;
use super::super::model::profile::Problem;
use super::super::model::registry::{Due, covers};
use super::answer::list;
use super::registry::{Performed, Script, stands_on};
use crate::rule::{Case, Judgement, Stop, Talk};

/// A failure, unless one of the profiles is refused in a registry of its own, under an id that nobody can mind.
fn fails(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    performed: &Performed<'_>,
    kind: &str,
    due: &str,
) -> Result<Judgement, Stop> {
    stands_on_profiles(case, talk)?;
    let expected = format!("operation {} {due}", performed.number);
    Ok(Judgement::failed(kind, expected, performed.result.clone()))
}

fn stands_on_profiles(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let profiles = list(case, "script").iter().filter_map(|operation| operation.get("profile"));
    let registered = profiles.enumerate().map(|(number, profile)| {
        let mut profile = profile.clone();
        profile["agentId"] = json!(format!("agent-{}", number + 1));
        operation("register", &profile)
    });
    stands_on(talk, &json!({ "script": registered.collect::<Vec<_>>() }))
}

/// Registering an id again fails.
pub(crate) fn duplicate(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let script = Script::of(case, talk)?;
    for performed in &script.performed {
        match (&performed.due, performed.operation["op"].as_str()) {
            (Due::Taken, _) if performed.ok => {
                return fails(case, talk, performed, "an id is registered twice", "fails: the id is taken");
            }
            (Due::Done, Some("register")) if !performed.ok => {
                return fails(case, talk, performed, "a free id is refused", "goes through: the id is free");
            }
            _ => {}
        }
    }
    Ok(script.innocent())
}

/// An update goes through exactly when the agent is there.
pub(crate) fn update(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let script = Script::of(case, talk)?;
    for performed in &script.performed {
        match (&performed.due, performed.operation["op"].as_str()) {
            (Due::Unknown, _) if performed.ok => {
                return fails(case, talk, performed, "an update creates an agent", "fails: no such agent");
            }
            (Due::Done, Some("update")) if !performed.ok => {
                return fails(case, talk, performed, "an update is refused", "goes through");
            }
            _ => {}
        }
    }
    Ok(script.innocent())
}

/// After a second registration was refused the first profile is still there; after an update the new one is.
pub(crate) fn what_is_there(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let script = Script::of(case, talk)?;
    let mut judgement = script.innocent();
    for (at, performed) in script.performed.iter().enumerate() {
        let Due::Found(profile) = &performed.due else { continue };
        let found = &performed.result["profile"];
        if !performed.ok || !covers(profile, found) {
            stands_on_profiles(case, talk)?;
            return Ok(Judgement::failed("another profile is found", profile.clone(), found.clone()));
        }
        judgement = match kept(performed, &script.performed[..at]) {
            None => judgement,
            Some(true) => judgement.consistent_with("update", &["merges"]),
            Some(false) => judgement.consistent_with("update", &["replaces"]),
        };
    }
    Ok(judgement)
}

/// Whether a member is still there that only the profile before the last update had; `None` where there is no such
/// member.
fn kept(performed: &Performed<'_>, before: &[Performed<'_>]) -> Option<bool> {
    let taken = before.iter().filter(|earlier| earlier.due == Due::Done).map(|earlier| &earlier.operation["profile"]);
    let mut taken = taken.filter(|profile| profile["agentId"] == performed.operation["id"]).rev();
    let (last, previous) = (taken.next()?, taken.next()?);
    // What is empty may be a default.
    let says_something = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty()) || value.get(0).is_some();
    let mut members = previous.as_object()?.iter();
    let (key, value) = members.find(|(key, value)| last.get(key.as_str()).is_none() && says_something(value))?;
    Some(performed.result["profile"].get(key) == Some(value))
}

/// An id that is not made of lower-case letters, digits and hyphens, or is too long, is refused.
pub(crate) fn format_of_ids(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let script = Script::of(case, talk)?;
    for performed in &script.performed {
        match &performed.due {
            Due::Invalid(problems) if performed.ok && problems.iter().all(Problem::is_form_of_id) => {
                let (kind, due) = ("an id of the wrong form is accepted", "fails: the id has the wrong form");
                return fails(case, talk, performed, kind, due);
            }
            Due::Done if !performed.ok => {
                let (kind, due) = ("an id of the right form is refused", "goes through: the id is well formed");
                return fails(case, talk, performed, kind, due);
            }
            _ => {}
        }
    }
    Ok(script.innocent())
}
