//! A resolver works for a conversation that has not begun.
//!
//! The trap is *or*: neither may be there, not just not both.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(3);

pub(super) static RULE: Rule = Rule {
    id: "4.3.pre",
    title: "AgentContextResolver PRE: rejects one with a session or a turn",
    level: Level::Must,
    source: "§4.3 AgentContextResolver, PRE",
    statement: "Before AgentContextResolver the context has no session and no turn. Ids in the envelope are no session.",
    checks: &[Pre::<3>::CHECK],
    mutants: &[
        forgetting_at("resolves beside a session", PLACE, NO_SESSION.fault),
        forgetting_at("resolves beside a turn", PLACE, NO_TURN.fault),
        misreading_at("minds session and turn only together", PLACE, |params| {
            if !(has(&params["context"], "session") && has(&params["context"], "turn")) {
                put(params, "context.session", None);
                put(params, "context.turn", None);
            }
        }),
        refusing_at("takes a session id in the envelope for a session", PLACE, |context| {
            slot::present(context, "envelope.sessionId") == Truth::Holds
        }),
        refusing_at("forbids an agent context before it is resolved", PLACE, |context| has(context, "agentContext")),
    ],
    corpus: include_str!("../../../../corpus/context/4.3.pre.yaml"),
    questions: &[],
};
