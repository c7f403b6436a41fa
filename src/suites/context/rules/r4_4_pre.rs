//! To go on after the client's tools, there must be a turn to go on with and results to go on from.
//!
//! The trap is to look for results in the manifest: here they are still in the envelope.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(4);

pub(super) static RULE: Rule = Rule {
    id: "4.4.pre",
    title: "ClientToolContinuationResolver PRE: rejects one without session, turn or tool results",
    level: Level::Must,
    source: "§4.4 ClientToolContinuationResolver, PRE",
    statement: "Before ClientToolContinuationResolver the context has a session and a turn, and its envelope at least one tool result. A manifest is not asked for.",
    checks: &[Check { labels: &["accept", "reject", CONTINUATION], ..Pre::<4>::CHECK }],
    mutants: &[
        Mutant::answers("continues without a session", |request, answer| {
            forgets_at(request, answer, PLACE, SESSION.fault)
        }),
        Mutant::answers("continues without a turn", |request, answer| forgets_at(request, answer, PLACE, TURN.fault)),
        Mutant::answers("continues without tool results", |request, answer| {
            forgets_at(request, answer, PLACE, TOOL_RESULTS.fault)
        }),
        Mutant::answers("wants the manifest before it is resolved", |request, answer| {
            refuses_at(request, answer, PLACE, |context| !has(context, "toolCallManifest"))
        }),
        Mutant::answers("takes an empty list of results for results", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                if params["context"]["envelope"]["toolResults"] == json!([]) {
                    params["context"]["envelope"]["toolResults"] = json!([{}]);
                }
            })
        }),
        Mutant::answers("wants the turn of the envelope before the continuation is resolved", |request, answer| {
            refuses_at(request, answer, PLACE, |context| context["turn"]["id"] != context["envelope"]["turnId"])
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.4.pre.yaml"),
    questions: &[],
};
