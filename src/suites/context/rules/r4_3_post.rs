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
        Mutant::answers("does not miss the agent context after resolving", |request, answer| {
            forgets_at(request, answer, PLACE, AGENT.fault)
        }),
        Mutant::answers("does not miss the conversation context after resolving", |request, answer| {
            forgets_at(request, answer, PLACE, CONVERSATION.fault)
        }),
        Mutant::answers("wants a session as soon as the agent is resolved", |request, answer| {
            refuses_at(request, answer, PLACE, |context| !has(context, "session"))
        }),
        Mutant::answers("forbids a session after the agent is resolved", |request, answer| {
            refuses_at(request, answer, PLACE, |context| has(context, "session"))
        }),
        Mutant::answers("takes one context for both", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                let context = &params["context"];
                if has(context, "agentContext") != has(context, "conversationContext") {
                    put(params, "context.agentContext", Some(json!({})));
                    put(params, "context.conversationContext", Some(json!({})));
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.3.post.yaml"),
    questions: &[],
};
