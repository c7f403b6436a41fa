//! Nothing can be said of fields when the action they would belong to is not known.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "bad-action-alone",
    title: "reports nothing else when the action is missing or unknown",
    level: Level::Must,
    source: "validatePreflightShape, the two early returns",
    statement: "A missing or unknown action is the only diagnostic of its answer: no other field is looked at.",
    checks: &[Check {
        id: "alone",
        property: "the diagnostic of a bad action has no company",
        edges,
        arms: &[arm(4, "bad action", draw::bad_action), arm(1, "any JSON in any place", draw::wild)],
        classify,
        labels: &["missing", "unknown", "with other known fields", "without other known fields"],
        exam: alone,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("asks for a run id as well", |request, answer| {
            let needed = due_for(&json!({"action": "cancel"}), "run-id-required");
            let asked = request.params["input"].get("runId").is_none();
            edit(answer, |list| {
                if asked && list.iter().any(|diagnostic| is_about_action(&diagnostic.code)) {
                    list.extend(needed);
                }
            })
        }),
        Mutant::answers("denies the fields of an unknown action as well", |request, answer| {
            let input = &request.params["input"];
            edit(answer, |list| {
                let fields = KNOWN_FIELDS[1..].iter().filter(|field| input.get(**field).is_some());
                let fields: Vec<Text> = fields.map(|field| (*field).into()).collect();
                if let (Some(first), false) = (list.first().cloned(), fields.is_empty())
                    && first.code == "action-invalid"
                {
                    let code = format!("unknown{DENIED}").into();
                    list.push(Diagnostic { code, path: "/".into(), fields: Some(fields), ..first });
                }
            })
        }),
        Mutant::answers("calls a missing action unknown as well", |_, answer| {
            edit(answer, |list| {
                if list.iter().any(|diagnostic| diagnostic.code == "action-required") {
                    list.extend(diagnostics(&json!({"action": "undefined"})));
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/bad-action-alone.yaml"),
    questions: &[],
};

/// Only where the right code is there: whether it is, the rules of the two codes judge.
fn alone(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let seen = Seen::ask(case, talk)?;
    let judgement = match seen.due.first() {
        Some(due) if is_about_action(&due.code) && seen.has(&due.code) => {
            if seen.found.len() == 1 {
                Judgement::held()
            } else {
                seen.wrong_codes("the diagnostic of a bad action has company")
            }
        }
        _ => Judgement::open("there is no diagnostic of a bad action"),
    };
    settled(case, talk, &seen, judgement)
}

/// Both kinds of bad action, alone, with every single field, and with everything.
fn edges() -> Vec<Value> {
    let mut cases = vec![case(json!({})), case(json!({"action": "launch"})), case(json!([])), case(json!(null))];
    for field in &KNOWN_FIELDS[1..] {
        cases.push(case(json!({(*field): draw::plain(field)})));
        cases.push(case(json!({"action": "launch", (*field): draw::plain(field)})));
    }
    let all: draw::Input = KNOWN_FIELDS.iter().map(|field| ((*field).to_owned(), draw::plain(field))).collect();
    cases.push(case(all));
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let input = &case["input"];
    let others = KNOWN_FIELDS[1..].iter().any(|field| input.get(*field).is_some());
    let mut labels = vec![if others { "with other known fields" } else { "without other known fields" }];
    labels.extend(match diagnostics(input).first().map(|diagnostic| &*diagnostic.code) {
        Some("action-required") => Some("missing"),
        Some("action-invalid") => Some("unknown"),
        _ => None,
    });
    labels
}
