//! A context can be followed through logs by its correlation id.
//!
//! The trap is to look at the wrong one of two texts that are always set together.

use super::prelude::*;

const ID: &str = "3.correlation-id";
const FAULT: &str = "the correlation id is missing";
const PATH: &str = "context.correlationId";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |params| condition(ID, FAULT, &[PATH], slot::present(params, PATH)),
    faults: |sound| each(sound, PATH, no_text()),
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants a correlation id",
    level: Level::Must,
    source: "§3, ctx.CorrelationId",
    statement: "`correlationId` is not null and not empty.",
    checks: &[
        Check {
            property: "the core is refused exactly when the correlation id is null, absent or empty",
            edges: || {
                let mut cases: Vec<Value> = TYPES.iter().map(|kind| plain::core(kind)).collect();
                cases.extend(each(
                    &plain::core(INITIAL),
                    PATH,
                    ["0", "null", "a b", "日本語"].map(|text| Some(json!(text))),
                ));
                cases.extend(core_faults(&CLAUSE));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &CLAUSE)),
                arm(1, "any text", |draw| {
                    let (kind, any) = (*draw.pick(TYPES), text::sentence(draw));
                    each(&plain::core(kind), PATH, [Some(json!(any))]).swap_remove(0)
                }),
            ],
            labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
            steps: |case, answers| judge_core(ID, case, answers),
            ..OF_CORE
        },
        Check {
            methods: &[CORE],
            edges: || {
                let blank = json!({"question": "blank", "context": plain::core(INITIAL)["context"]});
                each(&blank, PATH, [Some(json!(" "))])
            },
            steps: |case, answers| probe(RULE.questions, CORE, case, answers),
            ..PROBE
        },
    ],
    mutants: &[
        Mutant::answers("never looks at the correlation id", |_, answer| forgets(answer, FAULT)),
        Mutant::answers("takes the empty text for a correlation id", |request, answer| {
            if request.params["context"]["correlationId"] == "" { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("is content with the key of the correlation id", |request, answer| {
            if request.params["context"].get("correlationId").is_some() { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("makes up a correlation id for a continuation", |request, answer| {
            if type_of(request.params) == Some(CONTINUATION) { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("takes the time stamp for the correlation id", |request, answer| {
            misreads(request, answer, |params| {
                let stamp = params["context"]["timeStamp"].clone();
                put(params, PATH, Some(stamp));
            })
        }),
    ],
    corpus: include_str!("../../../corpus/context/3.correlation-id.yaml"),
    questions: &[Question {
        id: "blank",
        asks: "is a blank text empty?",
        readings: &[
            Reading { id: "not-empty", predicts: "a blank correlation id is accepted" },
            Reading { id: "empty", predicts: "a blank correlation id is refused" },
        ],
    }],
};
