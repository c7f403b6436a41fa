//! A request comes from an organisation; the validator only sees that there is one.
//!
//! The trap is to check one of the two parties and to copy the line for the other.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.org",
    title: "wants an organisation in the envelope",
    level: Level::Must,
    source: "§3, ctx.Envelope.Org",
    statement: "`envelope.org` is not null.",
    checks: &[
        Check {
            property: "the core is refused exactly when the envelope has no org",
            edges: || {
                let mut cases: Vec<Value> = TYPES.iter().map(|kind| plain::core(kind)).collect();
                cases.extend(each(&plain::core(INITIAL), path::ORG, [Some(json!({"id": "0"}))]));
                cases.extend(core_faults(&breach::ORG));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::ORG)),
                arm(1, "any org", |draw| {
                    let (kind, id) = (*draw.pick(TYPES), text::sentence(draw));
                    each(&plain::core(kind), path::ORG, [Some(json!({ "id": id }))]).swap_remove(0)
                }),
            ],
            labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
            ..OF_CORE
        },
        Check {
            methods: &[CORE],
            edges: || {
                let empty = json!({"question": "empty-id", "context": plain::core(INITIAL)["context"]});
                each(&empty, path::ORG, [Some(json!({"id": ""}))])
            },
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        Mutant::answers("never looks for the org", |_, answer| forgets(answer, NO_ORG)),
        Mutant::answers("looks for the user twice", |request, answer| {
            misreads(request, answer, |params| {
                let user = params["context"]["envelope"]["user"].clone();
                put(params, path::ORG, Some(user));
            })
        }),
        Mutant::answers("is content with the key of the org", |request, answer| {
            if request.params["context"]["envelope"].get("org").is_some() { forgets(answer, NO_ORG) } else { answer }
        }),
        Mutant::answers("wants an organisation of continuations only", |request, answer| {
            if type_of(request.params) == Some(CONTINUATION) { answer } else { forgets(answer, NO_ORG) }
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.org.yaml"),
    questions: &[Question {
        id: "empty-id",
        asks: "is an organisation with an empty id present?",
        readings: &[
            Reading { id: "present", predicts: "its id is not looked at" },
            Reading { id: "absent", predicts: "it is refused" },
        ],
    }],
};
