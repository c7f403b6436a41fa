//! A continuation brings back what the client's tools found.
//!
//! The traps: an empty list of results, and rules of the other types applied here.

use super::prelude::*;

const ID: &str = "3.1.continuation";
const NO_SESSION_ID: &str = "a continuation names no session";
const NO_TURN_ID: &str = "a continuation names no turn";
const NO_RESULTS: &str = "a continuation brings no tool results";
const SESSION_ID: &str = "context.envelope.sessionId";
const TURN_ID: &str = "context.envelope.turnId";
const RESULTS: &str = "context.envelope.toolResults";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |params| {
        if type_of(params) != Some(CONTINUATION) {
            return Vec::new();
        }
        vec![
            Condition::new(ID, NO_SESSION_ID, &[SESSION_ID], slot::present(params, SESSION_ID)),
            Condition::new(ID, NO_TURN_ID, &[TURN_ID], slot::present(params, TURN_ID)),
            Condition::new(ID, NO_RESULTS, &[RESULTS], slot::one_or_more(params, RESULTS)),
        ]
    },
    faults: |sound| {
        let mut all = each(sound, SESSION_ID, no_text());
        all.extend(each(sound, TURN_ID, no_text()));
        all.extend(each(sound, RESULTS, no_items()));
        all
    },
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants a continuation to name its session and its turn, and to bring tool results",
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
                cases.extend(each(&plain, RESULTS, [Some(two)]));
                let failed = json!([{"toolCallId": "c1", "executionMs": 3, "errorMessage": "denied"}]);
                cases.extend(each(&plain, RESULTS, [Some(failed)]));
                cases.extend(each(&plain, "context.envelope.instructions", [Some(json!("go on"))]));
                cases.extend((CLAUSE.faults)(&plain));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &CLAUSE)),
                arm(1, "sound", |draw| draw::with_words(draw, CONTINUATION)),
            ],
            labels: &["accept", "reject", CONTINUATION],
            steps: |case, answers| judge(ID, CORE, case, answers),
            ..OF_CORE
        },
        Check {
            methods: &[CORE],
            edges: || {
                let blank = json!({"question": "blank", "context": plain::core(CONTINUATION)["context"]});
                each(&blank, SESSION_ID, [Some(json!(" "))])
            },
            steps: |case, answers| probe(RULE.questions, CORE, case, answers),
            ..PROBE
        },
    ],
    mutants: &[
        Mutant::answers("lets a continuation name no session", |_, answer| forgets(answer, NO_SESSION_ID)),
        Mutant::answers("lets a continuation name no turn", |_, answer| forgets(answer, NO_TURN_ID)),
        Mutant::answers("lets a continuation bring nothing", |_, answer| forgets(answer, NO_RESULTS)),
        Mutant::answers("takes an empty list for tool results", |request, answer| {
            let empty = request.params["context"]["envelope"]["toolResults"] == json!([]);
            if empty { forgets(answer, NO_RESULTS) } else { answer }
        }),
        Mutant::answers("forbids a continuation to bring instructions", |request, answer| {
            let words = slot::present(request.params, "context.envelope.instructions") == Truth::Holds;
            refuses(answer, words && type_of(request.params) == Some(CONTINUATION), "a continuation has no words")
        }),
        Mutant::answers("wants exactly one tool result", |request, answer| {
            let count = request.params["context"]["envelope"]["toolResults"].as_array().map_or(0, Vec::len);
            refuses(answer, count > 1 && type_of(request.params) == Some(CONTINUATION), "one at a time")
        }),
    ],
    corpus: include_str!("../../../corpus/context/3.1.continuation.yaml"),
    questions: &[Question {
        id: "blank",
        asks: "is a blank session id present?",
        readings: &[
            Reading { id: "present", predicts: "it is accepted" },
            Reading { id: "missing", predicts: "it is refused" },
        ],
    }],
};
