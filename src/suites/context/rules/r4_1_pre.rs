//! Before the request is handled there is nothing to ask for.
//!
//! The trap is a default branch that refuses what it does not know.

use super::prelude::*;

const ID: &str = "4.1.pre";

pub(super) static PLACE: Place = Place {
    step: "RequestHandler",
    moment: Moment::Pre,
    rule: ID,
    demands: &[],
    types: &[INITIAL, FOLLOW_ON, CONTINUATION],
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "asks nothing before RequestHandler",
    level: Level::Must,
    source: "§4.1 RequestHandler, PRE",
    statement: "The document demands nothing here: every context with a valid core passes.",
    checks: &[Check {
        property: "every context with a valid core is accepted",
        edges: || step_edges(&PLACE),
        arms: &[arm(1, "sound", |draw| draw::sound(draw, &PLACE))],
        labels: &["accept", INITIAL, FOLLOW_ON, CONTINUATION],
        steps: |case, answers| judge(ID, PRE, case, answers),
        ..OF_PRE
    }],
    mutants: &[
        Mutant::answers("wants a session before the request is handled", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| !has(context, "session"))
        }),
        Mutant::answers("forbids a session before the request is handled", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| has(context, "session"))
        }),
        Mutant::answers("refuses a step that demands nothing", |request, answer| {
            refuses(answer, is_at(request, &PLACE), "unknown step")
        }),
        Mutant::answers("takes the PRE of the next step for this one", |request, answer| {
            mistakes_for(request, answer, &PLACE, &super::r4_2_pre::PLACE)
        }),
    ],
    corpus: include_str!("../../../corpus/context/4.1.pre.yaml"),
    questions: &[],
};
