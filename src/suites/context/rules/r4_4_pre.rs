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
        forgetting_at("continues without a session", PLACE, SESSION.fault),
        forgetting_at("continues without a turn", PLACE, TURN.fault),
        forgetting_at("continues without tool results", PLACE, TOOL_RESULTS.fault),
        refusing_at("wants the manifest before it is resolved", PLACE, |context| !has(context, "toolCallManifest")),
        misreading_at("takes an empty list of results for results", PLACE, |params| {
            if params["context"]["envelope"]["toolResults"] == json!([]) {
                params["context"]["envelope"]["toolResults"] = json!([{}]);
            }
        }),
        refusing_at("wants the turn of the envelope before the continuation is resolved", PLACE, |context| {
            context["turn"]["id"] != context["envelope"]["turnId"]
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.4.pre.yaml"),
    questions: &[],
};
