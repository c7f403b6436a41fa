//! A loader works for a conversation that is under way.
//!
//! The trap is its neighbour in name: the resolver wants no session, the loader wants one.

use super::prelude::*;

const ID: &str = "4.6.pre";

pub(super) static PLACE: Place = Place {
    step: "AgentContextLoader",
    moment: Moment::Pre,
    rule: ID,
    demands: &[SESSION, TURN],
    types: &[INITIAL, FOLLOW_ON, CONTINUATION],
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants session and turn before AgentContextLoader",
    level: Level::Must,
    source: "§4.6 AgentContextLoader, PRE",
    statement: "Before AgentContextLoader the context has a session and a turn.",
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
        Mutant::answers("loads without a session", |request, answer| {
            forgets_at(request, answer, &PLACE, SESSION.fault)
        }),
        Mutant::answers("loads without a turn", |request, answer| forgets_at(request, answer, &PLACE, TURN.fault)),
        Mutant::answers("takes the loader for the resolver", |request, answer| {
            mistakes_for(request, answer, &PLACE, &super::r4_3_pre::PLACE)
        }),
        Mutant::answers("wants the agent context before it is loaded", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| !has(context, "agentContext"))
        }),
        Mutant::answers("forbids an agent context before it is loaded again", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| has(context, "agentContext"))
        }),
    ],
    corpus: include_str!("../../../corpus/context/4.6.pre.yaml"),
    questions: &[],
};
