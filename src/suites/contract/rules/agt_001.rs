//! Nothing gets into a registry that its schema does not allow, not even for a moment.
//!
//! The traps are the limits themselves (the last valid length, the first invalid one), what is nested (steps,
//! metadata), and a registry that stores first and validates afterwards.

use super::super::draw::profile::{broken, changed, fine, invalid, least, valid};
use super::super::draw::script::{classify_profiles, classify_script, get, list_all, looked_up, operation, script};
use super::super::judge::registry::{Performed, Script, stands_on};
use super::super::model::profile::{Problem, What, problems};
use super::super::model::registry::{Due, covers};
use super::super::prelude::*;
use super::super::reference::registry::DOCUMENT;

const CHECK: Check = Check { methods: &["contract/registry"], shape: &shape::SCRIPT, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "AGT-001",
    title: "validates profiles before it registers them",
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
                let ops = [operation("register", &least("writer")), operation("update", &json!({"agentId": "writer"}))];
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
                ]
            },
            arms: &[arm(1, "a script", |draw| script(draw, 3)), arm(1, "looked up at once", looked_up)],
            classify: classify_script,
            labels: &["looked up after a refusal", "listed after a refusal", "refused update"],
            exam: nothing_left,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("stores a profile before it validates it", |policies| {
            policies.change(&DOCUMENT).register = |registry, profile| {
                registry.store(profile);
                registry.validate(profile)
            };
        }),
        Mutant::doing("replaces a profile before it validates the update", |policies| {
            policies.change(&DOCUMENT).update = |registry, profile| {
                registry.known(profile)?;
                registry.store(profile);
                registry.validate(profile)
            };
        }),
        Mutant::doing("validates on creation only", |policies| {
            policies.change(&DOCUMENT).update = |registry, profile| {
                registry.known(profile)?;
                registry.store(profile);
                Ok(())
            };
        }),
        Mutant::doing("allows texts of any length", |policies| {
            policies.change(&DOCUMENT).problems =
                |profile| overlooking(profile, |what, field| what == What::TooLong && field != "agentId");
        }),
        Mutant::doing("allows lists of any length", |policies| {
            policies.change(&DOCUMENT).problems = |profile| overlooking(profile, |what, _| what == What::TooMany);
        }),
        Mutant::doing("allows numbers of any size", |policies| {
            policies.change(&DOCUMENT).problems = |profile| overlooking(profile, |what, _| what == What::Range);
        }),
        Mutant::doing("takes fractions for whole numbers", |policies| {
            policies.change(&DOCUMENT).problems = |profile| {
                overlooking(profile, |what, field| what == What::Type && matches!(field, "maxTokens" | "priority"))
            };
        }),
        Mutant::doing("allows steps without a name", |policies| {
            policies.change(&DOCUMENT).problems =
                |profile| overlooking(profile, |what, field| what == What::Missing && field.starts_with("workflow"));
        }),
        Mutant::doing("allows steps of any type", |policies| {
            policies.change(&DOCUMENT).problems = |profile| overlooking(profile, |what, _| what == What::Choice);
        }),
        Mutant::doing("allows dependencies on steps that are not there", |policies| {
            policies.change(&DOCUMENT).problems = |profile| overlooking(profile, |what, _| what == What::Dangling);
        }),
        Mutant::doing("takes a temperature of zero for none", |policies| {
            policies.change(&DOCUMENT).problems = |profile| {
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

/// What is wrong with a profile, but for what `overlooked` says.
fn overlooking(profile: &Value, overlooked: fn(What, &str) -> bool) -> Vec<Problem> {
    problems(profile).into_iter().filter(|problem| !overlooked(problem.what, &problem.field())).collect()
}

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
            let least = json!({"agentId": profile["agentId"], "description": profile["description"]});
            json!({"op": operation["op"], "profile": least})
        }
        None => operation.clone(),
    });
    stands_on(talk, &json!({ "script": plain.collect::<Vec<_>>() }))?;
    Ok(failed)
}

fn refusal(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
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

fn names_the_field(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
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
fn nothing_left(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let script = Script::of(case, talk)?;
    match script.performed.iter().find_map(left_behind) {
        Some(failed) => fails(case, talk, failed),
        None => Ok(script.innocent()),
    }
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
