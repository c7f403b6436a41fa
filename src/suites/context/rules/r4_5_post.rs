//! A session was made, and its first turn.
//!
//! The trap is a rule of the core leaking in: the envelope is the request as it came and names neither.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(5);

pub(super) static RULE: Rule = Rule {
    id: "4.5.post",
    title: "AgentSessionCreator POST: rejects one without a session or a turn",
    level: Level::Must,
    source: "§4.5 AgentSessionCreator, POST",
    statement: "After AgentSessionCreator the context has a session and a turn. The envelope need not name them, and no mode is asked for.",
    checks: &[Check {
        edges: || {
            let mut cases = step_edges(PLACE);
            let plain = plain::at(PLACE, INITIAL);
            cases.extend(each(&plain, "context.session", [Some(json!({"id": "s1"}))]));
            cases
        },
        ..Post::<5>::CHECK
    }],
    mutants: &[
        forgetting_at("does not miss the session it made", PLACE, SESSION.fault),
        forgetting_at("does not miss the turn it made", PLACE, TURN.fault),
        refusing_at("wants the envelope to name the new session", PLACE, |context| {
            slot::present(context, "envelope.sessionId") == Truth::Broken
        }),
        refusing_at("wants the new session to have a mode", PLACE, |context| {
            slot::present(context, "session.mode") == Truth::Broken
        }),
        refusing_at("takes a session without members for none", PLACE, |context| context["session"] == json!({})),
        refusing_at("wants the agent context to stay", PLACE, |context| !has(context, "agentContext")),
        refusing_at("wants another turn than the envelope names", PLACE, |context| {
            has(context, "turn") && context["turn"]["id"] == context["envelope"]["turnId"]
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.5.post.yaml"),
    questions: &[],
};
