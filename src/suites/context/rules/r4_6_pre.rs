//! A loader works for a conversation that is under way.
//!
//! The trap is its neighbour in name: the resolver wants no session, the loader wants one.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(6);

pub(super) static RULE: Rule = Rule {
    id: "4.6.pre",
    title: "AgentContextLoader PRE: rejects one without a session or a turn",
    level: Level::Must,
    source: "§4.6 AgentContextLoader, PRE",
    statement: "Before AgentContextLoader the context has a session and a turn.",
    checks: &[Pre::<6>::CHECK],
    mutants: &[
        Mutant::answers("loads without a session", |request, answer| forgets_at(request, answer, PLACE, SESSION.fault)),
        Mutant::answers("loads without a turn", |request, answer| forgets_at(request, answer, PLACE, TURN.fault)),
        Mutant::answers("takes the loader for the resolver", |request, answer| {
            mistakes_for(request, answer, PLACE, pre(3))
        }),
        Mutant::answers("wants the agent context before it is loaded", |request, answer| {
            refuses_at(request, answer, PLACE, |context| !has(context, "agentContext"))
        }),
        Mutant::answers("forbids an agent context before it is loaded again", |request, answer| {
            refuses_at(request, answer, PLACE, |context| has(context, "agentContext"))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.6.pre.yaml"),
    questions: &[],
};
