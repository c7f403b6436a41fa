//! A response is built once it is known which of the two it will be.
//!
//! The trap is the third value: `NotReady` is a response type too, but none that can be sent.

use super::prelude::*;

const ID: &str = "4.10.pre";
/// The response can be one of the two that there are.
pub(super) const ANSWERABLE: Demand =
    Demand { test: Test::Answerable, fault: "the response type is neither Final nor ToolContinuation" };

pub(super) static PLACE: Place = Place {
    step: "ResponseBuilder",
    moment: Moment::Pre,
    rule: ID,
    demands: &[ANSWERABLE],
    types: &[INITIAL, FOLLOW_ON, CONTINUATION],
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants a response type that can be sent before ResponseBuilder",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, PRE",
    statement: "Before ResponseBuilder the response type is `Final` or `ToolContinuation`; `NotReady`, anything else and nothing fail. Nothing else is asked for.",
    checks: &[Check {
        property: "a context that meets every demand is accepted, and one with a demand broken is refused",
        edges: || {
            let mut cases = step_edges(&PLACE);
            for kind in TYPES {
                let plain = plain::at(&PLACE, kind);
                cases.extend(each(&plain, "context.responseType", [Some(json!("ToolContinuation"))]));
            }
            cases
        },
        arms: &[
            arm(2, "one fault", |draw| draw::one_fault(draw, &PLACE)),
            arm(1, "sound", |draw| draw::sound(draw, &PLACE)),
        ],
        labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
        steps: |case, answers| judge(ID, PRE, case, answers),
        ..OF_PRE
    }],
    mutants: &[
        Mutant::answers("never looks at the response type", |request, answer| {
            forgets_at(request, answer, &PLACE, ANSWERABLE.fault)
        }),
        Mutant::answers("builds a response that is not ready", |request, answer| {
            if request.params["context"]["responseType"] == "NotReady" {
                forgets_at(request, answer, &PLACE, ANSWERABLE.fault)
            } else {
                answer
            }
        }),
        Mutant::answers("takes a missing response type for a final one", |request, answer| {
            if has(&request.params["context"], "responseType") {
                answer
            } else {
                forgets_at(request, answer, &PLACE, ANSWERABLE.fault)
            }
        }),
        Mutant::answers("builds final responses only", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| context["responseType"] == "ToolContinuation")
        }),
        Mutant::answers("wants a session before the response is built", |request, answer| {
            refuses_at(request, answer, &PLACE, |context| !has(context, "session"))
        }),
    ],
    corpus: include_str!("../../../corpus/context/4.10.pre.yaml"),
    questions: &[],
};
