//! Once a request was handled, its context is whole.
//!
//! The trap is a copy of the core rules that was not kept up to date: what the core refuses, this must refuse.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(1);

pub(super) static RULE: Rule = Rule {
    id: "4.1.post",
    title: "RequestHandler POST: rejects a context with an invalid core",
    level: Level::Must,
    source: "§4.1 RequestHandler, POST",
    statement: "After RequestHandler everything in section 3 holds.",
    checks: &[Check {
        methods: &[POST, CORE],
        property: "what breaks one rule of the core is refused here too, and a valid core accepted",
        ..Post::<1>::CHECK
    }],
    mutants: &[
        Mutant::answers("never looks at the core after the request is handled", |request, answer| {
            if is_at(request, PLACE) && request.params["context"].is_object() { passes(answer) } else { answer }
        }),
        forgetting_at("forgets the user after the request is handled", PLACE, "the envelope has no user"),
        misreading_at("forgets the rules by type after the request is handled", PLACE, |params| {
            if let Some(kind) = type_of(params) {
                let envelope = plain::core(kind)["context"]["envelope"].clone();
                for path in ["sessionId", "turnId", "toolResults"] {
                    let value = envelope.get(path).cloned();
                    put(params, &format!("context.envelope.{path}"), value);
                }
            }
        }),
        mistaking("takes the rules of the session restorer for those of the request handler", PLACE, post(2)),
        refusing_at("forbids a session after the request is handled", PLACE, |context| has(context, "session")),
    ],
    corpus: include_str!("../../../../corpus/context/4.1.post.yaml"),
    questions: &[],
};
