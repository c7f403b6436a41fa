//! One denial speaks for all misplaced fields, and its code names the action.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "denied-code",
    title: "denies misplaced fields once, as `<action>-control-fields-denied`",
    level: Level::Must,
    source: "ACTION_RULES, controlCode; validatePreflightShape, first push",
    statement: "The code of a denial is the name of the action followed by `-control-fields-denied`, and there is \
                at most one denial in an answer.",
    checks: &[Check {
        id: "code",
        property: "a denial carries the code of its action and stands alone",
        edges,
        arms: ARMS,
        classify: |case| {
            let action = action_of(&case["input"]);
            let count = action.map_or(0, |action| model::misplaced(action, &case["input"]).len());
            let mut labels = vec![["no denial", "one field", "several fields"][count.min(2)]];
            labels.extend(action.filter(|_| count > 0).map(|action| action.name));
            labels
        },
        labels: &[
            "one field",
            "several fields",
            "catalog",
            "start",
            "run_status",
            "step_result",
            "message",
            "cancel",
            "cleanup",
        ],
        exam: one_with_the_right_code,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("leaves the action out of the code", |_, answer| {
            recode(answer, |_| DENIED.trim_start_matches('-').to_owned())
        }),
        Mutant::answers("writes a dash for the underscore of the action", |_, answer| {
            recode(answer, |code| code.replace('_', "-"))
        }),
        Mutant::answers("denies every field by itself", |_, answer| {
            edit(answer, |list| {
                let (denials, rest): (Vec<_>, Vec<_>) =
                    std::mem::take(list).into_iter().partition(|diagnostic| is_denial(&diagnostic.code));
                for denial in denials {
                    let fields = denial.fields.clone().unwrap_or_default();
                    list.extend(fields.into_iter().map(|field| Diagnostic {
                        message: model::denial_message(denial.action.as_deref().unwrap_or(""), &[&*field]).into(),
                        fields: Some(vec![field]),
                        ..denial.clone()
                    }));
                }
                list.extend(rest);
            })
        }),
        Mutant::answers("uses the code of cancel for cleanup", |_, answer| {
            recode(answer, |code| code.replace("cleanup", "cancel"))
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/denied-code.yaml"),
    questions: &[],
};

fn recode(answer: Value, change: fn(&str) -> String) -> Value {
    edit_denial(answer, |diagnostic| diagnostic.code = change(&diagnostic.code).into())
}

/// Whether there is a denial at all, `control-fields-denied` judges.
fn one_with_the_right_code(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let seen = Seen::ask(case, talk)?;
    let due = seen.action()?.denial();
    let found: Vec<&str> = seen.denials().map(|denial| &*denial.code).collect();
    let judgement = if found.iter().any(|code| *code != due) {
        Judgement::failed("a denial has another code", json!([due]), json!(found))
    } else if found.len() > 1 {
        Judgement::failed("there is more than one denial", json!([due]), json!(found))
    } else if found.is_empty() {
        Judgement::open("there is no denial")
    } else {
        Judgement::held()
    };
    settled(case, talk, &seen, judgement)
}

/// One, two and all misplaced fields beside every action.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for action in &ACTIONS {
        let denied: Vec<&str> = action.denied().collect();
        cases.extend([1, 2, denied.len()].map(|count| case(draw::and(action, &denied[..count]))));
    }
    cases
}
