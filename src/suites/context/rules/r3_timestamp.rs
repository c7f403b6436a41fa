//! A context says when it was made; nobody asks in which notation.
//!
//! The trap is to parse it: the document wants a text, not a date.

use super::required_text;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.timestamp",
    title: "Core Context Invariants: rejects a context without `timeStamp`",
    level: Level::Must,
    source: "§3, ctx.TimeStamp",
    statement: "`timeStamp` is not null and not empty. Whether it is a date is not asked.",
    checks: &[
        Check {
            property: "the core is refused exactly when the time stamp is null, absent or empty",
            edges: || required_text::edges(path::TIME_STAMP, ["now", "0", "26/12/2025", "日本語"], &breach::TIME_STAMP),
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::TIME_STAMP)),
                arm(1, "any text", |draw| required_text::any(draw, path::TIME_STAMP)),
            ],
            labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
            ..OF_CORE
        },
        Check { methods: &[CORE], edges: || required_text::blank(path::TIME_STAMP), ..OPEN_POINTS },
    ],
    mutants: &[
        Mutant::answers("never looks at the time stamp", |_, answer| forgets(answer, NO_TIME_STAMP)),
        forgetting("takes the empty text for a time stamp", NO_TIME_STAMP, |params| {
            params["context"]["timeStamp"] == ""
        }),
        forgetting("is content with the key of the time stamp", NO_TIME_STAMP, |params| {
            params["context"].get("timeStamp").is_some()
        }),
        refusing("wants the time stamp to be a date", "that is no date", |params| {
            let given = slot::text(params, path::TIME_STAMP);
            let date = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('-');
            matches!(given, Text::Given(text) if !date(text))
        }),
        forgetting("looks at the time stamp of first requests only", NO_TIME_STAMP, |params| {
            type_of(params) != Some(INITIAL)
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.timestamp.yaml"),
    questions: &[Question {
        id: "blank",
        asks: "is a blank text empty?",
        readings: &[
            reading("not-empty", "a blank time stamp is accepted"),
            reading("empty", "a blank time stamp is refused"),
        ],
    }],
};
