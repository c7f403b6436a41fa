//! An action is one of seven words, letter for letter.
//!
//! The traps are kindness: other case, blanks around it, a dash for the
//! underscore. A preflight that guesses runs what nobody asked for.

use super::prelude::*;

const CODE: &str = "action-invalid";

pub(super) static RULE: Rule = Rule {
    id: CODE,
    title: "reports an unknown `action` as `action-invalid`",
    level: Level::Must,
    source: "validatePreflightShape, second return; AGENT_TEAM_ACTION_VALUES",
    statement: "A non-empty text in `action` that is none of the seven names, compared letter for letter, gets \
                `action-invalid`.",
    checks: &[Check {
        property: "the code is given exactly when `action` is a non-empty text but no action",
        edges,
        arms: &[
            arm(4, "bad action", draw::bad_action),
            arm(1, "valid", draw::valid),
            arm(1, "many faults", draw::many_faults),
        ],
        classify,
        labels: &["due", "not due", "other case", "blanks around it", "other separators", "blank"],
        exam: exactly_when_due,
        ..CHECK
    }],
    mutants: &[
        respelling("ignores the case of the action", "action", str::to_lowercase),
        respelling("trims the action", "action", |text| {
            if Action::named(text.trim()).is_some() { text.trim().to_owned() } else { text.to_owned() }
        }),
        respelling("takes a dash for an underscore", "action", |text| text.replace('-', "_")),
        respelling("takes camel case for an underscore", "action", |text| match text {
            "runStatus" => "run_status".to_owned(),
            "stepResult" => "step_result".to_owned(),
            _ => text.to_owned(),
        }),
        respelling("takes full-width letters for plain ones", "action", |text| {
            let plain = ACTIONS.iter().find(|action| draw::wide(action.name) == text);
            plain.map_or(text, |action| action.name).to_owned()
        }),
        respelling("takes what begins with an action for that action", "action", |text| {
            let begun = ACTIONS.iter().find(|action| text.starts_with(action.name));
            begun.map_or(text, |action| action.name).to_owned()
        }),
        Mutant::answers("calls an unknown action missing", |request, answer| {
            if action_of(&request.params["input"]).is_none() { to_answer(&diagnostics(&json!({}))) } else { answer }
        }),
        Mutant::answers("says nothing of an unknown action", |_, answer| without(answer, CODE)),
        Mutant::answers("does not know cleanup", |request, answer| {
            if request.params["input"]["action"] == "cleanup" {
                edit(answer, |list| {
                    *list = diagnostics(&json!({"action": "?"}));
                    list[0].message = "Unknown agent_team action: cleanup.".into();
                })
            } else {
                answer
            }
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/action-invalid.yaml"),
    questions: &[],
};

/// Every near-miss of every action, with what the real one would need and without; odd words; the actions themselves.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for action in &ACTIONS {
        cases.push(case(draw::least(action)));
        for miss in near::misses(action.name).into_iter().chain([draw::wide(action.name)]) {
            cases.push(case(json!({ "action": miss })));
            cases.push(case(draw::with(action, "action", Some(json!(miss)))));
        }
    }
    let odd = [
        "",
        " ",
        "\u{feff}",
        "__proto__",
        "constructor",
        "toString",
        "status",
        "runStatus",
        "stepResult",
        "stop",
        "steer",
        "null",
    ];
    cases.extend(odd.map(|action| case(json!({ "action": action }))));
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = due_or_not(case, CODE);
    if let (Some(text), None) = (case["input"]["action"].as_str(), action_of(&case["input"])) {
        let is = |changed: &str| Action::named(changed).is_some();
        labels.extend(is(&text.to_lowercase()).then_some("other case"));
        labels.extend(is(text.trim()).then_some("blanks around it"));
        labels.extend(is(&text.replace('-', "_")).then_some("other separators"));
        labels.extend((!text.is_empty() && text.trim().is_empty()).then_some("blank"));
    }
    labels
}
