//! Nothing gets into a registry that its schema does not allow, not even for a moment.
//!
//! The traps are the limits themselves (the last valid length, the first invalid one), what is nested (steps,
//! metadata), and a registry that stores first and validates afterwards.

use super::prelude::*;
use super::profile::{Problem, What, problems};
use super::profile_draw::{SCRIPT, broken, changed, fine, get, invalid, least, list_all, operation, script, valid};
use super::registry::{Due, Performed, covers, dues, exam};

const CHECK: Check = Check { methods: &["contract/registry"], shape: &SCRIPT, ..Check::NEW };

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
            classify,
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
            steps: |case, answers| exam(case, answers, refusal),
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
            classify,
            labels: &["missing", "type", "too long", "range"],
            steps: |case, answers| exam(case, answers, names_the_field),
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
            steps: |case, answers| exam(case, answers, nothing_left),
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("stores a profile before it validates it", "stores-before-validating"),
        Mutant::quirk("replaces a profile before it validates the update", "updates-before-validating"),
        Mutant::quirk("validates on creation only", "validates-on-register-only"),
        Mutant::quirk("allows texts of any length", "texts-of-any-length"),
        Mutant::quirk("allows lists of any length", "lists-of-any-length"),
        Mutant::quirk("allows numbers of any size", "numbers-of-any-size"),
        Mutant::quirk("takes fractions for whole numbers", "fractions-for-whole-numbers"),
        Mutant::quirk("allows steps without a name", "unnamed-steps"),
        Mutant::quirk("allows steps of any type", "steps-of-any-type"),
        Mutant::quirk("allows dependencies on steps that are not there", "dangling-dependencies"),
        Mutant::quirk("takes a temperature of zero for none", "tests-numbers-for-truth"),
        Mutant::answers("does not say what is wrong", |_, mut answer| {
            for result in answer["results"].as_array_mut().into_iter().flatten() {
                if result["ok"] == false {
                    result["error"] = json!({"message": "invalid profile", "code": "E_INVALID"});
                }
            }
            answer
        }),
    ],
    corpus: include_str!("../../../corpus/contract/AGT-001.yaml"),
    questions: &[],
};

/// Whether this rule is about what is wrong: the form of ids has a rule of its own.
fn is_ours(problems: &[Problem]) -> bool {
    !problems.iter().any(Problem::is_form_of_id)
}

fn refusal(performed: &Performed<'_>) -> Option<Judgement> {
    match performed.due {
        Due::Invalid(problems) if performed.ok && is_ours(problems) => {
            let kind = format!("an invalid profile is accepted: {}", label(problems[0].what));
            let expected = format!("operation {} is refused: {}", performed.number, problems[0].field());
            Some(Judgement::failed(kind, expected, performed.result.clone()))
        }
        Due::Done if !performed.ok => {
            let expected = format!("operation {} goes through: the profile is valid", performed.number);
            Some(Judgement::failed("a valid profile is refused", expected, performed.result.clone()))
        }
        _ => None,
    }
}

fn names_the_field(performed: &Performed<'_>) -> Option<Judgement> {
    let plain = |text: &str| text.to_lowercase().replace(['_', '-', ' '], "");
    let Due::Invalid(problems) = performed.due else { return None };
    if performed.ok || !is_ours(problems) {
        return None;
    }
    let said = plain(&message(&performed.result["error"]));
    if problems.iter().flat_map(Problem::names).any(|name| said.contains(&plain(name))) {
        return None;
    }
    let fields: Vec<String> = problems.iter().map(Problem::field).collect();
    let expected = format!("a message that names {}", fields.join(" or "));
    Some(Judgement::failed("the message does not name the field", expected, performed.result["error"].clone()))
}

/// What is found after a refusal: judged where the last thing tried on the agent was refused for its profile.
fn nothing_left(performed: &Performed<'_>) -> Option<Judgement> {
    let found = &performed.result["profile"];
    let id = performed.operation["id"].as_str().unwrap_or_default();
    match performed.due {
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

/// A refused creation or update, and what is found then.
fn looked_up(draw: &mut Draw) -> Value {
    let mut ops = vec![operation("register", &invalid(draw, "writer")), get("writer")];
    if draw.chance(1, 2) {
        ops = vec![
            operation("register", &valid(draw, "writer")),
            operation("update", &invalid(draw, "writer")),
            get("writer"),
        ];
    }
    json!({ "script": ops })
}

fn label(what: What) -> &'static str {
    match what {
        What::Missing => "missing",
        What::Type => "type",
        What::TooShort => "too short",
        What::TooLong => "too long",
        What::TooMany => "too many",
        What::Range => "range",
        What::Format => "format",
        What::Choice => "choice",
        What::Dangling => "dangling",
    }
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels: Vec<&str> = dues(list(case, "script"))
        .iter()
        .filter_map(|due| match due {
            Due::Invalid(problems) if is_ours(problems) => Some(label(problems[0].what)),
            Due::Done => Some("valid"),
            _ => None,
        })
        .collect();
    labels.dedup();
    labels
}

fn classify_script(case: &Value) -> Vec<&'static str> {
    let script = list(case, "script");
    let mut labels = Vec::new();
    let mut refused = false;
    for (due, operation) in dues(script).iter().zip(script) {
        match due {
            Due::Invalid(_) => {
                refused = true;
                labels.extend((operation["op"] == "update").then_some("refused update"));
            }
            Due::Found(_) | Due::Nothing if refused => labels.push("looked up after a refusal"),
            Due::Ids(_) if refused => labels.push("listed after a refusal"),
            _ => {}
        }
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
