//! What was resolved is there: the agent's context and that of the conversation.
//!
//! The trap is to be content with one of the two.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(3);

pub(super) static RULE: Rule = Rule {
    id: "4.3.post",
    title: "AgentContextResolver POST: rejects one without agent and conversation context",
    level: Level::Must,
    source: "§4.3 AgentContextResolver, POST",
    statement: "After AgentContextResolver the context has an agent context and a conversation context. A session is not asked for.",
    checks: &[Post::<3>::CHECK],
    mutants: &[
        forgetting_at("does not miss the agent context after resolving", PLACE, AGENT.fault),
        forgetting_at("does not miss the conversation context after resolving", PLACE, CONVERSATION.fault),
        refusing_at("wants a session as soon as the agent is resolved", PLACE, |context| !has(context, "session")),
        refusing_at("forbids a session after the agent is resolved", PLACE, |context| has(context, "session")),
        refusing_at("wants the ids of the two contexts to differ", PLACE, |context| {
            has(context, "agentContext") && context["agentContext"] == context["conversationContext"]
        }),
        misreading_at("takes one context for both", PLACE, |params| {
            let context = &params["context"];
            if has(context, "agentContext") != has(context, "conversationContext") {
                put(params, "context.agentContext", Some(json!({})));
                put(params, "context.conversationContext", Some(json!({})));
            }
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.3.post.yaml"),
    questions: &[],
};
