//! A message says something.
//!
//! Unlike ids, a text is trimmed first, and by ECMAScript's idea of white
//! space: the byte order mark U+FEFF is blank and the next line U+0085 is not.
//! Rust, and most other languages, say the opposite of at least one.

use super::prelude::*;
use crate::draw::text;

const CODE: &str = "message-text-required";

pub(super) static RULE: Rule = Rule {
    id: CODE,
    title: "reports message with a blank `text` as `message-text-required`",
    level: Level::Must,
    source: "validateRequiredControls, text of message; nonEmptyStringField",
    statement: "message needs in `text` a text that is not blank, or gets `message-text-required`. Blank is what \
                ECMAScript's trim removes: U+FEFF is blank, U+0085 and U+200B are not.",
    checks: &[Check {
        property: "the code is given exactly when message has no text that is not blank",
        edges,
        arms: &[
            arm(4, "blank or almost blank text", blank_or_almost),
            arm(2, "anything for a text", |draw| draw::anything_for(draw, &ACTIONS[4], "text")),
            arm(1, "one need unmet or none", draw::one_unmet),
            arm(1, "valid", draw::valid),
            arm(1, "many faults", draw::many_faults),
        ],
        classify,
        labels: &["due", "not due", "absent", "empty", "blank", "no text", "the byte order mark", "the next line"],
        exam: exactly_when_due,
        ..CHECK
    }],
    mutants: &[
        respelling("does not take the byte order mark for blank", "text", |text| text.replace('\u{feff}', "x")),
        respelling("takes the next line for blank", "text", |text| text.replace('\u{85}', " ")),
        respelling("trims as Rust does", "text", |text| if text.trim().is_empty() { "" } else { "x" }.to_owned()),
        respelling("knows ASCII blanks only", "text", |text| {
            if text.trim_ascii().is_empty() { "" } else { "x" }.to_owned()
        }),
        respelling("takes the zero-width space for blank", "text", |text| text.replace('\u{200b}', "")),
        respelling("takes separators of files and records for blank", "text", |text| {
            text.replace(['\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}'], " ")
        }),
        demanding("refuses long messages", [CODE, "message"], |input| {
            input["text"].as_str().is_some_and(|text| text.trim().len() > 200)
        }),
        respelling("looks at the beginning of a text only", "text", |text| text.chars().take(64).collect()),
        respelling("sends blank messages", "text", |text| if text.is_empty() { "" } else { "x" }.to_owned()),
        omitting("sends empty messages", CODE, |input| input["text"] == ""),
        omitting("sends numbers as messages", CODE, |input| input["text"].is_number()),
        demanding("wants a text for cancel", [CODE, "message"], |input| input["action"] == "cancel"),
    ],
    corpus: include_str!("../../../../corpus/preflight/message-text-required.yaml"),
    questions: &[],
};

/// Characters that look blank and are not, by ECMAScript.
const NOT_BLANK: &[char] = &[
    '\u{85}', '\u{200b}', '\u{180e}', '\u{2060}', '\u{200d}', '\u{ad}', '\u{1}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}',
];

/// Every blank and every almost blank character by itself and among others; long texts, for none is too long;
/// everything else that may stand for a text; every action without one; a message that lacks everything.
fn edges() -> Vec<Value> {
    let mut texts: Vec<Option<Value>> = draw::text_slot();
    for character in text::BLANKS.iter().chain(NOT_BLANK) {
        texts.push(Some(json!(character.to_string())));
        texts.push(Some(json!(format!(" {character}\n"))));
        texts.push(Some(json!(format!("{character}x{character}"))));
    }
    texts.extend([201, 300, 3000, 20_000].map(|length| Some(json!("scope ".repeat(length / 6 + 1)))));
    // What is not blank may come late.
    texts.extend([" ", "\n"].iter().flat_map(|blank| [65, 1025].map(|length| Some(json!(blank.repeat(length) + "x")))));
    texts.extend([65, 1025].map(|length| Some(json!(" ".repeat(length)))));
    let mut cases: Vec<Value> = texts.into_iter().map(|text| case(draw::with(&ACTIONS[4], "text", text))).collect();
    cases.extend(ACTIONS.iter().map(|action| case(draw::least(action))));
    cases.push(case(json!({"action": "message"})));
    cases.push(case(draw::with(&ACTIONS[4], "text", None)));
    cases
}

fn blank_or_almost(draw: &mut Draw) -> Value {
    let mut input = draw::valid_for(draw, &ACTIONS[4]);
    let mut said = text::blank(draw);
    if draw.chance(1, 2) {
        said.push(*draw.pick(NOT_BLANK));
    }
    input.insert("text".to_owned(), json!(said));
    case(input)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = due_and_kind(case, CODE, "text");
    if let (Some(said), true) = (case["input"]["text"].as_str(), case["input"]["action"] == "message") {
        // Only where it decides: the rest of the text is blank to everybody.
        let others_blank = |mark: char| said.contains(mark) && said.replace(mark, "").trim().is_empty();
        labels.extend(others_blank('\u{feff}').then_some("the byte order mark"));
        labels.extend(others_blank('\u{85}').then_some("the next line"));
    }
    labels
}
