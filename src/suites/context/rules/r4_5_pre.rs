//! A session is made for an agent and a conversation, and only if there is none.
//!
//! The trap is to check what will be made instead of what must be there first.

use super::prelude::*;

const ID: &str = "4.5.pre";

pub(super) static PLACE: Place = Place {
    step: "AgentSessionCreator",
    moment: Moment::Pre,
    rule: ID,
    demands: &[AGENT, CONVERSATION, NO_SESSION, NO_TURN],
    types: &[INITIAL, FOLLOW_ON, CONTINUATION],
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants agent and conversation context and no session before AgentSessionCreator",
    level: Level::Must,
    source: "§4.5 AgentSessionCreator, PRE",
    statement: "Before AgentSessionCreator the context has an agent context and a conversation context, no session and no turn.",
    checks: &[Check {
        property: "a context that meets every demand is accepted, and one with a demand broken is refused",
        edges: || step_edges(&PLACE),
        arms: &[
            arm(2, "one fault", |draw| draw::one_fault(draw, &PLACE)),
            arm(1, "sound", |draw| draw::sound(draw, &PLACE)),
        ],
        labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
        steps: |case, answers| judge(ID, PRE, case, answers),
        ..OF_PRE
    }],
    mutants: &[
        Mutant::answers("makes a session for no agent", |request, answer| {
            forgets_at(request, answer, &PLACE, AGENT.fault)
        }),
        Mutant::answers("makes a session for no conversation", |request, answer| {
            forgets_at(request, answer, &PLACE, CONVERSATION.fault)
        }),
        Mutant::answers("makes a second session", |request, answer| {
            forgets_at(request, answer, &PLACE, NO_SESSION.fault)
        }),
        Mutant::answers("makes a second turn", |request, answer| forgets_at(request, answer, &PLACE, NO_TURN.fault)),
        Mutant::answers("takes what comes after for what comes before", |request, answer| {
            mistakes_for(request, answer, &PLACE, &super::r4_5_post::PLACE)
        }),
        Mutant::answers("makes sessions for first requests only", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| context["type"] == FOLLOW_ON)
        }),
    ],
    corpus: include_str!("../../../corpus/context/4.5.pre.yaml"),
    questions: &[],
};
