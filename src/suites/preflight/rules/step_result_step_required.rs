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
        // Beside every action that takes one.
        edges: || draw::step_ids(|action| action.allowed.contains(&"stepId")),
        arms: &[
            arm(3, "anything for a step id", |draw| draw::anything_for(draw, &ACTIONS[3], "stepId")),
            arm(1, "one need unmet or none", draw::one_unmet),
            arm(1, "many faults", draw::many_faults),
        ],
        classify: |case| due_and_kind(case, CODE, "stepId"),
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
        demanding("wants a step id for run_status", [CODE, "step_result"], |input| {
            input["action"] == "run_status" && input.get("stepId").is_none()
        }),
        demanding("takes a comma for the end of a step id", [CODE, "step_result"], |input| {
            input["action"] == "step_result" && input["stepId"].as_str().is_some_and(|id| id.contains(','))
        }),
        demanding("takes an asterisk for all steps", [CODE, "step_result"], |input| {
            input["action"] == "step_result" && input["stepId"] == "*"
        }),
        omitting("takes a list of step ids for step_result", CODE, |input| input["stepId"].is_array()),
        Mutant::answers("uses the code of message for step_result", |_, answer| {
            edit_where(answer, CODE, |diagnostic| diagnostic.code = "message-step-required".into())
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/step_result-step-required.yaml"),
    questions: &[],
};
