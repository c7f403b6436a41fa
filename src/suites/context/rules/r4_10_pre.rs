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
        forgetting_at("never looks at the response type", PLACE, ANSWERABLE.fault),
        forgetting_if("builds a response that is not ready", PLACE, ANSWERABLE.fault, |context| {
            context["responseType"] == "NotReady"
        }),
        forgetting_if("takes a missing response type for a final one", PLACE, ANSWERABLE.fault, |context| {
            !has(context, "responseType")
        }),
        refusing_at("builds final responses only", PLACE, |context| context["responseType"] == "ToolContinuation"),
        refusing_at("wants a session before the response is built", PLACE, |context| !has(context, "session")),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.pre.yaml"),
    questions: &[],
};
