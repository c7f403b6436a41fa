//! A message says how it is to be delivered.
//!
//! The trap is a channel that is no text: it counts as missing, not as unknown.

use super::prelude::*;

const CODE: &str = "message-channel-required";

pub(super) static RULE: Rule = Rule {
    id: CODE,
    title: "reports message without `channel` as `message-channel-required`",
    level: Level::Must,
    source: "validateRequiredControls, channel of message, first branch",
    statement: "message without a `channel`, with one that is no text, or with the empty text, gets \
                `message-channel-required`.",
    checks: &[Check {
        property: "the code is given exactly when message has no non-empty text in `channel`",
        edges,
        arms: &[
            arm(3, "anything for a channel", |draw| draw::anything_for(draw, &ACTIONS[4], "channel")),
            arm(1, "one need unmet or none", draw::one_unmet),
            arm(1, "many faults", draw::many_faults),
        ],
        classify: |case| due_and_kind(case, CODE, "channel"),
        labels: &["due", "not due", "absent", "blank", "empty", "no text"],
        exam: exactly_when_due,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("calls a channel that is no text unknown", |request, answer| {
            let channel = request.params["input"].get("channel").filter(|channel| !channel.is_string());
            channel.map_or(answer.clone(), |channel| unknown(answer, &channel.to_string()))
        }),
        Mutant::answers("calls the empty channel unknown", |request, answer| {
            if request.params["input"]["channel"] == "" { unknown(answer, "") } else { answer }
        }),
        omitting("takes the first of a list for the channel", CODE, |input| {
            input["channel"][0].as_str().is_some_and(|channel| CHANNELS.contains(&channel))
        }),
        omitting("steers by default", CODE, |input| input.get("channel").is_none()),
        omitting("takes kind for the channel", CODE, |input| input["kind"].is_string()),
        Mutant::answers("does not see that steer is a channel", |request, answer| {
            let missing = due_for(&json!({"action": "message"}), CODE)
                .filter(|_| request.params["input"]["channel"] == "steer" && answer["diagnostics"] == json!([]));
            edit(answer, |list| list.extend(missing))
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/message-channel-required.yaml"),
    questions: &[],
};

fn unknown(answer: Value, channel: &str) -> Value {
    let mut instead = due_for(&json!({"action": "message", "channel": "?"}), "message-channel-invalid");
    edit(answer, |list| {
        for diagnostic in list.iter_mut().filter(|diagnostic| diagnostic.code == CODE) {
            if let Some(mut instead) = instead.take() {
                instead.message = format!("Unknown message channel: {channel}.").into();
                *diagnostic = instead;
            }
        }
    })
}

/// Everything that may stand for a channel, alone, with `kind`, and where other needs are unmet.
fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = CHANNELS.iter().map(|channel| message(Some(json!(channel)))).map(case).collect();
    // A channel in a list or an object is no channel.
    let wrapped = CHANNELS.iter().flat_map(|channel| [json!([channel]), json!({ "channel": channel })]);
    for value in draw::text_slot().into_iter().chain(wrapped.map(Some)) {
        let input = message(value.clone());
        cases.push(case(input.clone()));
        let mut with_kind = input.clone();
        with_kind["kind"] = json!("steer");
        cases.push(case(with_kind));
        let bare = draw::with(&Action { name: "message", allowed: &[], needs: &[] }, "channel", value);
        cases.push(case(bare));
    }
    cases
}

fn message(channel: Option<Value>) -> Value {
    draw::with(&ACTIONS[4], "channel", channel).into()
}
