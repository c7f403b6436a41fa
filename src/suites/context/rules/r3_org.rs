//! A request comes from an organisation; the validator only sees that there is one.
//!
//! The trap is to check one of the two parties and to copy the line for the other.

use super::prelude::*;

const ID: &str = "3.org";
const FAULT: &str = "the envelope has no org";
const PATH: &str = "context.envelope.org";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |params| condition(ID, FAULT, &[PATH], slot::party(params, PATH)),
    faults: |sound| each(sound, PATH, no_object()),
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants an organisation in the envelope",
    level: Level::Must,
    source: "§3, ctx.Envelope.Org",
    statement: "`envelope.org` is not null.",
    checks: &[
        Check {
            property: "the core is refused exactly when the envelope has no org",
            edges: || {
                let mut cases: Vec<Value> = TYPES.iter().map(|kind| plain::core(kind)).collect();
                cases.extend(each(&plain::core(INITIAL), PATH, [Some(json!({"id": "0"}))]));
                cases.extend(core_faults(&CLAUSE));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &CLAUSE)),
                arm(1, "any org", |draw| {
                    let (kind, id) = (*draw.pick(TYPES), text::sentence(draw));
                    each(&plain::core(kind), PATH, [Some(json!({ "id": id }))]).swap_remove(0)
                }),
            ],
            labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
            steps: |case, answers| judge_core(ID, case, answers),
            ..OF_CORE
        },
        Check {
            methods: &[CORE],
            edges: || {
                let empty = json!({"question": "empty-id", "context": plain::core(INITIAL)["context"]});
                each(&empty, PATH, [Some(json!({"id": ""}))])
            },
            steps: |case, answers| probe(RULE.questions, CORE, case, answers),
            ..PROBE
        },
    ],
    mutants: &[
        Mutant::answers("never looks for the org", |_, answer| forgets(answer, FAULT)),
        Mutant::answers("looks for the user twice", |request, answer| {
            misreads(request, answer, |params| {
                let user = params["context"]["envelope"]["user"].clone();
                put(params, PATH, Some(user));
            })
        }),
        Mutant::answers("is content with the key of the org", |request, answer| {
            if request.params["context"]["envelope"].get("org").is_some() { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("wants an organisation of continuations only", |request, answer| {
            if type_of(request.params) == Some(CONTINUATION) { answer } else { forgets(answer, FAULT) }
        }),
    ],
    corpus: include_str!("../../../corpus/context/3.org.yaml"),
    questions: &[Question {
        id: "empty-id",
        asks: "is an organisation with an empty id present?",
        readings: &[
            Reading { id: "present", predicts: "its id is not looked at" },
            Reading { id: "absent", predicts: "it is refused" },
        ],
    }],
};
