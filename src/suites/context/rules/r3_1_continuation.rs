//! A continuation brings back what the client's tools found.
//!
//! The traps: an empty list of results, and rules of the other types applied here.

use super::session_named;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.1.continuation",
    title: "ClientToolCallContinuation: rejects one without session id, turn id or tool results",
    level: Level::Must,
    source: "§3.1, ClientToolCallContinuation",
    statement: "A `ClientToolCallContinuation` envelope has a session id, a turn id and at least one tool result. It needs no instructions.",
    checks: &[
        Check {
            property: "the core of a continuation is refused exactly when an id or every tool result is missing",
            edges: || {
                let plain = plain::core(CONTINUATION);
                let mut cases = vec![plain.clone()];
                let two = json!([plain::tool_result("c1"), plain::tool_result("c1")]);
                cases.extend(each(&plain, path::TOOL_RESULTS, [Some(two)]));
                let failed = json!([{"toolCallId": "c1", "executionMs": 3, "errorMessage": "denied"}]);
                cases.extend(each(&plain, path::TOOL_RESULTS, [Some(failed)]));
                cases.extend(each(&plain, path::TOOL_RESULTS, [json!([{"resultJson": "{}"}]), json!([{}])].map(Some)));
                cases.extend(each(
                    &plain,
                    path::TOOL_RESULTS,
                    long::lists_of(&plain::tool_result("c1")).into_iter().map(Some),
                ));
                cases.extend(each(&plain, "context.envelope.instructions", [Some(json!("go on"))]));
                cases.extend((breach::CONTINUATION.faults)(&plain));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::CONTINUATION)),
                arm(1, "sound", |draw| draw::with_words(draw, CONTINUATION)),
            ],
            labels: &["accept", "reject", CONTINUATION],
            ..OF_CORE
        },
        Check { methods: &[CORE], edges: || session_named::blank(CONTINUATION), ..OPEN_POINTS },
    ],
    mutants: &[
        Mutant::answers("lets a continuation name no session", |_, answer| forgets(answer, OF_CONTINUATION.session)),
        Mutant::answers("lets a continuation name no turn", |_, answer| forgets(answer, OF_CONTINUATION.turn)),
        Mutant::answers("lets a continuation bring nothing", |_, answer| forgets(answer, OF_CONTINUATION.results)),
        forgetting("takes an empty list for tool results", OF_CONTINUATION.results, |params| {
            params["context"]["envelope"]["toolResults"] == json!([])
        }),
        refusing("takes a tool result without members for none", OF_CONTINUATION.results, |params| {
            type_of(params) == Some(CONTINUATION) && params["context"]["envelope"]["toolResults"] == json!([{}])
        }),
        refusing("forbids a continuation to bring instructions", "a continuation has no words", |params| {
            let words = slot::present(params, "context.envelope.instructions") == Truth::Holds;
            words && type_of(params) == Some(CONTINUATION)
        }),
        refusing("wants exactly one tool result", "one at a time", |params| {
            let count = params["context"]["envelope"]["toolResults"].as_array().map_or(0, Vec::len);
            count > 1 && type_of(params) == Some(CONTINUATION)
        }),
        refusing("wants every tool result to name its call", "a result of no call", |params| {
            let results = params["context"]["envelope"]["toolResults"].as_array();
            let nameless = |result: &Value| slot::present(result, "toolCallId") == Truth::Broken;
            results.is_some_and(|results| results.iter().any(nameless)) && type_of(params) == Some(CONTINUATION)
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.1.continuation.yaml"),
    questions: &[session_named::QUESTION],
};
