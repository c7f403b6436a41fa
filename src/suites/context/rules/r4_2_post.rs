//! A restored session goes on with a new turn.
//!
//! The traps: the old turn taken over, letter case ignored in ids, and a session without a mode.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(2);

pub(super) static RULE: Rule = Rule {
    id: "4.2.post",
    title: "SessionRestorer POST: rejects one without session, mode and a new turn",
    level: Level::Must,
    source: "§4.2 SessionRestorer, POST",
    statement: "After SessionRestorer there are a session with a mode and a turn, and the turn is another one than the envelope names: exactly compared, and for continuations as well.",
    checks: &[
        Check { labels: &["accept", "reject", FOLLOW_ON, CONTINUATION], ..Post::<2>::CHECK },
        Check {
            methods: &[POST],
            edges: || {
                let mut blank = plain::at(PLACE, FOLLOW_ON);
                blank["question"] = json!("blank-mode");
                each(&blank, "context.session.mode", [Some(json!(" "))])
            },
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        Mutant::answers("does not miss the session after restoring", |request, answer| {
            let answer = forgets_at(request, answer, PLACE, SESSION.fault);
            if has(&request.params["context"], "session") {
                answer
            } else {
                forgets_at(request, answer, PLACE, MODE.fault)
            }
        }),
        Mutant::answers("does not miss the turn after restoring", |request, answer| {
            forgets_at(request, answer, PLACE, TURN.fault)
        }),
        Mutant::answers("takes the old turn for a new one", |request, answer| {
            forgets_at(request, answer, PLACE, NEW_TURN.fault)
        }),
        Mutant::answers("restores a session without a mode", |request, answer| {
            forgets_at(request, answer, PLACE, MODE.fault)
        }),
        Mutant::answers("wants the turn that the envelope names", |request, answer| {
            refuses_at(request, answer, PLACE, |context| context["turn"]["id"] != context["envelope"]["turnId"])
        }),
        Mutant::answers("ignores letter case in turn ids", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                for path in ["context.turn.id", "context.envelope.turnId"] {
                    change_text(params, path, str::to_lowercase);
                }
            })
        }),
        Mutant::answers("compares the session id in place of the turn id", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                let (session, named) =
                    (params["context"]["session"]["id"].clone(), params["context"]["envelope"]["sessionId"].clone());
                if has(&params["context"], "turn") {
                    put(params, "context.turn.id", Some(session));
                }
                put(params, "context.envelope.turnId", Some(named));
            })
        }),
        Mutant::answers("lets a continuation keep its turn", |request, answer| {
            if type_of(request.params) == Some(CONTINUATION) {
                forgets_at(request, answer, PLACE, NEW_TURN.fault)
            } else {
                answer
            }
        }),
        Mutant::answers("takes the name of the mode for the mode", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                let shown = params["context"]["session"]["modeDisplayName"].clone();
                if has(&params["context"], "session") {
                    put(params, "context.session.mode", Some(shown));
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.2.post.yaml"),
    questions: &[Question {
        id: "blank-mode",
        asks: "has a session with a blank mode a mode?",
        readings: &[
            Reading { id: "value", predicts: "it is accepted" },
            Reading { id: "no-value", predicts: "it is refused" },
        ],
    }],
};
