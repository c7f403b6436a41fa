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
        Mutant::answers("resolves beside a session", |request, answer| {
            forgets_at(request, answer, PLACE, NO_SESSION.fault)
        }),
        Mutant::answers("resolves beside a turn", |request, answer| forgets_at(request, answer, PLACE, NO_TURN.fault)),
        Mutant::answers("minds session and turn only together", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                if !(has(&params["context"], "session") && has(&params["context"], "turn")) {
                    put(params, "context.session", None);
                    put(params, "context.turn", None);
                }
            })
        }),
        Mutant::answers("takes a session id in the envelope for a session", |request, answer| {
            refuses_at(request, answer, PLACE, |context| slot::present(context, "envelope.sessionId") == Truth::Holds)
        }),
        Mutant::answers("forbids an agent context before it is resolved", |request, answer| {
            refuses_at(request, answer, PLACE, |context| has(context, "agentContext"))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.3.pre.yaml"),
    questions: &[],
};
