//! An id names one agent: creating never replaces, and updating never creates.
//!
//! The trap is a registry that refuses the second registration and has overwritten the first one by then.

use super::super::draw::profile::valid;
use super::super::draw::script::{bad_ids, classify_ids, get, good_ids, one, one_letter_wrong, operation, script};
use super::super::judge::identity::{duplicate, format_of_ids, update, what_is_there};
use super::super::model::profile::{Problem, What, problems};
use super::super::prelude::*;
use super::super::reference::registry::{Registry, policy};

const CHECK: Check =
    Check { methods: &["contract/registry"], shape: &shape::SCRIPT, classify: classify_ids, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "AGT-002",
    title: "Unique Agent IDs: rejects a second registration of an id",
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
            exam: duplicate,
            ..CHECK
        },
        Check {
            id: "first-stays",
            property: "after a second registration was refused the first profile is still there; after an update the new one is",
            edges: histories,
            arms: &[arm(1, "a script of valid profiles", |draw| script(draw, 0))],
            labels: &["taken", "updated", "looked up"],
            exam: what_is_there,
            ..CHECK
        },
        Check {
            id: "update",
            property: "an update goes through exactly when the agent is there",
            edges: histories,
            arms: &[arm(1, "a script of valid profiles", |draw| script(draw, 0))],
            labels: &["updated", "unknown"],
            exam: update,
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
            exam: format_of_ids,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("overwrites an agent of the same id", |it| {
            policy(it).register = |registry, profile| {
                registry.validate(profile)?;
                registry.store(profile);
                Ok(())
            };
        }),
        Mutant::doing("refuses a second agent and overwrites the first all the same", |it| {
            policy(it).register = |registry, profile| {
                registry.validate(profile)?;
                let free = registry.free(profile);
                registry.store(profile);
                free
            };
        }),
        Mutant::doing("says yes to a second agent and drops it", |it| {
            policy(it).register = |registry, profile| {
                registry.validate(profile)?;
                if registry.free(profile).is_ok() {
                    registry.store(profile);
                }
                Ok(())
            };
        }),
        Mutant::doing("creates what is to be updated", |it| {
            policy(it).update = |registry, profile| {
                registry.validate(profile)?;
                registry.store(profile);
                Ok(())
            };
        }),
        Mutant::doing("changes nothing on an update", |it| {
            policy(it).update = |registry, profile| {
                registry.validate(profile)?;
                registry.known(profile)
            };
        }),
        Mutant::doing("keeps old members on an update", |it| policy(it).update = adds_only),
        Mutant::doing("allows any letters in an id", |it| policy(it).problems = any_letters),
        Mutant::doing("makes ids lower case instead of refusing them", |it| {
            let policy = policy(it);
            policy.id = |profile| profile["agentId"].as_str().unwrap_or_default().to_lowercase();
            policy.problems = any_letters;
        }),
        Mutant::doing("allows underscores in ids", |it| {
            policy(it).problems = |profile| {
                let mut seen = profile.clone();
                if let Some(id) = profile["agentId"].as_str() {
                    seen["agentId"] = json!(id.replace('_', "-"));
                }
                problems(&seen)
            };
        }),
        Mutant::doing("allows ids of any length", |it| {
            policy(it).problems = |profile| overlooking(profile, What::TooLong);
        }),
        Mutant::doing("allows an empty id", |it| policy(it).problems = |profile| overlooking(profile, What::TooShort)),
    ],
    corpus: include_str!("../../../../corpus/contract/AGT-002.yaml"),
    questions: &[Question {
        id: "update",
        asks: "Does an update replace the whole profile, or only the members that it has?",
        readings: &[
            reading("replaces", "members that only the earlier profile had are gone"),
            reading("merges", "members that only the earlier profile had are still there"),
        ],
    }],
};

/// Whatever an old profile says, it goes on saying.
fn adds_only(registry: &mut Registry<'_>, profile: &Value) -> Result<(), String> {
    registry.validate(profile)?;
    registry.known(profile)?;
    let id = registry.id(profile);
    if let (Some(Value::Object(old)), Value::Object(new)) = (registry.profiles.get_mut(&id), profile) {
        for (key, value) in new {
            old.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
    Ok(())
}

fn any_letters(profile: &Value) -> Vec<Problem> {
    overlooking(profile, What::Format)
}

/// What is wrong with a profile, but for that about its id.
fn overlooking(profile: &Value, what: What) -> Vec<Problem> {
    problems(profile).into_iter().filter(|problem| !(problem.path == ["agentId"] && problem.what == what)).collect()
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
