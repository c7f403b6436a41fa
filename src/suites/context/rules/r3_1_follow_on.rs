//! A follow-on continues a session that is there.
//!
//! The traps: one id for two, and a null list of tool results treated as an error.

use super::session_named;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.1.follow-on",
    title: "FollowOn: rejects one without session id and turn id, or with tool results",
    level: Level::Must,
    source: "§3.1, FollowOn",
    statement: "A `FollowOn` envelope has a session id and a turn id, and no tool results.",
    checks: &[
        Check {
            property: "a follow-on core is refused exactly when an id is missing or tool results are there",
            edges: || {
                let plain = plain::core(FOLLOW_ON);
                let mut cases = vec![plain.clone()];
                cases.extend(each(&plain, path::TOOL_RESULTS, [Some(Value::Null), Some(json!([]))]));
                cases.extend(each(&plain, path::TURN_ID, [Some(json!("s1"))]));
                cases.extend((breach::FOLLOW_ON.faults)(&plain));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::FOLLOW_ON)),
                arm(1, "sound", |draw| draw::with_words(draw, FOLLOW_ON)),
            ],
            labels: &["accept", "reject", FOLLOW_ON],
            ..OF_CORE
        },
        Check { methods: &[CORE], edges: || session_named::blank(FOLLOW_ON), ..OPEN_POINTS },
    ],
    mutants: &[
        Mutant::answers("lets a follow-on name no session", |_, answer| forgets(answer, OF_FOLLOW_ON.session)),
        Mutant::answers("lets a follow-on name no turn", |_, answer| forgets(answer, OF_FOLLOW_ON.turn)),
        Mutant::answers("lets a follow-on bring tool results", |_, answer| forgets(answer, OF_FOLLOW_ON.results)),
        refusing("takes a null list of tool results for an error", OF_FOLLOW_ON.results, |params| {
            let null = params["context"]["envelope"].get("toolResults").is_some_and(Value::is_null);
            null && type_of(params) == Some(FOLLOW_ON)
        }),
        Mutant::answers("is content with one of the two ids of a follow-on", |request, answer| {
            let one = [path::SESSION_ID, path::TURN_ID]
                .iter()
                .any(|path| slot::present(request.params, path) == Truth::Holds);
            if one { forgets(forgets(answer, OF_FOLLOW_ON.session), OF_FOLLOW_ON.turn) } else { answer }
        }),
        Mutant::answers("treats a follow-on like a first request", |request, answer| {
            let follow_on = type_of(request.params) == Some(FOLLOW_ON);
            misreads(request, answer, |params| {
                if follow_on {
                    put(params, "context.type", Some(json!(INITIAL)));
                }
            })
        }),
        misreading("takes a follow-on without ids for a first request", |params| {
            let nameless =
                [path::SESSION_ID, path::TURN_ID].iter().all(|path| slot::present(params, path) == Truth::Broken);
            if nameless && type_of(params) == Some(FOLLOW_ON) {
                put(params, "context.type", Some(json!(INITIAL)));
            }
        }),
        refusing("wants session and turn to have different ids", "one id for two", |params| {
            let [session, turn] = [path::SESSION_ID, path::TURN_ID].map(|path| slot::text(params, path));
            type_of(params) == Some(FOLLOW_ON) && slot::equal(session, turn) == Truth::Holds
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.1.follow-on.yaml"),
    questions: &[session_named::QUESTION],
};
