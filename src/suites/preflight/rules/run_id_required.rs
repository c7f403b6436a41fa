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
            arm(3, "anything for a run id", |draw| {
                let action = draw::action_that_needs(draw, "runId");
                draw::anything_for(draw, action, "runId")
            }),
            arm(1, "two fields of any kind", draw::pair),
            arm(2, "many faults", draw::many_faults),
        ],
        classify: |case| due_and_kind(case, CODE, "runId"),
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
        respelling("trims the run id", "runId", |text| text.trim().to_owned()),
        omitting("takes a number for a run id", CODE, |input| input["runId"].is_number()),
        omitting("takes any true value for a run id", CODE, |input| {
            let hollow = [json!(null), json!(false), json!(0), json!("")];
            !hollow.contains(&input["runId"])
        }),
        omitting("takes the empty text for a run id", CODE, |input| input["runId"] == ""),
        omitting("is content with the key alone", CODE, |input| input.get("runId").is_some()),
        omitting("finds the run id among the options", CODE, |input| input["options"]["runId"].is_string()),
        omitting("cleans up without a run id", CODE, |input| input["action"] == "cleanup"),
        omitting("cancels without a run id", CODE, |input| input["action"] == "cancel"),
        omitting("gives the status of no run", CODE, |input| input["action"] == "run_status"),
        omitting("gives the result of a step of no run", CODE, |input| input["action"] == "step_result"),
        omitting("sends messages to no run", CODE, |input| input["action"] == "message"),
        demanding("refuses long run ids", [CODE, "cancel"], |input| {
            input["action"] == "cancel" && input["runId"].as_str().is_some_and(|id| id.len() > 64)
        }),
        demanding("wants run ids in ASCII", [CODE, "cleanup"], |input| {
            input["action"] == "cleanup"
                && input["runId"].as_str().is_some_and(|id| id.contains(char::is_alphabetic) && !id.is_ascii())
        }),
        demanding("wants a run id to start", [CODE, "cancel"], |input| {
            input["action"] == "start" && input.get("runId").is_none()
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/run-id-required.yaml"),
    questions: &[],
};

/// Everything that may stand for a run id beside every action, also where a field is denied.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for action in &ACTIONS {
        let ids = draw::text_slot().into_iter().chain(draw::odd_ids());
        cases.extend(ids.map(|value| case(draw::with(action, "runId", value))));
        let mut denied = draw::and(action, &["objective"]);
        denied.remove("runId");
        cases.push(case(denied.clone()));
        // What one of the fields holds is that field's own.
        denied.insert("options".to_owned(), json!({"runId": "r1", "stepId": "s1"}));
        cases.push(case(denied));
    }
    cases
}
