//! A preflight stands in front of everything else: whatever arrives, it answers.
//!
//! The traps are `null`, which is an object to `typeof`, and calling a method
//! of texts on what turns out to be a number.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "any-input",
    title: "answers any JSON value with a list of diagnostics",
    level: Level::Must,
    source: "validatePreflightShape(rawInput: unknown): AgentDiagnostic[]",
    statement: "The input may be any JSON value, and so may every field of it. The answer is always a list of \
                diagnostics, each with code, message, path and severity; nothing is thrown.",
    checks: &[Check {
        id: "answers",
        property: "any JSON in any place gets an answer of the right shape",
        edges,
        arms: &[
            arm(4, "any JSON in any place", draw::wild),
            arm(1, "many faults", draw::many_faults),
            arm(1, "bad action", draw::bad_action),
            arm(1, "one need unmet or none", draw::one_unmet),
        ],
        classify,
        labels: &[
            "an object",
            "a list",
            "null",
            "a text",
            "a number",
            "true or false",
            "an odd value in a known field",
        ],
        exam: answers,
        on_fault: OnFault::Fails,
        ..CHECK
    }],
    mutants: &[
        Mutant::throws("throws on null", |request| request.params["input"].is_null()),
        Mutant::throws("throws on a list", |request| request.params["input"].is_array()),
        Mutant::throws("throws on a bare text", |request| request.params["input"].is_string()),
        Mutant::throws("trims a run id that is a number", |request| request.params["input"]["runId"].is_number()),
        Mutant::throws("throws on a text that is null", |request| {
            request.params["input"].get("text").is_some_and(Value::is_null)
        }),
        Mutant::throws("throws on an action that is an object", |request| {
            request.params["input"]["action"].is_object()
        }),
        Mutant::answers("answers null when nothing is wrong", |_, answer| {
            if answer["diagnostics"] == json!([]) { json!({"diagnostics": null}) } else { answer }
        }),
        Mutant::answers("answers with codes alone", |_, answer| {
            let codes = from_answer(&answer).map(|list| codes(&list)).unwrap_or_default();
            json!({ "diagnostics": codes })
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/any-input.yaml"),
    questions: &[],
};

fn answers(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    Seen::ask(case, talk)?;
    Ok(Judgement::held())
}

/// Every kind of value as the input, and in every field of a valid input.
fn edges() -> Vec<Value> {
    let mut values = draw::hollow().to_vec();
    values.extend([json!(true), json!(-1.5), json!("x"), json!([[]]), json!({"length": 1}), json!(["start"])]);
    let mut cases: Vec<Value> = values.iter().cloned().map(case).collect();
    cases.extend(every_code());
    // Names that every object has are no actions, fields or channels.
    for name in ["", "__proto__", "constructor", "toString", "hasOwnProperty"] {
        cases.push(case(json!({"action": name})));
        cases.push(case(json!({"action": "catalog", name: 1})));
        cases.push(case(draw::with(&ACTIONS[4], "channel", Some(json!(name)))));
    }
    for field in KNOWN_FIELDS {
        for (action, value) in ACTIONS.iter().cycle().zip(&values) {
            cases.push(case(draw::with(action, field, Some(value.clone()))));
        }
    }
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let input = &case["input"];
    let mut labels = vec![match input {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }];
    let odd = |field: &str| input.get(field).is_some_and(|value| draw::hollow().contains(value));
    labels.extend(KNOWN_FIELDS.iter().any(|field| odd(field)).then_some("an odd value in a known field"));
    labels
}
