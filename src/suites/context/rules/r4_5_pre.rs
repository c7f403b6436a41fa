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
        forgetting_at("makes a session for no agent", PLACE, AGENT.fault),
        forgetting_at("makes a session for no conversation", PLACE, CONVERSATION.fault),
        forgetting_at("makes a second session", PLACE, NO_SESSION.fault),
        forgetting_at("makes a second turn", PLACE, NO_TURN.fault),
        mistaking("takes what comes after for what comes before", PLACE, post(5)),
        refusing_at("makes sessions for first requests only", PLACE, |context| context["type"] == FOLLOW_ON),
    ],
    corpus: include_str!("../../../../corpus/context/4.5.pre.yaml"),
    questions: &[],
};
