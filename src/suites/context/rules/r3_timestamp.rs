//! A context says when it was made; nobody asks in which notation.
//!
//! The trap is to parse it: the document wants a text, not a date.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.timestamp",
    title: "wants a time stamp",
    level: Level::Must,
    source: "§3, ctx.TimeStamp",
    statement: "`timeStamp` is not null and not empty. Whether it is a date is not asked.",
    checks: &[
        Check {
            property: "the core is refused exactly when the time stamp is null, absent or empty",
            edges: || {
                let mut cases: Vec<Value> = TYPES.iter().map(|kind| plain::core(kind)).collect();
                cases.extend(each(
                    &plain::core(INITIAL),
                    path::TIME_STAMP,
                    ["now", "0", "26/12/2025", "日本語"].map(|text| Some(json!(text))),
                ));
                cases.extend(core_faults(&breach::TIME_STAMP));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::TIME_STAMP)),
                arm(1, "any text", |draw| {
                    let (kind, any) = (*draw.pick(TYPES), text::sentence(draw));
                    each(&plain::core(kind), path::TIME_STAMP, [Some(json!(any))]).swap_remove(0)
                }),
            ],
            labels: &["accept", "reject", INITIAL, FOLLOW_ON, CONTINUATION],
            ..OF_CORE
        },
        Check {
            methods: &[CORE],
            edges: || {
                let blank = json!({"question": "blank", "context": plain::core(INITIAL)["context"]});
                each(&blank, path::TIME_STAMP, [Some(json!(" "))])
            },
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        Mutant::answers("never looks at the time stamp", |_, answer| forgets(answer, NO_TIME_STAMP)),
        Mutant::answers("takes the empty text for a time stamp", |request, answer| {
            if request.params["context"]["timeStamp"] == "" { forgets(answer, NO_TIME_STAMP) } else { answer }
        }),
        Mutant::answers("is content with the key of the time stamp", |request, answer| {
            if request.params["context"].get("timeStamp").is_some() { forgets(answer, NO_TIME_STAMP) } else { answer }
        }),
        Mutant::answers("wants the time stamp to be a date", |request, answer| {
            let given = slot::text(request.params, path::TIME_STAMP);
            let date = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('-');
            refuses(answer, matches!(given, Text::Given(text) if !date(text)), "that is no date")
        }),
        Mutant::answers("looks at the time stamp of first requests only", |request, answer| {
            if type_of(request.params) == Some(INITIAL) { answer } else { forgets(answer, NO_TIME_STAMP) }
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.timestamp.yaml"),
    questions: &[Question {
        id: "blank",
        asks: "is a blank text empty?",
        readings: &[
            Reading { id: "not-empty", predicts: "a blank time stamp is accepted" },
            Reading { id: "empty", predicts: "a blank time stamp is refused" },
        ],
    }],
};
