//! Once a request was handled, its context is whole.
//!
//! The trap is a copy of the core rules that was not kept up to date: what the core refuses, this must refuse.

use super::prelude::*;

const ID: &str = "4.1.post";

pub(super) static PLACE: Place = Place {
    step: "RequestHandler",
    moment: Moment::Post,
    rule: ID,
    demands: &[super::demand::CORE],
    types: &[INITIAL, FOLLOW_ON, CONTINUATION],
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants a valid core after RequestHandler",
    level: Level::Must,
    source: "§4.1 RequestHandler, POST",
    statement: "After RequestHandler everything in section 3 holds.",
    checks: &[Check {
        methods: &[POST, CORE],
        property: "what breaks one rule of the core is refused here too, and a valid core accepted",
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
        Mutant::answers("never looks at the core after the request is handled", |request, mut answer| {
            if is_at(request, &PLACE) && request.params["context"].is_object() {
                answer["ok"] = json!(true);
                answer["errors"] = json!([]);
            }
            answer
        }),
        Mutant::answers("forgets the user after the request is handled", |request, answer| {
            forgets_at(request, answer, &PLACE, "the envelope has no user")
        }),
        Mutant::answers("forgets the rules by type after the request is handled", |request, answer| {
            misreads_at(request, answer, &PLACE, |params| {
                if let Some(kind) = type_of(params) {
                    let envelope = plain::core(kind)["context"]["envelope"].clone();
                    for path in ["sessionId", "turnId", "toolResults"] {
                        let value = envelope.get(path).cloned();
                        put(params, &format!("context.envelope.{path}"), value);
                    }
                }
            })
        }),
        Mutant::answers(
            "takes the rules of the session restorer for those of the request handler",
            |request, answer| mistakes_for(request, answer, &PLACE, &super::r4_2_post::PLACE),
        ),
        Mutant::answers("forbids a session after the request is handled", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| has(context, "session"))
        }),
    ],
    corpus: include_str!("../../../corpus/context/4.1.post.yaml"),
    questions: &[],
};
