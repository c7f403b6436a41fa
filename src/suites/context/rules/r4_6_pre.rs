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
        forgetting_at("loads without a session", PLACE, SESSION.fault),
        forgetting_at("loads without a turn", PLACE, TURN.fault),
        mistaking("takes the loader for the resolver", PLACE, pre(3)),
        refusing_at("wants the agent context before it is loaded", PLACE, |context| !has(context, "agentContext")),
        refusing_at("forbids an agent context before it is loaded again", PLACE, |context| {
            has(context, "agentContext")
        }),
        refusing_at("wants the session that is loaded for to have a mode", PLACE, |context| {
            has(context, "session") && slot::present(context, "session.mode") == Truth::Broken
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.6.pre.yaml"),
    questions: &[],
};
