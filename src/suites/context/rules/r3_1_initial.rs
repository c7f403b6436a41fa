//! A first request belongs to nothing yet.
//!
//! The traps: to look at one of the two ids only, and to take an empty list for tool results.

use super::prelude::*;

const ID: &str = "3.1.initial";
const WITH_SESSION: &str = "a first request names a session";
const WITH_TURN: &str = "a first request names a turn";
const WITH_RESULTS: &str = "a first request brings tool results";
const SESSION_ID: &str = "context.envelope.sessionId";
const TURN_ID: &str = "context.envelope.turnId";
const RESULTS: &str = "context.envelope.toolResults";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |params| {
        if type_of(params) != Some(INITIAL) {
            return Vec::new();
        }
        // Once there is a session, the ids may have come from AgentSessionCreator: the document does not say.
        let later = [slot::populated(params, "context.session"), slot::populated(params, "context.turn")]
            .iter()
            .any(|truth| *truth != Truth::Broken);
        let nothing = |path| match slot::empty(params, path) {
            Truth::Broken if later => Truth::Open("the ids may have come from AgentSessionCreator"),
            truth => truth,
        };
        let results = slot::one_or_more(params, RESULTS).negated();
        vec![
            Condition::new(ID, WITH_SESSION, &[SESSION_ID], nothing(SESSION_ID)),
            Condition::new(ID, WITH_TURN, &[TURN_ID], nothing(TURN_ID)),
            Condition::new(ID, WITH_RESULTS, &[RESULTS], results),
        ]
    },
    faults: |sound| {
        let mut all = each(sound, SESSION_ID, [Some(json!("s1"))]);
        all.extend(each(sound, TURN_ID, [Some(json!("t1"))]));
        all.extend(each(sound, RESULTS, [Some(json!([plain::tool_result("c1")]))]));
        all
    },
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "lets a first request name no session, no turn and no tool results",
    level: Level::Must,
    source: "§3.1, Initial",
    statement: "An `Initial` envelope has no session id, no turn id and no tool results; null, absent and empty are the same. Ids that a context with a session or a turn has gained are not judged.",
    checks: &[Check {
        property: "an initial core is refused exactly when it names a session, a turn or tool results",
        edges: || {
            let plain = plain::core(INITIAL);
            let mut cases = vec![plain.clone()];
            cases.extend(each(&plain, SESSION_ID, no_text()));
            cases.extend(each(&plain, TURN_ID, no_text()));
            cases.extend(each(&plain, RESULTS, no_items()));
            let mut seen = Vec::new();
            cases.retain(|case| {
                !seen.contains(case) && {
                    seen.push(case.clone());
                    true
                }
            });
            cases.extend((CLAUSE.faults)(&plain));
            cases
        },
        arms: &[
            arm(3, "one fault", |draw| draw::core_fault(draw, &CLAUSE)),
            arm(1, "sound", |draw| draw::with_words(draw, INITIAL)),
        ],
        labels: &["accept", "reject", INITIAL],
        steps: |case, answers| judge(ID, CORE, case, answers),
        ..OF_CORE
    }],
    mutants: &[
        Mutant::answers("lets a first request name a session", |_, answer| forgets(answer, WITH_SESSION)),
        Mutant::answers("lets a first request name a turn", |_, answer| forgets(answer, WITH_TURN)),
        Mutant::answers("lets a first request bring tool results", |_, answer| forgets(answer, WITH_RESULTS)),
        Mutant::answers("refuses an empty list of tool results", |request, answer| {
            let envelope = &request.params["context"]["envelope"];
            let first = type_of(request.params) == Some(INITIAL);
            refuses(answer, first && envelope["toolResults"] == json!([]), WITH_RESULTS)
        }),
        Mutant::answers("refuses an empty session id", |request, answer| {
            let first = type_of(request.params) == Some(INITIAL);
            refuses(answer, first && request.params["context"]["envelope"]["sessionId"] == "", WITH_SESSION)
        }),
        Mutant::answers("minds the ids only if both are there", |request, answer| {
            let both = [SESSION_ID, TURN_ID].iter().all(|path| slot::present(request.params, path) == Truth::Holds);
            if both { answer } else { forgets(forgets(answer, WITH_SESSION), WITH_TURN) }
        }),
    ],
    corpus: include_str!("../../../corpus/context/3.1.initial.yaml"),
    questions: &[],
};
