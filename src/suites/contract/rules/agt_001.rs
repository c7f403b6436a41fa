//! Nothing gets into a registry that its schema does not allow, not even for a moment.
//!
//! The traps are the limits themselves (the last valid length, the first invalid one), what is nested (steps,
//! metadata), and a registry that stores first and validates afterwards.

use super::super::draw::profile::{broken, changed, fine, invalid, least, valid};
use super::super::draw::script::{
    classify_profiles, classify_script, get, list_all, looked_up, looked_up_twice, operation, script,
};
use super::super::judge::validation::{names_the_field, nothing_left, refusal};
use super::super::model::profile::{Problem, What, problems};
use super::super::prelude::*;
use super::super::reference::registry::policy;

const CHECK: Check = Check { methods: &["contract/registry"], shape: &shape::SCRIPT, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "AGT-001",
    title: "Profile Validation: rejects invalid profiles before registering them",
    level: Level::Must,
    source: "INV-AGT-001",
    statement: "A profile that breaks a constraint of the schema is refused, on creation and on update, with a message \
                that names the field; the registry is then as if nothing had been tried.",
    checks: &[
        Check {
            id: "refusal",
            property: "a profile is refused exactly when it breaks a constraint",
            edges: || {
                let all = fine().iter().chain(broken()).map(|change| changed(&least("writer"), change));
                let mut cases: Vec<Value> =
                    all.map(|profile| json!({"script": [operation("register", &profile)]})).collect();
                let bad = changed(&least("writer"), &broken()[0]);
                let ops = [
                    operation("register", &least("writer")),
                    operation("update", &json!({"agentId": "writer", "description": ""})),
                ];
                cases.push(json!({ "script": ops }));
                cases.push(json!({"script": [operation("register", &bad), operation("register", &least("writer"))]}));
                cases
            },
            arms: &[
                arm(
                    2,
                    "one constraint broken",
                    |draw| json!({"script": [operation("register", &invalid(draw, "writer"))]}),
                ),
                arm(1, "valid", |draw| json!({"script": [operation("register", &valid(draw, "writer"))]})),
                arm(1, "a script", |draw| script(draw, 2)),
            ],
            classify: classify_profiles,
            labels: &[
                "valid",
                "missing",
                "type",
                "too short",
                "too long",
                "too many",
                "range",
                "format",
                "choice",
                "dangling",
            ],
            exam: refusal,
            ..CHECK
        },
        Check {
            id: "message",
            property: "the message of a refusal names a field that is wrong",
            edges: || {
                let all = broken().iter().map(|change| changed(&least("writer"), change));
                all.map(|profile| json!({"script": [operation("register", &profile)]})).collect()
            },
            arms: &[arm(
                1,
                "one constraint broken",
                |draw| json!({"script": [operation("register", &invalid(draw, "writer"))]}),
            )],
            classify: classify_profiles,
            labels: &["missing", "type", "too long", "range"],
            exam: names_the_field,
            ..CHECK
        },
        Check {
            id: "nothing-left",
            property: "after a refusal the registry holds what it held before",
            edges: || {
                let bad = changed(&least("writer"), &(vec!["role".to_owned()], Some(json!(1))));
                let good = least("writer");
                vec![
                    json!({"script": [list_all(), operation("register", &bad), get("writer"), list_all()]}),
                    json!({"script": [operation("register", &good), operation("update", &bad), get("writer")]}),
                    json!({"script": [operation("register", &good), list_all(), operation("update", &bad), list_all()]}),
                    json!({"script": [operation("register", &bad), operation("register", &good), get("writer")]}),
                    json!({"script": [operation("register", &good), get("writer"), operation("update", &bad), get("writer")]}),
                ]
            },
            arms: &[
                arm(1, "a script", |draw| script(draw, 3)),
                arm(1, "looked up at once", looked_up),
                arm(1, "looked up before and after", |draw| looked_up_twice(draw, "update", invalid)),
            ],
            classify: classify_script,
            labels: &["looked up after a refusal", "listed after a refusal", "refused update"],
            exam: nothing_left,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("stores a profile before it validates it", |it| {
            policy(it).register = |registry, profile| {
                registry.free(profile)?;
                registry.store(profile);
                registry.validate(profile)
            };
        }),
        Mutant::doing("replaces a profile before it validates the update", |it| {
            policy(it).update = |registry, profile| {
                registry.known(profile)?;
                registry.store(profile);
                registry.validate(profile)
            };
        }),
        Mutant::doing("validates on creation only", |it| {
            policy(it).update = |registry, profile| {
                registry.known(profile)?;
                registry.store(profile);
                Ok(())
            };
        }),
        Mutant::doing("disables an agent whose update is refused", |it| {
            policy(it).update = |registry, profile| {
                registry.known(profile)?;
                let refused = registry.validate(profile);
                if refused.is_err() {
                    registry.profiles.entry(registry.id(profile)).and_modify(|old| old["enabled"] = json!(false));
                } else {
                    registry.store(profile);
                }
                refused
            };
        }),
        Mutant::doing("takes truth for a number", |it| {
            policy(it).problems = |profile| {
                let is_truth = |problem: &Problem| profile[problem.field().as_str()].is_boolean();
                problems(profile).into_iter().filter(|problem| !is_truth(problem)).collect()
            };
        }),
        Mutant::doing("looks at the first step only", |it| {
            policy(it).problems = |profile| {
                overlooking(profile, |_, field| field.starts_with("workflow.") && !field.starts_with("workflow.0"))
            };
        }),
        Mutant::doing("looks at the last dependency of a step only", |it| {
            policy(it).problems = |profile| {
                problems(&changed_dependencies(profile, |on| on.drain(..on.len().saturating_sub(1)).for_each(drop)))
            };
        }),
        Mutant::doing("looks at the first ten dependencies of a step", |it| {
            policy(it).problems = |profile| problems(&changed_dependencies(profile, |on| on.truncate(10)));
        }),
        Mutant::doing("ignores the case of what a step depends on", |it| {
            policy(it).problems = |profile| {
                problems(&changed_dependencies(profile, |all| {
                    *all = all.iter().map(|on| json!(on.as_str().map(str::to_lowercase))).collect();
                }))
            };
        }),
        Mutant::doing("does not count blanks at the ends of a text", |it| {
            policy(it).problems = |profile| problems(&trimmed(profile));
        }),
        Mutant::doing("allows dependencies on earlier steps only", |it| policy(it).problems = backwards_only),
        Mutant::doing("allows texts of any length", |it| {
            policy(it).problems =
                |profile| overlooking(profile, |what, field| what == What::TooLong && field != "agentId");
        }),
        Mutant::doing("allows lists of any length", |it| {
            policy(it).problems = |profile| overlooking(profile, |what, _| what == What::TooMany);
        }),
        Mutant::doing("allows numbers of any size", |it| {
            policy(it).problems = |profile| overlooking(profile, |what, _| what == What::Range);
        }),
        Mutant::doing("takes fractions for whole numbers", |it| {
            policy(it).problems = |profile| {
                overlooking(profile, |what, field| what == What::Type && matches!(field, "maxTokens" | "priority"))
            };
        }),
        Mutant::doing("allows steps without a name", |it| {
            policy(it).problems =
                |profile| overlooking(profile, |what, field| what == What::Missing && field.starts_with("workflow"));
        }),
        Mutant::doing("allows steps of any type", |it| {
            policy(it).problems = |profile| overlooking(profile, |what, _| what == What::Choice);
        }),
        Mutant::doing("allows dependencies on steps that are not there", |it| {
            policy(it).problems = |profile| overlooking(profile, |what, _| what == What::Dangling);
        }),
        Mutant::doing("takes a temperature of zero for none", |it| {
            policy(it).problems = |profile| {
                let cold = profile["temperature"] == 0;
                let problem = Problem { path: vec!["temperature".to_owned()], what: What::Type };
                problems(profile).into_iter().chain(cold.then_some(problem)).collect()
            };
        }),
        Mutant::answers("does not say what is wrong", |_, mut answer| {
            for result in answer["results"].as_array_mut().into_iter().flatten() {
                if result["ok"] == false {
                    result["error"] = json!({"message": "invalid profile", "code": "E_INVALID"});
                }
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/AGT-001.yaml"),
    questions: &[],
};

/// A profile whose steps have other dependencies.
fn changed_dependencies(profile: &Value, change: fn(&mut Vec<Value>)) -> Value {
    let mut profile = profile.clone();
    for step in profile.get_mut("workflow").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(on) = step.get_mut("dependencies").and_then(Value::as_array_mut) {
            change(on);
        }
    }
    profile
}

/// A profile whose texts have no blanks at their ends.
fn trimmed(profile: &Value) -> Value {
    let mut profile = profile.clone();
    for value in profile.as_object_mut().into_iter().flat_map(|members| members.values_mut()) {
        if let Some(text) = value.as_str() {
            *value = json!(text.trim());
        }
    }
    profile
}

fn backwards_only(profile: &Value) -> Vec<Problem> {
    let workflow = json!({"steps": profile["workflow"]});
    let forward = problems(profile).is_empty() && !Workflow::of(&workflow).points_backwards();
    let problem = Problem { path: vec!["workflow".to_owned()], what: What::Dangling };
    problems(profile).into_iter().chain(forward.then_some(problem)).collect()
}

/// What is wrong with a profile, but for what `overlooked` says.
fn overlooking(profile: &Value, overlooked: fn(What, &str) -> bool) -> Vec<Problem> {
    problems(profile).into_iter().filter(|problem| !overlooked(problem.what, &problem.field())).collect()
}
