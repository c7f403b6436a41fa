//! The result of a step is that of one step.
//!
//! The trap is the neighbour: `run_status` takes a `stepId` too, and does not need it.

use super::prelude::*;

const CODE: &str = "step_result-step-required";

pub(super) static RULE: Rule = Rule {
    id: CODE,
    title: "reports step_result without `stepId` as `step_result-step-required`",
    level: Level::Must,
    source: "validateRequiredControls, stepId of step_result",
    statement: "step_result needs a non-empty text in `stepId`, or gets `step_result-step-required`, with or without \
                a run id; run_status never does.",
    checks: &[Check {
        property: "the code is given exactly when step_result has no non-empty text in `stepId`",
        edges,
        arms: &[
            arm(3, "anything for a step id", anything_for_it),
            arm(1, "one need unmet or none", draw::one_unmet),
            arm(1, "many faults", draw::many_faults),
        ],
        classify,
        labels: &["due", "not due", "absent", "blank", "empty", "no text", "run_status", "step_result", "message"],
        exam: exactly_when_due,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("does not need a step id for step_result", |_, answer| without(answer, CODE)),
        Mutant::answers("trims the step id of step_result", |request, _| {
            misread(request, |input| {
                if request.params["input"]["action"] == "step_result" {
                    change_text(input, "stepId", |text| text.trim().to_owned());
                }
            })
        }),
        Mutant::answers("wants a step id for run_status", |request, answer| {
            let input = &request.params["input"];
            let missing = due_for(&json!({"action": "step_result"}), CODE)
                .filter(|_| input["action"] == "run_status" && input.get("stepId").is_none());
            edit(answer, |list| list.extend(missing))
        }),
        Mutant::answers("takes a list of step ids for step_result", |request, answer| {
            if request.params["input"]["stepId"].is_array() { without(answer, CODE) } else { answer }
        }),
        Mutant::answers("uses the code of message for step_result", |_, answer| {
            edit_each(answer, |diagnostic| {
                if diagnostic.code == CODE {
                    diagnostic.code = "message-step-required".into();
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/step_result-step-required.yaml"),
    questions: &[],
};

/// Everything that may stand for a step id, with a run id and without, beside every action that takes one.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for action in ACTIONS.iter().filter(|action| action.allowed.contains(&"stepId")) {
        for value in draw::text_slot() {
            let mut input = draw::with(action, "stepId", value);
            cases.push(case(input.clone()));
            input.remove("runId");
            cases.push(case(input));
        }
    }
    cases
}

fn anything_for_it(draw: &mut Draw) -> Value {
    let mut input = draw::valid_for(draw, &ACTIONS[3]);
    draw::spoil(draw, &mut input, "stepId");
    case(input)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = due_or_not(case, CODE);
    labels.push(text_kind(case["input"].get("stepId")));
    labels
}
