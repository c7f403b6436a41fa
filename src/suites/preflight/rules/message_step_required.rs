//! A message goes to one step that is alive.

use super::prelude::*;

const CODE: &str = "message-step-required";

pub(super) static RULE: Rule = Rule {
    id: CODE,
    title: "reports message without `stepId` as `message-step-required`",
    level: Level::Must,
    source: "validateRequiredControls, stepId of message",
    statement: "message needs a non-empty text in `stepId`, or gets `message-step-required`, whatever else it lacks.",
    checks: &[Check {
        property: "the code is given exactly when message has no non-empty text in `stepId`",
        // Beside every action on a run.
        edges: || draw::step_ids(|action| action.needs.contains(&"runId")),
        arms: &[
            arm(3, "anything for a step id", |draw| draw::anything_for(draw, &ACTIONS[4], "stepId")),
            arm(1, "one need unmet or none", draw::one_unmet),
            arm(1, "many faults", draw::many_faults),
        ],
        classify: |case| due_and_kind(case, CODE, "stepId"),
        labels: &["due", "not due", "absent", "blank", "empty", "no text", "run_status", "step_result", "message"],
        exam: exactly_when_due,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("sends a message to no step", |_, answer| without(answer, CODE)),
        Mutant::answers("trims the step id of a message", |request, _| {
            misread(request, |input| {
                if request.params["input"]["action"] == "message" {
                    change_text(input, "stepId", |text| text.trim().to_owned());
                }
            })
        }),
        omitting("takes a number for the step of a message", CODE, |input| input["stepId"].is_number()),
        Mutant::answers("uses the code of step_result for message", |_, answer| {
            edit_where(answer, CODE, |diagnostic| diagnostic.code = "step_result-step-required".into())
        }),
        demanding("wants a step id for cancel", [CODE, "message"], |input| input["action"] == "cancel"),
    ],
    corpus: include_str!("../../../../corpus/preflight/message-step-required.yaml"),
    questions: &[],
};
