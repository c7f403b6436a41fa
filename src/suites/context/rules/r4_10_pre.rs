//! A response is built once it is known which of the two it will be.
//!
//! The trap is the third value: `NotReady` is a response type too, but none that can be sent.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(10);

pub(super) static RULE: Rule = Rule {
    id: "4.10.pre",
    title: "ResponseBuilder PRE: rejects a response type other than Final or ToolContinuation",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, PRE",
    statement: "Before ResponseBuilder the response type is `Final` or `ToolContinuation`; `NotReady`, anything else and nothing fail. Nothing else is asked for.",
    checks: &[Check {
        edges: || {
            let mut cases = step_edges(PLACE);
            for kind in TYPES {
                let plain = plain::at(PLACE, kind);
                cases.extend(each(&plain, "context.responseType", [Some(json!("ToolContinuation"))]));
            }
            cases
        },
        ..Pre::<10>::CHECK
    }],
    mutants: &[
        Mutant::answers("never looks at the response type", |request, answer| {
            forgets_at(request, answer, PLACE, ANSWERABLE.fault)
        }),
        Mutant::answers("builds a response that is not ready", |request, answer| {
            if request.params["context"]["responseType"] == "NotReady" {
                forgets_at(request, answer, PLACE, ANSWERABLE.fault)
            } else {
                answer
            }
        }),
        Mutant::answers("takes a missing response type for a final one", |request, answer| {
            if has(&request.params["context"], "responseType") {
                answer
            } else {
                forgets_at(request, answer, PLACE, ANSWERABLE.fault)
            }
        }),
        Mutant::answers("builds final responses only", |request, answer| {
            refuses_at(request, answer, PLACE, |context| context["responseType"] == "ToolContinuation")
        }),
        Mutant::answers("wants a session before the response is built", |request, answer| {
            refuses_at(request, answer, PLACE, |context| !has(context, "session"))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.pre.yaml"),
    questions: &[],
};
