//! What was loaded is there: the agent's context and that of the conversation.
//!
//! The trap is to check again what PRE has checked: session and turn are not asked for here.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(6);

pub(super) static RULE: Rule = Rule {
    id: "4.6.post",
    title: "AgentContextLoader POST: rejects one without agent and conversation context",
    level: Level::Must,
    source: "§4.6 AgentContextLoader, POST",
    statement: "After AgentContextLoader the context has an agent context and a conversation context; nothing else is asked for.",
    checks: &[Post::<6>::CHECK],
    mutants: &[
        forgetting_at("does not miss the agent context after loading", PLACE, AGENT.fault),
        forgetting_at("does not miss the conversation context after loading", PLACE, CONVERSATION.fault),
        refusing_at("wants the session again after loading", PLACE, |context| !has(context, "session")),
        refusing_at("wants the turn again after loading", PLACE, |context| !has(context, "turn")),
        refusing_at("loads for follow-ons only", PLACE, |context| context["type"] == INITIAL),
    ],
    corpus: include_str!("../../../../corpus/context/4.6.post.yaml"),
    questions: &[],
};
