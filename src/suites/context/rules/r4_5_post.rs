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
        Mutant::answers("does not miss the session it made", |request, answer| {
            forgets_at(request, answer, PLACE, SESSION.fault)
        }),
        Mutant::answers("does not miss the turn it made", |request, answer| {
            forgets_at(request, answer, PLACE, TURN.fault)
        }),
        Mutant::answers("wants the envelope to name the new session", |request, answer| {
            refuses_at(request, answer, PLACE, |context| slot::present(context, "envelope.sessionId") == Truth::Broken)
        }),
        Mutant::answers("wants the new session to have a mode", |request, answer| {
            refuses_at(request, answer, PLACE, |context| slot::present(context, "session.mode") == Truth::Broken)
        }),
        Mutant::answers("wants the agent context to stay", |request, answer| {
            refuses_at(request, answer, PLACE, |context| !has(context, "agentContext"))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.5.post.yaml"),
    questions: &[],
};
