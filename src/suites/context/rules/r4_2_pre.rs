//! Only what is named and not there yet can be restored.
//!
//! The trap is to look for the session in the context when it is the envelope that names it.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(2);

pub(super) static RULE: Rule = Rule {
    id: "4.2.pre",
    title: "SessionRestorer PRE: rejects one without the envelope's ids, or with a session or turn",
    level: Level::Must,
    source: "§4.2 SessionRestorer, PRE",
    statement: "Before SessionRestorer the envelope names a session and a turn, and the context has neither.",
    checks: &[Check { labels: &["accept", "reject", FOLLOW_ON, CONTINUATION], ..Pre::<2>::CHECK }],
    mutants: &[
        Mutant::answers("restores a session that nobody named", |request, answer| {
            forgets_at(request, answer, PLACE, NAMES_SESSION.fault)
        }),
        Mutant::answers("restores a turn that nobody named", |request, answer| {
            forgets_at(request, answer, PLACE, NAMES_TURN.fault)
        }),
        Mutant::answers("restores over a session that is there", |request, answer| {
            forgets_at(request, answer, PLACE, NO_SESSION.fault)
        }),
        Mutant::answers("restores over a turn that is there", |request, answer| {
            forgets_at(request, answer, PLACE, NO_TURN.fault)
        }),
        Mutant::answers("takes an empty session id for a name", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                if params["context"]["envelope"]["sessionId"] == "" {
                    params["context"]["envelope"]["sessionId"] = json!("s1");
                }
            })
        }),
        Mutant::answers("restores follow-ons only", |request, answer| {
            refuses_at(request, answer, PLACE, |context| context["type"] == CONTINUATION)
        }),
        Mutant::answers("wants the agent context before the session is restored", |request, answer| {
            refuses_at(request, answer, PLACE, |context| !has(context, "agentContext"))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.2.pre.yaml"),
    questions: &[],
};
