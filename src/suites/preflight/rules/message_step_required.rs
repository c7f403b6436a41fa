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
        Mutant::answers("sends a message to no step", |_, answer| without(answer, CODE)),
        Mutant::answers("trims the step id of a message", |request, _| {
            misread(request, |input| {
                if request.params["input"]["action"] == "message" {
                    change_text(input, "stepId", |text| text.trim().to_owned());
                }
            })
        }),
        Mutant::answers("takes a number for the step of a message", |request, answer| {
            if request.params["input"]["stepId"].is_number() { without(answer, CODE) } else { answer }
        }),
        Mutant::answers("uses the code of step_result for message", |_, answer| {
            edit_each(answer, |diagnostic| {
                if diagnostic.code == CODE {
                    diagnostic.code = "step_result-step-required".into();
                }
            })
        }),
        Mutant::answers("wants a step id for cancel", |request, answer| {
            let missing =
                due_for(&json!({"action": "message"}), CODE).filter(|_| request.params["input"]["action"] == "cancel");
            edit(answer, |list| list.extend(missing))
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/message-step-required.yaml"),
    questions: &[],
};

/// Everything that may stand for a step id, with a run id and without, beside every action on a run.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for action in ACTIONS.iter().filter(|action| action.needs.contains(&"runId")) {
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
    let mut input = draw::valid_for(draw, &ACTIONS[4]);
    draw::spoil(draw, &mut input, "stepId");
    case(input)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = due_or_not(case, CODE);
    labels.push(text_kind(case["input"].get("stepId")));
    labels
}
