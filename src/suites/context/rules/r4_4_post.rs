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
        Mutant::answers("is content with any manifest", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                if has(&params["context"], "toolCallManifest") {
                    put(params, "context.toolCallManifest", Some(plain::manifest(&[])));
                }
            })
        }),
        Mutant::answers("does not miss the manifest", |request, answer| {
            forgets_at(request, answer, PLACE, VALID_MANIFEST.fault)
        }),
        Mutant::answers("goes on with any turn", |request, answer| forgets_at(request, answer, PLACE, SAME_TURN.fault)),
        Mutant::answers("ignores letter case in the turn of a continuation", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                for path in ["context.turn.id", "context.envelope.turnId"] {
                    change_text(params, path, str::to_lowercase);
                }
            })
        }),
        Mutant::answers("wants a new turn for a continuation", |request, answer| {
            refuses_at(request, answer, PLACE, |context| context["turn"]["id"] == context["envelope"]["turnId"])
        }),
        Mutant::answers("takes a missing turn for the right one", |request, answer| {
            if has(&request.params["context"], "turn") {
                answer
            } else {
                forgets_at(request, answer, PLACE, SAME_TURN.fault)
            }
        }),
        Mutant::answers("wants the agent context after the continuation is resolved", |request, answer| {
            refuses_at(request, answer, PLACE, |context| !has(context, "agentContext"))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.4.post.yaml"),
    questions: &[],
};
