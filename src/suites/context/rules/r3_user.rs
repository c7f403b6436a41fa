//! A request comes from a user; the validator only sees that there is one.
//!
//! The trap is a request made by a service: it has a user all the same.

use super::prelude::*;

const ID: &str = "3.user";
const FAULT: &str = "the envelope has no user";
const PATH: &str = "context.envelope.user";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |params| condition(ID, FAULT, &[PATH], slot::party(params, PATH)),
    faults: |sound| each(sound, PATH, no_object()),
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants a user in the envelope",
    level: Level::Must,
    source: "§3, ctx.Envelope.User",
    statement: "`envelope.user` is not null.",
    checks: &[
        Check {
            property: "the core is refused exactly when the envelope has no user",
            edges: || {
                let mut cases: Vec<Value> = TYPES.iter().map(|kind| plain::core(kind)).collect();
                cases.extend(each(&plain::core(INITIAL), PATH, [Some(json!({"id": "system"}))]));
                cases.extend(core_faults(&CLAUSE));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &CLAUSE)),
                arm(1, "any user", |draw| {
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
        Mutant::answers("never looks for the user", |_, answer| forgets(answer, FAULT)),
        Mutant::answers("looks for the org twice", |request, answer| {
            misreads(request, answer, |params| {
                let org = params["context"]["envelope"]["org"].clone();
                put(params, PATH, Some(org));
            })
        }),
        Mutant::answers("is content with the key of the user", |request, answer| {
            if request.params["context"]["envelope"].get("user").is_some() { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("lets a continuation come from nobody", |request, answer| {
            if type_of(request.params) == Some(CONTINUATION) { forgets(answer, FAULT) } else { answer }
        }),
    ],
    corpus: include_str!("../../../corpus/context/3.user.yaml"),
    questions: &[Question {
        id: "empty-id",
        asks: "is a user with an empty id present?",
        readings: &[
            Reading { id: "present", predicts: "its id is not looked at" },
            Reading { id: "absent", predicts: "it is refused" },
        ],
    }],
};
