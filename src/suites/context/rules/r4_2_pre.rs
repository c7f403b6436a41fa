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
        forgetting_at("restores a session that nobody named", PLACE, NAMES_SESSION.fault),
        forgetting_at("restores a turn that nobody named", PLACE, NAMES_TURN.fault),
        forgetting_at("restores over a session that is there", PLACE, NO_SESSION.fault),
        forgetting_at("restores over a turn that is there", PLACE, NO_TURN.fault),
        misreading_at("takes an empty session id for a name", PLACE, |params| {
            if params["context"]["envelope"]["sessionId"] == "" {
                params["context"]["envelope"]["sessionId"] = json!("s1");
            }
        }),
        refusing_at("restores follow-ons only", PLACE, |context| context["type"] == CONTINUATION),
        refusing_at("wants the agent context before the session is restored", PLACE, |context| {
            !has(context, "agentContext")
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.2.pre.yaml"),
    questions: &[],
};
