//! Ids that are taken, unknown or badly formed, and what is there under an id.

use serde_json::{Value, json};

use super::super::draw::script::operation;
use super::super::model::profile::Problem;
use super::super::model::registry::{Due, covers};
use super::answer::list;
use super::registry::{Performed, Script, stands_on};
use super::unchanged::changed_since;
use crate::rule::{Case, Judgement, Stop, Talk};

/// A failure, unless one of the profiles is refused in a registry of its own, under an id that nobody can mind.
fn fails(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    performed: &Performed<'_>,
    kind: &str,
    due: &str,
) -> Result<Judgement, Stop> {
    let expected = format!("operation {} {due}", performed.number);
    Judgement::failed(kind, expected, performed.result.clone()).on(stands_on_profiles(case, talk))
}

fn stands_on_profiles(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let profiles = list(case, "script").iter().filter_map(|operation| operation.get("profile"));
    let registered = profiles.enumerate().map(|(number, profile)| {
        let mut profile = profile.clone();
        // Letters alone: the form of an id may be what goes wrong.
        profile["agentId"] = json!(format!("agent{}", "x".repeat(number + 1)));
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
        let found = &performed.result["profile"];
        if performed.due == Due::Nothing && performed.ok && !found.is_null() && !was_tried(performed) {
            let failed = Judgement::failed("an agent is found that nobody registered", json!(null), found.clone());
            return failed.on(stands_on_profiles(case, talk));
        }
        let Due::Found(profile) = &performed.due else { continue };
        let earlier = &script.performed[..at];
        let failed = if !performed.ok || !covers(profile, found) {
            Some(Judgement::failed("another profile is found", profile.clone(), found.clone()))
        } else if found["enabled"] == false && !was_disabled(performed) {
            Some(Judgement::failed("an agent is disabled that nobody disabled", "enabled by default", found.clone()))
        } else {
            let is_taken = |refused: &Performed<'_>| refused.due == Due::Taken;
            changed_since(performed, earlier, is_taken).map(|before| {
                Judgement::failed("a refused registration changes the profile", before.clone(), found.clone())
            })
        };
        if let Some(failed) = failed {
            return failed.on(stands_on_profiles(case, talk));
        }
        judgement = match kept(performed, earlier) {
            None => judgement,
            Some(true) => judgement.consistent_with("update", &["merges"]),
            Some(false) => judgement.consistent_with("update", &["replaces"]),
        };
    }
    Ok(judgement)
}

/// Whether a profile was given for the agent that an operation looks up, be it a bad one.
fn was_tried(performed: &Performed<'_>) -> bool {
    performed.earlier.iter().any(|operation| operation["profile"]["agentId"] == performed.operation["id"])
}

/// Whether a profile was given for the agent that an operation looks up that disables it.
fn was_disabled(performed: &Performed<'_>) -> bool {
    let mut given = performed.earlier.iter().map(|operation| &operation["profile"]);
    given.any(|profile| profile["agentId"] == performed.operation["id"] && profile["enabled"] == false)
}

/// Whether the texts are still there that only the profile before the last update had; `None` where there is no such
/// text, or where that cannot be told.
fn kept(performed: &Performed<'_>, before: &[Performed<'_>]) -> Option<bool> {
    let taken = before.iter().filter(|earlier| earlier.due == Due::Done).map(|earlier| &earlier.operation["profile"]);
    let mut taken = taken.filter(|profile| profile["agentId"] == performed.operation["id"]).rev();
    let (last, previous) = (taken.next()?, taken.next()?);
    // An empty text may be a default, and so may a list be.
    let says_something = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    let lacked =
        previous.as_object()?.iter().filter(|(key, value)| last.get(key.as_str()).is_none() && says_something(value));
    let mut told = lacked.filter_map(|(key, value)| match performed.result["profile"].get(key) {
        None | Some(Value::Null) => Some(false),
        Some(found) if found == value => Some(true),
        // A default: the member may have been dropped, or been overwritten by it.
        Some(_) => None,
    });
    let first = told.next()?;
    // Each member may be kept or not; what holds for some of them is no reading.
    told.all(|other| other == first).then_some(first)
}

/// Every agent is listed, and once.
pub(crate) fn listed_once(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let script = Script::of(case, talk)?;
    for performed in &script.performed {
        let Due::Ids(due) = &performed.due else { continue };
        let times = |id: &str| list(performed.result, "ids").iter().filter(|listed| *listed == id).count();
        if let Some(id) = due.iter().find(|id| times(id) != 1) {
            let kind = if times(id) == 0 { "an agent is not listed" } else { "an id is listed twice" };
            return fails(case, talk, performed, kind, &format!("lists {id} once"));
        }
    }
    Ok(script.innocent())
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
