//! An id names one agent: creating never replaces, and updating never creates.
//!
//! The trap is a registry that refuses the second registration and has overwritten the first one by then.

use super::prelude::*;
use super::profile::{LONGEST_ID, Problem};
use super::profile_draw::{SCRIPT, get, least, operation, script, valid};
use super::registry::{Due, Performed, covers, dues, exam};

const CHECK: Check = Check { methods: &["contract/registry"], shape: &SCRIPT, classify, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "AGT-002",
    title: "keeps ids unique",
    level: Level::Must,
    source: "INV-AGT-002",
    statement: "A second registration of an id fails and leaves the first profile as it was; an update needs an agent \
                that is there; an id is lower-case letters, digits and hyphens, at most 50 of them.",
    checks: &[
        Check {
            id: "duplicate",
            property: "registering an id again fails",
            edges: histories,
            arms: &[arm(1, "a script of valid profiles", |draw| script(draw, 0))],
            labels: &["taken", "first"],
            steps: |case, answers| exam(case, answers, duplicate),
            ..CHECK
        },
        Check {
            id: "first-stays",
            property: "after a second registration was refused the first profile is still there; after an update the new one is",
            edges: histories,
            arms: &[arm(1, "a script of valid profiles", |draw| script(draw, 0))],
            labels: &["taken", "updated", "looked up"],
            steps: |case, answers| exam(case, answers, what_is_there),
            ..CHECK
        },
        Check {
            id: "update",
            property: "an update goes through exactly when the agent is there",
            edges: histories,
            arms: &[arm(1, "a script of valid profiles", |draw| script(draw, 0))],
            labels: &["updated", "unknown"],
            steps: |case, answers| exam(case, answers, update),
            ..CHECK
        },
        Check {
            id: "format",
            property: "an id that is not made of lower-case letters, digits and hyphens, or is too long, is refused",
            edges: || good_ids().into_iter().chain(bad_ids()).map(|id| one(&id)).collect(),
            arms: &[
                arm(1, "one letter wrong", one_letter_wrong),
                arm(1, "a good id", |draw| {
                    let ids = good_ids();
                    let id = draw.pick(&ids).clone();
                    json!({"script": [operation("register", &valid(draw, &id)), get(&id)]})
                }),
            ],
            labels: &["a good id", "a bad id", "50 characters", "51 characters"],
            steps: |case, answers| exam(case, answers, format_of_ids),
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("overwrites an agent of the same id", "overwrites-duplicates"),
        Mutant::quirk("refuses a second agent and overwrites the first all the same", "refuses-but-overwrites"),
        Mutant::quirk("says yes to a second agent and drops it", "keeps-the-first-silently"),
        Mutant::quirk("creates what is to be updated", "update-creates"),
        Mutant::quirk("changes nothing on an update", "update-changes-nothing"),
        Mutant::quirk("keeps old members on an update", "update-merges"),
        Mutant::quirk("allows any letters in an id", "ids-of-any-letters"),
        Mutant::quirk("makes ids lower case instead of refusing them", "lowercases-ids"),
        Mutant::quirk("allows underscores in ids", "underscores-in-ids"),
        Mutant::quirk("allows ids of any length", "ids-of-any-length"),
        Mutant::quirk("allows an empty id", "empty-ids"),
    ],
    corpus: include_str!("../../../corpus/contract/AGT-002.yaml"),
    questions: &[],
};

fn one(id: &str) -> Value {
    json!({"script": [operation("register", &least(id)), get(id)]})
}

fn histories() -> Vec<Value> {
    let first = json!({"agentId": "writer", "description": "first", "role": "writes"});
    let second = json!({"agentId": "writer", "description": "second"});
    vec![
        json!({"script": [operation("register", &first), operation("register", &second), get("writer")]}),
        json!({"script": [operation("register", &first), operation("register", &first)]}),
        json!({"script": [operation("update", &first), get("writer")]}),
        json!({"script": [operation("register", &first), operation("update", &second), get("writer")]}),
        json!({"script": [operation("register", &first), operation("update", &second), operation("register", &first), get("writer")]}),
    ]
}

fn good_ids() -> Vec<String> {
    let mut ids: Vec<String> =
        ["a", "writer", "code-writer", "a1", "a-1", "gpt4-turbo-x", "x9z"].map(str::to_owned).to_vec();
    ids.push("x".repeat(LONGEST_ID));
    ids
}

fn bad_ids() -> Vec<String> {
    let mut ids: Vec<String> =
        ["", "Writer", "WRITER", "code_writer", "code writer", " writer", "writer ", "wríter", "a.b", "a/b", "wRiter"]
            .map(str::to_owned)
            .to_vec();
    ids.push("x".repeat(LONGEST_ID + 1));
    ids
}

fn one_letter_wrong(draw: &mut Draw) -> Value {
    let ids = good_ids();
    let mut id: Vec<char> = draw.pick(&ids).chars().collect();
    let at = draw.below(id.len());
    id[at] = *draw.pick(&['A', 'Z', '_', ' ', '.', 'é', '/']);
    one(&id.into_iter().collect::<String>())
}

fn duplicate(performed: &Performed<'_>) -> Option<Judgement> {
    let expected = |what: &str| format!("operation {} {what}", performed.number);
    match (performed.due, performed.operation["op"].as_str()) {
        (Due::Taken, _) if performed.ok => Some(Judgement::failed(
            "an id is registered twice",
            expected("fails: the id is taken"),
            performed.result.clone(),
        )),
        (Due::Done, Some("register")) if !performed.ok => Some(Judgement::failed(
            "a free id is refused",
            expected("goes through: the id is free"),
            performed.result.clone(),
        )),
        _ => None,
    }
}

fn update(performed: &Performed<'_>) -> Option<Judgement> {
    let expected = |what: &str| format!("operation {} {what}", performed.number);
    match (performed.due, performed.operation["op"].as_str()) {
        (Due::Unknown, _) if performed.ok => Some(Judgement::failed(
            "an update creates an agent",
            expected("fails: no such agent"),
            performed.result.clone(),
        )),
        (Due::Done, Some("update")) if !performed.ok => {
            Some(Judgement::failed("an update is refused", expected("goes through"), performed.result.clone()))
        }
        _ => None,
    }
}

fn what_is_there(performed: &Performed<'_>) -> Option<Judgement> {
    match performed.due {
        Due::Found(profile) if !performed.ok || !covers(profile, &performed.result["profile"]) => {
            Some(Judgement::failed("another profile is found", profile.clone(), performed.result["profile"].clone()))
        }
        Due::Found(profile) => left_over(profile, performed).map(|_| {
            Judgement::failed(
                "members of an earlier profile are left",
                profile.clone(),
                performed.result["profile"].clone(),
            )
        }),
        _ => None,
    }
}

/// A member that was found and that only an earlier profile of the agent had. Defaults may be added, but not those.
fn left_over<'p>(profile: &Value, performed: &Performed<'p>) -> Option<&'p String> {
    let found = performed.result["profile"].as_object()?;
    let earlier = || performed.earlier.iter().map(|operation| &operation["profile"]);
    let same_agent = |other: &&Value| other["agentId"] == profile["agentId"];
    // What is empty may be a default.
    let says_something = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty()) || value.get(0).is_some();
    let texts = found.iter().filter(|(_, value)| says_something(value));
    texts
        .filter(|(key, _)| profile.get(key.as_str()).is_none())
        .find(|(key, value)| earlier().filter(same_agent).any(|other| other.get(key.as_str()) == Some(value)))
        .map(|(key, _)| key)
}

