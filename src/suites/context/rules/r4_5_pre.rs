//! A session is made for an agent and a conversation, and only if there is none.
//!
//! The trap is to check what will be made instead of what must be there first.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(5);

pub(super) static RULE: Rule = Rule {
    id: "4.5.pre",
    title: "AgentSessionCreator PRE: rejects one without agent context, or with a session",
    level: Level::Must,
    source: "§4.5 AgentSessionCreator, PRE",
    statement: "Before AgentSessionCreator the context has an agent context and a conversation context, no session and no turn.",
    checks: &[Pre::<5>::CHECK],
    mutants: &[
        Mutant::answers("makes a session for no agent", |request, answer| {
            forgets_at(request, answer, PLACE, AGENT.fault)
        }),
        Mutant::answers("makes a session for no conversation", |request, answer| {
            forgets_at(request, answer, PLACE, CONVERSATION.fault)
        }),
        Mutant::answers("makes a second session", |request, answer| {
            forgets_at(request, answer, PLACE, NO_SESSION.fault)
        }),
        Mutant::answers("makes a second turn", |request, answer| forgets_at(request, answer, PLACE, NO_TURN.fault)),
        Mutant::answers("takes what comes after for what comes before", |request, answer| {
            mistakes_for(request, answer, PLACE, post(5))
        }),
        Mutant::answers("makes sessions for first requests only", |request, answer| {
            refuses_at(request, answer, PLACE, |context| context["type"] == FOLLOW_ON)
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.5.pre.yaml"),
    questions: &[],
};
