//! Without an action there is nothing to check the other fields against.
//!
//! The trap is to tell "missing" from "unknown" by truth alone: the empty text
//! is missing, and so is everything that is no text, however true it looks.

use super::prelude::*;

const CODE: &str = "action-required";

pub(super) static RULE: Rule = Rule {
    id: CODE,
    title: "reports a missing `action` as `action-required`",
    level: Level::Must,
    source: "validatePreflightShape, first return; isRecord; stringField",
    statement: "An input without an `action`, with one that is no text, or with the empty text, gets \
                `action-required`. What is no object acts as an empty one, and a list is an object without `action`.",
    checks: &[Check {
        property: "the code is given exactly when there is no text in `action`",
        edges,
        arms: &[
            arm(3, "bad action", draw::bad_action),
            arm(2, "any JSON in any place", draw::wild),
            arm(1, "valid", draw::valid),
        ],
        classify,
        labels: &["due", "not due", "no key", "the empty text", "no text", "no object", "a list", "unknown text"],
        exam: exactly_when_due,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("takes a missing action for catalog", |request, _| {
            misread(request, |input| {
                input.entry("action").or_insert_with(|| json!("catalog"));
            })
        }),
        Mutant::answers("calls the empty action unknown", |request, answer| {
            if request.params["input"]["action"] == "" { unknown("") } else { answer }
        }),
        Mutant::answers("calls an action that is no text unknown", |request, answer| {
            match request.params["input"].get("action") {
                Some(action) if !action.is_string() => unknown(&action.to_string()),
                _ => answer,
            }
        }),
        Mutant::answers("lets through what is no object", |request, answer| {
            if request.params["input"].is_object() { answer } else { to_answer(&[]) }
        }),
        Mutant::answers("looks into the first entry of a list", |request, answer| {
            request.params["input"].get(0).map_or(answer, |first| to_answer(&diagnostics(first)))
        }),
        Mutant::answers("takes a bare text for the action", |request, answer| match &request.params["input"] {
            Value::String(action) => to_answer(&diagnostics(&json!({ "action": action }))),
            _ => answer,
        }),
        Mutant::answers("reads an object from a text", |request, answer| {
            let read = request.params["input"].as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
            read.filter(Value::is_object).map_or(answer, |input| to_answer(&diagnostics(&input)))
        }),
        Mutant::answers("asks for an action where cleanup is given", |request, answer| {
            if request.params["input"]["action"] == "cleanup" { to_answer(&diagnostics(&json!({}))) } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/action-required.yaml"),
    questions: &[],
};

fn unknown(action: &str) -> Value {
    let mut answer = diagnostics(&json!({"action": "?"}));
    answer[0].message = format!("Unknown agent_team action: {action}.").into();
    to_answer(&answer)
}

fn edges() -> Vec<Value> {
    let mut inputs = draw::hollow().to_vec();
    inputs.extend([json!("catalog"), json!(["catalog"]), json!([{"action": "catalog"}]), json!({"runId": "r1"})]);
    // A text is no object, whatever can be read from it.
    inputs.extend(ACTIONS.iter().map(|action| json!(Value::from(draw::least(action)).to_string())));
    inputs.extend(draw::text_slot().into_iter().flatten().map(|value| json!({ "action": value })));
    inputs.extend(ACTIONS.iter().map(|action| json!({"action": [action.name]})));
    inputs.extend(ACTIONS.iter().map(|action| draw::least(action).into()));
    inputs.into_iter().map(case).collect()
}

fn classify(case: &Value) -> Vec<&'static str> {
    let input = &case["input"];
    let mut labels = due_or_not(case, CODE);
    labels.push(match (input, input.get("action")) {
        (Value::Array(_), _) => "a list",
        (Value::Object(_), None) => "no key",
        (Value::Object(_), Some(Value::String(text))) if text.is_empty() => "the empty text",
        (Value::Object(_), Some(Value::String(_))) if action_of(input).is_some() => "an action",
        (Value::Object(_), Some(Value::String(_))) => "unknown text",
        (Value::Object(_), Some(_)) => "no text",
        _ => "no object",
    });
    labels
}
