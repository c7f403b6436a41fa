//! An id names one agent: creating never replaces, and updating never creates.
//!
//! The trap is a registry that refuses the second registration and has overwritten the first one by then.

use super::super::draw::profile::valid;
use super::super::draw::script::{
    bad_ids, classify_ids, crowd, get, good_ids, histories, looked_up_twice, one, one_letter_wrong, operation, script,
    then_listed,
};
use super::super::judge::identity::{duplicate, format_of_ids, listed_once, update, what_is_there};
use super::super::model::nothing::is_nothing;
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
            arms: &[
                arm(2, "a script of valid profiles", |draw| script(draw, 0)),
                arm(1, "looked up before and after", |draw| looked_up_twice(draw, "register", valid)),
            ],
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
            id: "listed",
            property: "every agent is listed, and once",
            edges: || histories().into_iter().chain([crowd()]).map(then_listed).collect(),
            arms: &[arm(1, "a script of valid profiles, and a list", |draw| then_listed(script(draw, 0)))],
            labels: &["taken", "updated"],
            exam: listed_once,
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
        Mutant::doing("adds what a refused second agent has to the first", |it| {
            policy(it).register = |registry, profile| {
                registry.validate(profile)?;
                match registry.free(profile) {
                    Ok(()) => registry.store(profile),
                    Err(taken) => {
                        registry.add(profile);
                        return Err(taken);
                    }
                }
                Ok(())
            };
        }),
        Mutant::doing("takes an id for taken that another one begins with", |it| {
            policy(it).register = |registry, profile| {
                registry.validate(profile)?;
                let id = registry.id(profile);
                let is_taken = registry.profiles.keys().any(|known| known.starts_with(&id));
                registry.store(profile);
                if is_taken { Err(format!("agentId: `{id}` is taken")) } else { Ok(()) }
            };
        }),
        Mutant::doing("has an agent of a name that every object has", |it| {
            policy(it).register = |registry, profile| {
                let is_inherited = registry.id(profile) == "constructor";
                if is_inherited {
                    Err("agentId is taken".to_owned())
                } else {
                    registry.stored_with(profile, "agentId", profile["agentId"].clone())
                }
            };
        }),
        Mutant::doing("keeps what is there where an update brings nothing", |it| {
            policy(it).update = |registry, profile| {
                registry.validate(profile)?;
                registry.known(profile)?;
                registry.put(profile, is_nothing);
                Ok(())
            };
        }),
        Mutant::doing("disables agents unless told otherwise", |it| {
            policy(it).register =
                |registry, profile| registry.stored_with(profile, "enabled", json!(profile["enabled"] == true));
        }),
        Mutant::doing("makes descriptions lower case", |it| {
            policy(it).register = |registry, profile| {
                let lower = profile["description"].as_str().unwrap_or_default().to_lowercase();
                registry.stored_with(profile, "description", json!(lower))
            };
        }),
        Mutant::answers("finds the first agent where there is none", |request, mut answer| {
            let first = list(request.params, "script").iter().find(|operation| operation["op"] == "register");
            let operations =
                list(request.params, "script").iter().zip(answer["results"].as_array_mut().into_iter().flatten());
            for (_, result) in
                operations.filter(|(operation, result)| operation["op"] == "get" && result["ok"] == false)
            {
                *result = json!({"ok": true, "profile": first.map(|operation| &operation["profile"])});
            }
            answer
        }),
        Mutant::answers("lists an id twice", |_, mut answer| {
            for ids in answer["results"].as_array_mut().into_iter().flatten().filter_map(|it| it["ids"].as_array_mut())
            {
                ids.extend(ids.last().cloned());
            }
            answer
        }),
        Mutant::answers("lists fifty agents at most", |_, mut answer| {
            let results = answer["results"].as_array_mut().into_iter().flatten();
            results.filter_map(|it| it["ids"].as_array_mut()).for_each(|ids| ids.truncate(50));
            answer
        }),
        Mutant::doing("allows no digit after a hyphen", |it| {
            policy(it).problems = |profile| {
                let id = profile["agentId"].as_str().unwrap_or_default();
                let is_digit = |part: &str| part.starts_with(|first: char| first.is_ascii_digit());
                let problem = Problem { path: vec!["agentId".to_owned()], what: What::Format };
                problems(profile).into_iter().chain(id.split('-').any(is_digit).then_some(problem)).collect()
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
    registry.add(profile);
    Ok(())
}

fn any_letters(profile: &Value) -> Vec<Problem> {
    overlooking(profile, What::Format)
}

/// What is wrong with a profile, but for that about its id.
fn overlooking(profile: &Value, what: What) -> Vec<Problem> {
    problems(profile).into_iter().filter(|problem| !(problem.path == ["agentId"] && problem.what == what)).collect()
}
