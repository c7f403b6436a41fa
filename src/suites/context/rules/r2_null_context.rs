//! No context is not a context in which nothing is wrong.
//!
//! The trap is a guard that returns too early, and returns success.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "2.null-context",
    title: "Validator Entry Points: rejects a null context wherever anything is demanded",
    level: Level::Must,
    source: "§2.1 entry points; §3 and §4, whose conditions cannot hold of nothing",
    statement: "A null context fails in the core and at every step that demands anything. Where a step demands nothing, \
                the document does not say.",
    checks: &[
        Check {
            id: "core",
            property: "a null context is refused by the core, a plain one accepted",
            edges: || vec![json!({"context": null}), plain::core(INITIAL)],
            ..OF_CORE
        },
        Check {
            id: "pre-step",
            property: "a null context is refused before every step that demands anything",
            edges: || nulls(Moment::Pre),
            ..OF_PRE
        },
        Check {
            id: "post-step",
            property: "a null context is refused after every step that demands anything",
            edges: || nulls(Moment::Post),
            ..OF_POST
        },
    ],
    mutants: &[
        Mutant::answers("finds nothing wrong with no context", |_, answer| forgets(answer, "there is no context")),
        Mutant::answers("finds nothing wrong with no context after a step", |request, answer| {
            if request.method == POST { forgets(answer, "there is no context") } else { answer }
        }),
        forgetting("resolves no context", "there is no context", |params| params["step"] == "AgentContextResolver"),
    ],
    corpus: include_str!("../../../../corpus/context/2.null-context.yaml"),
    questions: &[],
};

/// A null context and a plain one at every step that demands anything.
fn nulls(moment: Moment) -> Vec<Value> {
    let mut cases = Vec::new();
    for place in PLACES.iter().filter(|place| place.moment == moment && !place.is_free()) {
        cases.push(json!({"context": null, "step": place.step}));
        cases.push(plain::at(place, place.types[0]));
    }
    cases
}
