//! A request comes from an organisation; the validator only sees that there is one.
//!
//! The trap is to check one of the two parties and to copy the line for the other.

use super::party;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.org",
    title: "Core Context Invariants: rejects an envelope without `org`",
    level: Level::Must,
    source: "§3, ctx.Envelope.Org",
    statement: "`envelope.org` is not null.",
    checks: &[
        Check {
            property: "the core is refused exactly when the envelope has no org",
            edges: || {
                let mut cases = party::edges(path::ORG, "0", &breach::ORG);
                // Nothing forbids a user to be called like the organisation.
                cases.extend(TYPES.iter().flat_map(|kind| {
                    let plain = plain::core(kind);
                    each(&plain, path::ORG, [Some(plain["context"]["envelope"]["user"].clone())])
                }));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::ORG)),
                arm(1, "any org", |draw| party::any(draw, path::ORG)),
            ],
            labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
            ..OF_CORE
        },
        Check { methods: &[CORE], edges: || party::empty_id(path::ORG), ..OPEN_POINTS },
    ],
    mutants: &[
        Mutant::answers("never looks for the org", |_, answer| forgets(answer, NO_ORG)),
        misreading("looks for the user twice", |params| {
            let user = params["context"]["envelope"]["user"].clone();
            put(params, path::ORG, Some(user));
        }),
        forgetting("is content with the key of the org", NO_ORG, |params| {
            params["context"]["envelope"].get("org").is_some()
        }),
        forgetting("wants an organisation of continuations only", NO_ORG, |params| {
            type_of(params) != Some(CONTINUATION)
        }),
        refusing("wants org and user to have different ids", "one id for two", |params| {
            let envelope = &params["context"]["envelope"];
            has(envelope, "org") && envelope["org"]["id"] == envelope["user"]["id"]
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.org.yaml"),
    questions: &[Question {
        id: "empty-id",
        asks: "is an organisation with an empty id present?",
        readings: party::OF_EMPTY_ID,
    }],
};
