//! A result says whose result it is.
//!
//! The traps: letters of another case, blanks at the end, and the same call made twice, which is no mistake.

use super::matching;
use crate::suites::context::prelude::*;

const FIELD: &str = "toolCallId";

pub(super) static RULE: Rule = Rule {
    id: "5.tool-call-id",
    title: "ToolCallManifest: rejects a result whose `toolCallId` is not its call's",
    level: Level::Must,
    source: "§5, matching ToolCallId",
    statement: "The n-th result has exactly the `toolCallId` of the n-th call, letter case and blanks included. The same call may stand there twice.",
    checks: &[
        Check {
            property: "a result with another id than its call is refused, its repaired twin accepted",
            edges: || {
                let valid: [&[(&str, &str)]; 3] =
                    [&[("c1", "grep"), ("c1", "grep")], &[("c1", "grep"), ("C1", "grep")], &[("日本語", "grep")]];
                matching::edges(FIELD, &valid, &mismatch::TOOL_CALL_ID)
            },
            arms: &[
                arm(3, "one fault", |draw| draw::manifest_fault(draw, &mismatch::TOOL_CALL_ID)),
                arm(1, "valid", draw::manifest),
            ],
            labels: &["accept", "reject", "one call", "several calls"],
            ..OF_MANIFEST
        },
        Check { methods: &[MANIFEST], edges: || matching::missing_twice(FIELD), ..OPEN_POINTS },
    ],
    mutants: &[
        Mutant::answers("never compares ids", |_, answer| forgets(answer, OTHER_ID)),
        matching::respelling("ignores letter case in ids", FIELD, str::to_lowercase),
        matching::respelling("trims ids", FIELD, |text| text.trim().to_owned()),
        matching::respelling("compares the first 40 characters of ids", FIELD, |text| text.chars().take(40).collect()),
        matching::respelling("takes `-` for `_` in ids", FIELD, |text| text.replace('-', "_")),
        forgetting("compares names in place of ids", OTHER_ID, |params| {
            Lists::of(&params["manifest"])
                .is_ok_and(|lists| lists.pairs().all(|(call, result)| call["name"] == result["name"]))
        }),
        refusing("refuses a call made twice", "a call made twice", |params| matching::comes_twice(params, FIELD)),
        forgetting("overlooks a result without an id", OTHER_ID, |params| matching::a_result_lacks(params, FIELD)),
    ],
    corpus: include_str!("../../../../corpus/context/5.tool-call-id.yaml"),
    questions: &[Question {
        id: "missing-twice",
        asks: "do a call and a result match that both lack their toolCallId?",
        readings: matching::OF_MISSING_TWICE,
    }],
};
