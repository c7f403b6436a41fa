//! A context can be followed through logs by its correlation id.
//!
//! The trap is to look at the wrong one of two texts that are always set together.

use super::required_text;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.correlation-id",
    title: "Core Context Invariants: rejects a context without `correlationId`",
    level: Level::Must,
    source: "§3, ctx.CorrelationId",
    statement: "`correlationId` is not null and not empty.",
    checks: &[
        Check {
            property: "the core is refused exactly when the correlation id is null, absent or empty",
            edges: || required_text::edges(path::CORRELATION_ID, ["0", "null", "a b", "日本語"], &breach::CORRELATION),
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::CORRELATION)),
                arm(1, "any text", |draw| required_text::any(draw, path::CORRELATION_ID)),
            ],
            labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
            ..OF_CORE
        },
        Check { methods: &[CORE], edges: || required_text::blank(path::CORRELATION_ID), ..OPEN_POINTS },
    ],
    mutants: &[
        Mutant::answers("never looks at the correlation id", |_, answer| forgets(answer, NO_CORRELATION_ID)),
        forgetting("takes the empty text for a correlation id", NO_CORRELATION_ID, |params| {
            params["context"]["correlationId"] == ""
        }),
        forgetting("is content with the key of the correlation id", NO_CORRELATION_ID, |params| {
            params["context"].get("correlationId").is_some()
        }),
        forgetting("makes up a correlation id for a continuation", NO_CORRELATION_ID, |params| {
            type_of(params) == Some(CONTINUATION)
        }),
        refusing(
            "takes 64 characters of a correlation id at most",
            "too long",
            |params| matches!(slot::text(params, path::CORRELATION_ID), Text::Given(text) if text.len() > 64),
        ),
        misreading("takes the time stamp for the correlation id", |params| {
            let stamp = params["context"]["timeStamp"].clone();
            put(params, path::CORRELATION_ID, Some(stamp));
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.correlation-id.yaml"),
    questions: &[Question {
        id: "blank",
        asks: "is a blank text empty?",
        readings: &[
            reading("not-empty", "a blank correlation id is accepted"),
            reading("empty", "a blank correlation id is refused"),
        ],
    }],
};
