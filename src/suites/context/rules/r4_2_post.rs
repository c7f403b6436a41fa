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
            if !is_at(request, PLACE) {
                return answer;
            }
            let answer = forgets(answer, SESSION.fault);
            if has(&request.params["context"], "session") { answer } else { forgets(answer, MODE.fault) }
        }),
        forgetting_at("does not miss the turn after restoring", PLACE, TURN.fault),
        forgetting_at("takes the old turn for a new one", PLACE, NEW_TURN.fault),
        forgetting_at("restores a session without a mode", PLACE, MODE.fault),
        refusing_at("wants the turn that the envelope names", PLACE, |context| {
            context["turn"]["id"] != context["envelope"]["turnId"]
        }),
        misreading_at("trims turn ids", PLACE, |params| {
            for path in ["context.turn.id", "context.envelope.turnId"] {
                trim(params, path);
            }
        }),
        misreading_at("ignores letter case in turn ids", PLACE, |params| {
            for path in ["context.turn.id", "context.envelope.turnId"] {
                change_text(params, path, str::to_lowercase);
            }
        }),
        forgetting_if("compares short turn ids only", PLACE, NEW_TURN.fault, |context| {
            context["turn"]["id"].as_str().is_some_and(|id| id.len() > 20)
        }),
        misreading_at("takes turn ids for the same that begin alike", PLACE, |params| {
            for path in ["context.turn.id", "context.envelope.turnId"] {
                change_text(params, path, |id| id.chars().take(32).collect());
            }
        }),
        refusing_at("wants a mode without blanks", PLACE, |context| {
            context["session"]["mode"].as_str().is_some_and(|mode| mode.contains(' '))
        }),
        refusing_at("wants an id of the new turn", PLACE, |context| context["turn"] == json!({})),
        misreading_at("compares the session id in place of the turn id", PLACE, |params| {
            let (session, named) =
                (params["context"]["session"]["id"].clone(), params["context"]["envelope"]["sessionId"].clone());
            if has(&params["context"], "turn") {
                put(params, "context.turn.id", Some(session));
            }
            put(params, "context.envelope.turnId", Some(named));
        }),
        forgetting_if("lets a continuation keep its turn", PLACE, NEW_TURN.fault, |context| {
            context["type"] == CONTINUATION
        }),
        misreading_at("takes the name of the mode for the mode", PLACE, |params| {
            let shown = params["context"]["session"]["modeDisplayName"].clone();
            if has(&params["context"], "session") {
                put(params, "context.session.mode", Some(shown));
            }
        }),
        refusing_at("wants the name of the mode as well", PLACE, |context| {
            has(context, "session") && slot::present(context, "session.modeDisplayName") == Truth::Broken
        }),
        refusing_at("knows one mode only", PLACE, |context| {
            slot::present(context, "session.mode") == Truth::Holds && context["session"]["mode"] != "general"
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.2.post.yaml"),
    questions: &[Question {
        id: "blank-mode",
        asks: "has a session with a blank mode a mode?",
        readings: &[reading("value", "it is accepted"), reading("no-value", "it is refused")],
    }],
};
