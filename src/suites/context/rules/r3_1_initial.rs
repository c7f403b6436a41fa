//! A first request belongs to nothing yet.
//!
//! The traps: to look at one of the two ids only, and to take an empty list for tool results.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.1.initial",
    title: "Initial: rejects one with a session id, a turn id or tool results",
    level: Level::Must,
    source: "§3.1, Initial",
    statement: "An `Initial` envelope has no session id, no turn id and no tool results; null, absent and empty are the same. Ids that a context with a session or a turn has gained are not judged.",
    checks: &[Check {
        property: "an initial core is refused exactly when it names a session, a turn or tool results",
        edges: || {
            let plain = plain::core(INITIAL);
            let mut cases = vec![plain.clone()];
            cases.extend(each(&plain, path::SESSION_ID, no_text()));
            cases.extend(each(&plain, path::TURN_ID, no_text()));
            cases.extend(each(&plain, path::TOOL_RESULTS, no_items()));
            let mut cases = distinct(cases);
            cases.extend((breach::INITIAL.faults)(&plain));
            cases
        },
        arms: &[
            arm(3, "one fault", |draw| draw::core_fault(draw, &breach::INITIAL)),
            arm(1, "sound", |draw| draw::with_words(draw, INITIAL)),
        ],
        labels: &["accept", "reject", INITIAL],
        ..OF_CORE
    }],
    mutants: &[
        Mutant::answers("lets a first request name a session", |_, answer| forgets(answer, OF_INITIAL.session)),
        Mutant::answers("lets a first request name a turn", |_, answer| forgets(answer, OF_INITIAL.turn)),
        Mutant::answers("lets a first request bring tool results", |_, answer| forgets(answer, OF_INITIAL.results)),
        refusing("refuses an empty list of tool results", OF_INITIAL.results, |params| {
            let envelope = &params["context"]["envelope"];
            let first = type_of(params) == Some(INITIAL);
            first && envelope["toolResults"] == json!([])
        }),
        refusing("refuses an empty session id", OF_INITIAL.session, |params| {
            let first = type_of(params) == Some(INITIAL);
            first && params["context"]["envelope"]["sessionId"] == ""
        }),
        misreading("takes a first request with both ids for a follow-on", |params| {
            let named =
                [path::SESSION_ID, path::TURN_ID].iter().all(|path| slot::present(params, path) == Truth::Holds);
            if named && type_of(params) == Some(INITIAL) {
                put(params, "context.type", Some(json!(FOLLOW_ON)));
            }
        }),
        Mutant::answers("minds the ids only if both are there", |request, answer| {
            let both = [path::SESSION_ID, path::TURN_ID]
                .iter()
                .all(|path| slot::present(request.params, path) == Truth::Holds);
            if both { answer } else { forgets(forgets(answer, OF_INITIAL.session), OF_INITIAL.turn) }
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.1.initial.yaml"),
    questions: &[],
};
