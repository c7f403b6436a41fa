//! A continuation goes on with its own turn and a manifest in which every call has its result.
//!
//! The traps: a manifest that is there but not valid, and turn ids compared loosely.
//! `SessionRestorer` wants a new turn and this step the named one: both are held as written.

use super::prelude::*;

const ID: &str = "4.4.post";
/// The manifest was made and is valid.
pub(super) const VALID_MANIFEST: Demand = Demand { test: Test::ValidManifest, fault: "there is no manifest" };
/// A continuation goes on with the turn that it names.
pub(super) const SAME_TURN: Demand =
    Demand { test: Test::SameTurn, fault: "the turn is not the one that the envelope names" };

pub(super) static PLACE: Place = Place {
    step: "ClientToolContinuationResolver",
    moment: Moment::Post,
    rule: ID,
    demands: &[VALID_MANIFEST, SAME_TURN],
    types: &[FOLLOW_ON, CONTINUATION],
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants a valid manifest and the envelope's turn after ClientToolContinuationResolver",
    level: Level::Must,
    source: "§4.4 ClientToolContinuationResolver, POST",
    statement: "After ClientToolContinuationResolver the manifest is there and valid by section 5, and the turn is exactly the one that the envelope names.",
    checks: &[Check {
        methods: &[POST, MANIFEST],
        property: "a manifest that is missing or breaks section 5, or another turn, is refused; the repaired twin is accepted",
        edges: || step_edges(&PLACE),
        arms: &[
            arm(2, "one fault", |draw| draw::one_fault(draw, &PLACE)),
            arm(1, "sound", |draw| draw::sound(draw, &PLACE)),
        ],
        labels: &["accept", "reject", FOLLOW_ON, CONTINUATION],
        steps: |case, answers| judge(ID, POST, case, answers),
        ..OF_POST
    }],
    mutants: &[
        Mutant::answers("is content with any manifest", |request, answer| {
            misreads_at(request, answer, &PLACE, |params| {
                if has(&params["context"], "toolCallManifest") {
                    put(params, "context.toolCallManifest", Some(plain::manifest(&[])));
                }
            })
        }),
        Mutant::answers("does not miss the manifest", |request, answer| {
            forgets_at(request, answer, &PLACE, VALID_MANIFEST.fault)
        }),
        Mutant::answers("goes on with any turn", |request, answer| {
            forgets_at(request, answer, &PLACE, SAME_TURN.fault)
        }),
        Mutant::answers("ignores letter case in the turn of a continuation", |request, answer| {
            misreads_at(request, answer, &PLACE, |params| {
                for path in ["context.turn.id", "context.envelope.turnId"] {
                    change_text(params, path, str::to_lowercase);
                }
            })
        }),
        Mutant::answers("wants a new turn for a continuation", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| context["turn"]["id"] == context["envelope"]["turnId"])
        }),
        Mutant::answers("takes a missing turn for the right one", |request, answer| {
            if has(&request.params["context"], "turn") {
                answer
            } else {
                forgets_at(request, answer, &PLACE, SAME_TURN.fault)
            }
        }),
        Mutant::answers("wants the agent context after the continuation is resolved", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| !has(context, "agentContext"))
        }),
    ],
    corpus: include_str!("../../../corpus/context/4.4.post.yaml"),
    questions: &[],
};
