//! A continuation goes on with its own turn and a manifest in which every call has its result.
//!
//! The traps: a manifest that is there but not valid, and turn ids compared loosely.
//! `SessionRestorer` wants a new turn and this step the named one: both are held as written.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(4);

pub(super) static RULE: Rule = Rule {
    id: "4.4.post",
    title: "ClientToolContinuationResolver POST: rejects an invalid manifest or another turn",
    level: Level::Must,
    source: "§4.4 ClientToolContinuationResolver, POST",
    statement: "After ClientToolContinuationResolver the manifest is there and valid by section 5, and the turn is exactly the one that the envelope names.",
    checks: &[Check {
        methods: &[POST, MANIFEST],
        property: "a manifest that is missing or breaks section 5, or another turn, is refused; the repaired twin is accepted",
        labels: &["accept", "reject", FOLLOW_ON, CONTINUATION],
        ..Post::<4>::CHECK
    }],
    mutants: &[
        misreading_at("is content with any manifest", PLACE, |params| {
            if has(&params["context"], "toolCallManifest") {
                put(params, "context.toolCallManifest", Some(plain::manifest(&[])));
            }
        }),
        forgetting_at("does not miss the manifest", PLACE, VALID_MANIFEST.fault),
        forgetting_at("goes on with any turn", PLACE, SAME_TURN.fault),
        misreading_at("trims the turn id of a continuation", PLACE, |params| {
            for path in ["context.turn.id", "context.envelope.turnId"] {
                trim(params, path);
            }
        }),
        misreading_at("ignores letter case in the turn of a continuation", PLACE, |params| {
            for path in ["context.turn.id", "context.envelope.turnId"] {
                change_text(params, path, str::to_lowercase);
            }
        }),
        misreading_at("compares turn ids as numbers", PLACE, |params| {
            for path in ["context.turn.id", "context.envelope.turnId"] {
                change_text(params, path, |id| id.parse().map_or(id.to_owned(), |number: f64| number.to_string()));
            }
        }),
        misreading_at("compares the letters of turn ids in any order", PLACE, |params| {
            for path in ["context.turn.id", "context.envelope.turnId"] {
                change_text(params, path, |id| {
                    let mut letters: Vec<char> = id.chars().collect();
                    letters.sort_unstable();
                    letters.into_iter().collect()
                });
            }
        }),
        refusing_at("wants a new turn for a continuation", PLACE, |context| {
            context["turn"]["id"] == context["envelope"]["turnId"]
        }),
        forgetting_if("takes a missing turn for the right one", PLACE, SAME_TURN.fault, |context| {
            !has(context, "turn")
        }),
        refusing_at("wants the agent context after the continuation is resolved", PLACE, |context| {
            !has(context, "agentContext")
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.4.post.yaml"),
    questions: &[],
};
