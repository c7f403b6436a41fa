//! Before the request is handled there is nothing to ask for.
//!
//! The trap is a default branch that refuses what it does not know.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(1);

pub(super) static RULE: Rule = Rule {
    id: "4.1.pre",
    title: "RequestHandler PRE: demands nothing",
    level: Level::Must,
    source: "§4.1 RequestHandler, PRE",
    statement: "The document demands nothing here: every context with a valid core passes.",
    checks: &[Check {
        property: "every context with a valid core is accepted",
        arms: Pre::<1>::SOUND,
        labels: &["accept", INITIAL, FOLLOW_ON, CONTINUATION],
        ..Pre::<1>::CHECK
    }],
    mutants: &[
        refusing_at("wants a session before the request is handled", PLACE, |context| !has(context, "session")),
        refusing_at("forbids a session before the request is handled", PLACE, |context| has(context, "session")),
        Mutant::answers("refuses a step that demands nothing", |request, answer| {
            refuses(answer, is_at(request, PLACE), "unknown step")
        }),
        mistaking("takes the PRE of the next step for this one", PLACE, pre(2)),
    ],
    corpus: include_str!("../../../../corpus/context/4.1.pre.yaml"),
    questions: &[],
};
