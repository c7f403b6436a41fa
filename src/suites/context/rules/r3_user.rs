//! A request comes from a user; the validator only sees that there is one.
//!
//! The trap is a request made by a service: it has a user all the same.

use super::party;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.user",
    title: "Core Context Invariants: rejects an envelope without `user`",
    level: Level::Must,
    source: "§3, ctx.Envelope.User",
    statement: "`envelope.user` is not null.",
    checks: &[
        Check {
            property: "the core is refused exactly when the envelope has no user",
            edges: || party::edges(path::USER, "system", &breach::USER),
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::USER)),
                arm(1, "any user", |draw| party::any(draw, path::USER)),
            ],
            labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
            ..OF_CORE
        },
        Check { methods: &[CORE], edges: || party::empty_id(path::USER), ..OPEN_POINTS },
    ],
    mutants: &[
        Mutant::answers("never looks for the user", |_, answer| forgets(answer, NO_USER)),
        misreading("looks for the org twice", |params| {
            let org = params["context"]["envelope"]["org"].clone();
            put(params, path::USER, Some(org));
        }),
        forgetting("is content with the key of the user", NO_USER, |params| {
            params["context"]["envelope"].get("user").is_some()
        }),
        forgetting("lets a continuation come from nobody", NO_USER, |params| type_of(params) == Some(CONTINUATION)),
    ],
    corpus: include_str!("../../../../corpus/context/3.user.yaml"),
    questions: &[Question {
        id: "empty-id",
        asks: "is a user with an empty id present?",
        readings: party::OF_EMPTY_ID,
    }],
};