fn format_of_ids(performed: &Performed<'_>) -> Option<Judgement> {
    match performed.due {
        Due::Invalid(problems) if performed.ok && problems.iter().all(Problem::is_form_of_id) => {
            let expected = format!("operation {} fails: the id has the wrong form", performed.number);
            Some(Judgement::failed("an id of the wrong form is accepted", expected, performed.result.clone()))
        }
        Due::Done if !performed.ok => {
            let expected = format!("operation {} goes through: the id is well formed", performed.number);
            Some(Judgement::failed("an id of the right form is refused", expected, performed.result.clone()))
        }
        _ => None,
    }
}

fn classify(case: &Value) -> Vec<&'static str> {
    let script = list(case, "script");
    let mut labels = Vec::new();
    for (due, operation) in dues(script).iter().zip(script) {
        labels.push(match due {
            Due::Taken => "taken",
            Due::Unknown => "unknown",
            Due::Done if operation["op"] == "update" => "updated",
            Due::Done => "first",
            Due::Found(_) | Due::Nothing => "looked up",
            Due::Invalid(_) => "a bad id",
            Due::Ids(_) | Due::Open(_) => continue,
        });
        let length = operation["profile"]["agentId"].as_str().map_or(0, |id| id.chars().count());
        labels.extend((length == LONGEST_ID).then_some("50 characters"));
        labels.extend((length == LONGEST_ID + 1).then_some("51 characters"));
        labels.extend((*due == Due::Done).then_some("a good id"));
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
