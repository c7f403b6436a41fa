//! What was loaded is there: the agent's context and that of the conversation.
//!
//! The trap is to check again what PRE has checked: session and turn are not asked for here.

use super::prelude::*;

const ID: &str = "4.6.post";

pub(super) static PLACE: Place = Place {
    step: "AgentContextLoader",
    moment: Moment::Post,
    rule: ID,
    demands: &[AGENT, CONVERSATION],
    types: &[INITIAL, FOLLOW_ON, CONTINUATION],
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants agent and conversation context after AgentContextLoader",
    level: Level::Must,
    source: "§4.6 AgentContextLoader, POST",
    statement: "After AgentContextLoader the context has an agent context and a conversation context; nothing else is asked for.",
    checks: &[Check {
        property: "a context that meets every demand is accepted, and one with a demand broken is refused",
        edges: || step_edges(&PLACE),
        arms: &[
            arm(2, "one fault", |draw| draw::one_fault(draw, &PLACE)),
            arm(1, "sound", |draw| draw::sound(draw, &PLACE)),
        ],
        labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
        steps: |case, answers| judge(ID, POST, case, answers),
        ..OF_POST
    }],
    mutants: &[
        Mutant::answers("does not miss the agent context after loading", |request, answer| {
            forgets_at(request, answer, &PLACE, AGENT.fault)
        }),
        Mutant::answers("does not miss the conversation context after loading", |request, answer| {
            forgets_at(request, answer, &PLACE, CONVERSATION.fault)
        }),
        Mutant::answers("wants the session again after loading", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| !has(context, "session"))
        }),
        Mutant::answers("wants the turn again after loading", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| !has(context, "turn"))
        }),
        Mutant::answers("loads for follow-ons only", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| context["type"] == INITIAL)
        }),
    ],
    corpus: include_str!("../../../corpus/context/4.6.post.yaml"),
    questions: &[],
};
