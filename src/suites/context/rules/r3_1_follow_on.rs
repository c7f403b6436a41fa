//! A follow-on continues a session that is there.
//!
//! The traps: one id for two, and a null list of tool results treated as an error.

use super::prelude::*;

const ID: &str = "3.1.follow-on";
const NO_SESSION_ID: &str = "a follow-on names no session";
const NO_TURN_ID: &str = "a follow-on names no turn";
const WITH_RESULTS: &str = "a follow-on brings tool results";
const SESSION_ID: &str = "context.envelope.sessionId";
const TURN_ID: &str = "context.envelope.turnId";
const RESULTS: &str = "context.envelope.toolResults";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |params| {
        if type_of(params) != Some(FOLLOW_ON) {
            return Vec::new();
        }
        vec![
            Condition::new(ID, NO_SESSION_ID, &[SESSION_ID], slot::present(params, SESSION_ID)),
            Condition::new(ID, NO_TURN_ID, &[TURN_ID], slot::present(params, TURN_ID)),
            Condition::new(ID, WITH_RESULTS, &[RESULTS], slot::one_or_more(params, RESULTS).negated()),
        ]
    },
    faults: |sound| {
        let mut all = each(sound, SESSION_ID, no_text());
        all.extend(each(sound, TURN_ID, no_text()));
        all.extend(each(sound, RESULTS, [Some(json!([plain::tool_result("c1")]))]));
        all
    },
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants a follow-on to name its session and its turn, and no tool results",
    level: Level::Must,
    source: "§3.1, FollowOn",
    statement: "A `FollowOn` envelope has a session id and a turn id, and no tool results.",
    checks: &[
        Check {
            property: "a follow-on core is refused exactly when an id is missing or tool results are there",
            edges: || {
                let plain = plain::core(FOLLOW_ON);
                let mut cases = vec![plain.clone()];
                cases.extend(each(&plain, RESULTS, [Some(Value::Null), Some(json!([]))]));
                cases.extend(each(&plain, TURN_ID, [Some(json!("s1"))]));
                cases.extend((CLAUSE.faults)(&plain));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &CLAUSE)),
                arm(1, "sound", |draw| draw::with_words(draw, FOLLOW_ON)),
            ],
            labels: &["accept", "reject", FOLLOW_ON],
            steps: |case, answers| judge(ID, CORE, case, answers),
            ..OF_CORE
        },
        Check {
            methods: &[CORE],
            edges: || {
                let blank = json!({"question": "blank", "context": plain::core(FOLLOW_ON)["context"]});
                each(&blank, SESSION_ID, [Some(json!(" "))])
            },
            steps: |case, answers| probe(RULE.questions, CORE, case, answers),
            ..PROBE
        },
    ],
    mutants: &[
        Mutant::answers("lets a follow-on name no session", |_, answer| forgets(answer, NO_SESSION_ID)),
        Mutant::answers("lets a follow-on name no turn", |_, answer| forgets(answer, NO_TURN_ID)),
        Mutant::answers("lets a follow-on bring tool results", |_, answer| forgets(answer, WITH_RESULTS)),
        Mutant::answers("takes a null list of tool results for an error", |request, answer| {
            let null = request.params["context"]["envelope"].get("toolResults").is_some_and(Value::is_null);
            refuses(answer, null && type_of(request.params) == Some(FOLLOW_ON), WITH_RESULTS)
        }),
        Mutant::answers("is content with one of the two ids of a follow-on", |request, answer| {
            let one = [SESSION_ID, TURN_ID].iter().any(|path| slot::present(request.params, path) == Truth::Holds);
            if one { forgets(forgets(answer, NO_SESSION_ID), NO_TURN_ID) } else { answer }
        }),
        Mutant::answers("treats a follow-on like a first request", |request, answer| {
            let follow_on = type_of(request.params) == Some(FOLLOW_ON);
            misreads(request, answer, |params| {
                if follow_on {
                    put(params, "context.type", Some(json!(INITIAL)));
                }
            })
        }),
    ],
    corpus: include_str!("../../../corpus/context/3.1.follow-on.yaml"),
    questions: &[Question {
        id: "blank",
        asks: "is a blank session id present?",
        readings: &[
            Reading { id: "present", predicts: "it is accepted" },
            Reading { id: "missing", predicts: "it is refused" },
        ],
    }],
};
