//! There are two channels, letter for letter.

use super::prelude::*;
use crate::draw::text;

const CODE: &str = "message-channel-invalid";

pub(super) static RULE: Rule = Rule {
    id: CODE,
    title: "reports an unknown `channel` of message as `message-channel-invalid`",
    level: Level::Must,
    source: "validateRequiredControls, channel of message, second branch; MESSAGE_CHANNEL_VALUES",
    statement: "A non-empty text in the `channel` of message that is neither `steer` nor `follow_up` gets \
                `message-channel-invalid`. A channel that is no text never does.",
    checks: &[Check {
        property: "the code is given exactly when the channel of message is a non-empty text but no channel",
        edges,
        arms: &[
            arm(4, "almost a channel", almost_a_channel),
            arm(1, "one need unmet or none", draw::one_unmet),
            arm(1, "many faults", draw::many_faults),
        ],
        classify,
        labels: &[
            "due",
            "not due",
            "other case",
            "blanks around it",
            "other separators",
            "blank",
            "steer",
            "follow_up",
        ],
        exam: exactly_when_due,
        ..CHECK
    }],
    mutants: &[
        respelling("ignores the case of the channel", "channel", str::to_lowercase),
        respelling("trims the channel", "channel", |text| {
            if CHANNELS.contains(&text.trim()) { text.trim().to_owned() } else { text.to_owned() }
        }),
        respelling("takes a dash for an underscore in the channel", "channel", |text| text.replace('-', "_")),
        respelling("takes full-width letters for plain ones in the channel", "channel", |text| {
            let plain = CHANNELS.iter().find(|channel| draw::wide(channel) == text);
            plain.map_or(text, |channel| *channel).to_owned()
        }),
        respelling("takes followup for follow_up", "channel", |text| text.replace("followup", "follow_up")),
        Mutant::answers("takes any text for a channel", |_, answer| without(answer, CODE)),
        Mutant::answers("calls an unknown channel missing", |_, answer| {
            let instead = due_for(&json!({"action": "message"}), "message-channel-required");
            edit_each(answer, |diagnostic| {
                if let (true, Some(instead)) = (diagnostic.code == CODE, &instead) {
                    diagnostic.clone_from(instead);
                }
            })
        }),
        respelling("calls a blank channel missing", "channel", |text| {
            if text.trim().is_empty() { "" } else { text }.to_owned()
        }),
        Mutant::answers("does not know follow_up", |request, answer| {
            let unknown = due_for(&json!({"action": "message", "channel": "?"}), CODE)
                .filter(|_| request.params["input"]["channel"] == "follow_up" && answer["diagnostics"] == json!([]));
            edit(answer, |list| list.extend(unknown))
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/message-channel-invalid.yaml"),
    questions: &[],
};

/// Both channels, every near-miss of either, and odd words, alone and with other needs unmet.
fn edges() -> Vec<Value> {
    let mut channels: Vec<String> = CHANNELS.iter().map(|channel| (*channel).to_owned()).collect();
    channels.extend(CHANNELS.iter().flat_map(|channel| near::misses(channel)));
    channels.extend(CHANNELS.iter().map(|channel| draw::wide(channel)));
    channels.extend([" ", "\u{feff}", "loud", "followUp", "constructor", "null", "catalog"].map(str::to_owned));
    let mut cases: Vec<Value> = draw::text_slot().into_iter().map(message).collect();
    for channel in channels {
        cases.push(case(json!({"action": "message", "channel": channel})));
        cases.push(message(Some(json!(channel))));
    }
    cases
}

fn message(channel: Option<Value>) -> Value {
    case(draw::with(&ACTIONS[4], "channel", channel))
}

fn almost_a_channel(draw: &mut Draw) -> Value {
    let mut input = draw::valid_for(draw, &ACTIONS[4]);
    let channel = *draw.weighted(&[(1, CHANNELS[0]), (2, CHANNELS[1])]);
    if draw.chance(1, 8) {
        input.insert("channel".to_owned(), json!(text::blank(draw)));
    } else if draw.chance(3, 4) {
        input.insert("channel".to_owned(), json!(near::miss(draw, channel)));
    }
    case(input)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = due_or_not(case, CODE);
    if let (Some(text), true) = (case["input"]["channel"].as_str(), case["input"]["action"] == "message") {
        let is = |changed: &str| CHANNELS.contains(&changed) && changed != text;
        labels.extend(CHANNELS.iter().filter(|channel| **channel == text));
        labels.extend(is(&text.to_lowercase()).then_some("other case"));
        labels.extend(is(text.trim()).then_some("blanks around it"));
        labels.extend(is(&text.replace('-', "_")).then_some("other separators"));
        labels.extend((!text.is_empty() && text.trim().is_empty()).then_some("blank"));
    }
    labels
}
