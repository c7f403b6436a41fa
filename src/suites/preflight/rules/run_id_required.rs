//! Whoever asks about a run says which.
//!
//! The traps: a blank id is an id (nobody trims it), and a number is not.

use super::prelude::*;

const CODE: &str = "run-id-required";

pub(super) static RULE: Rule = Rule {
    id: CODE,
    title: "reports an action on a run without `runId` as `run-id-required`",
    level: Level::Must,
    source: "validateRequiredControls, runId of run_status, step_result, message, cancel and cleanup",
    statement: "run_status, step_result, message, cancel and cleanup need a non-empty text in `runId`, or get \
                `run-id-required`. A blank text will do; a number, `null` or a list will not.",
    checks: &[Check {
        property: "the code is given exactly when an action on a run has no non-empty text in `runId`",
        edges,
        arms: &[
            arm(3, "anything for a run id", anything_for_it),
            arm(1, "two fields of any kind", draw::pair),
            arm(2, "many faults", draw::many_faults),
        ],
        classify,
        labels: &[
            "due",
            "not due",
            "absent",
            "blank",
            "empty",
            "no text",
            "catalog",
            "start",
            "run_status",
            "step_result",
            "message",
            "cancel",
            "cleanup",
        ],
        exam: exactly_when_due,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("trims the run id", |request, _| respelt(request, "runId", |text| text.trim().to_owned())),
        Mutant::answers("takes a number for a run id", |request, answer| {
            if request.params["input"]["runId"].is_number() { without(answer, CODE) } else { answer }
        }),
        Mutant::answers("takes any true value for a run id", |request, answer| {
            let hollow = [json!(null), json!(false), json!(0), json!("")];
            if hollow.contains(&request.params["input"]["runId"]) { answer } else { without(answer, CODE) }
        }),
        Mutant::answers("takes the empty text for a run id", |request, answer| {
            if request.params["input"]["runId"] == "" { without(answer, CODE) } else { answer }
        }),
        Mutant::answers("is content with the key alone", |request, answer| {
            if request.params["input"].get("runId").is_some() { without(answer, CODE) } else { answer }
        }),
        Mutant::answers("cleans up without a run id", |request, answer| lets_be(request, answer, "cleanup")),
        Mutant::answers("cancels without a run id", |request, answer| lets_be(request, answer, "cancel")),
        Mutant::answers("gives the status of no run", |request, answer| lets_be(request, answer, "run_status")),
        Mutant::answers("gives the result of a step of no run", |request, answer| {
            lets_be(request, answer, "step_result")
        }),
        Mutant::answers("sends messages to no run", |request, answer| lets_be(request, answer, "message")),
        Mutant::answers("wants a run id to start", |request, answer| {
            let input = &request.params["input"];
            let missing = due_for(&json!({"action": "cancel"}), CODE)
                .filter(|_| input["action"] == "start" && input.get("runId").is_none());
            edit(answer, |list| list.extend(missing))
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/run-id-required.yaml"),
    questions: &[],
};

fn lets_be(request: Request<'_>, answer: Value, action: &str) -> Value {
    if request.params["input"]["action"] == action { without(answer, CODE) } else { answer }
}

/// Everything that may stand for a run id beside every action, also where a field is denied.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for action in &ACTIONS {
        cases.extend(draw::text_slot().into_iter().map(|value| case(draw::with(action, "runId", value))));
        let mut denied = draw::and(action, &["objective"]);
        denied.remove("runId");
        cases.push(case(denied));
    }
    cases
}

fn anything_for_it(draw: &mut Draw) -> Value {
    let action = draw::action_that_needs(draw, "runId");
    let mut input = draw::valid_for(draw, action);
    draw::spoil(draw, &mut input, "runId");
    case(input)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = due_or_not(case, CODE);
    labels.push(text_kind(case["input"].get("runId")));
    labels
}
