//! The document fixes its messages to the letter. Callers should read codes,
//! so other words are reported and do not decide conformance.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "message-wording",
    title: "words each diagnostic's message as the document does",
    level: Level::Recommended,
    source: "diagnostic, second argument of every call",
    statement: "Every message has the prescribed text, with the action, the channel or the misplaced fields filled in.",
    checks: &[Check {
        id: "message",
        property: "every diagnostic that is due and was given has the prescribed message",
        edges,
        arms: FAULTY,
        classify: how_many,
        labels: &["one due", "two due", "five due"],
        exam: right_messages,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("ends messages without a full stop", |_, answer| {
            edit_each(answer, |diagnostic| {
                diagnostic.message.to_mut().pop();
            })
        }),
        Mutant::answers("shows an unknown action in capitals", |_, answer| {
            edit_where(answer, "action-invalid", |diagnostic| {
                diagnostic.message = diagnostic.message.to_uppercase().into();
            })
        }),
        Mutant::answers("separates misplaced fields by blanks", |_, answer| {
            edit_denial(answer, |diagnostic| diagnostic.message = diagnostic.message.replace(", ", " ").into())
        }),
        Mutant::answers("fills the action into a pattern", |_, answer| {
            edit_where(answer, "action-invalid", |diagnostic| {
                diagnostic.message = diagnostic.message.replace("$$", "$").into();
            })
        }),
        Mutant::answers("shortens a long action", |_, answer| {
            edit_where(answer, "action-invalid", |diagnostic| {
                diagnostic.message = diagnostic.message.chars().take(100).collect::<String>().into();
            })
        }),
        Mutant::answers("shows an unknown channel escaped", |_, answer| {
            edit_where(answer, "message-channel-invalid", |diagnostic| {
                diagnostic.message = diagnostic.message.escape_default().to_string().into();
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/message-wording.yaml"),
    questions: &[],
};

fn right_messages(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    judge_pairs(case, talk, |(due, found)| {
        let right = match (&found.fields, &due.action) {
            // Whether these are the right fields, and in order, other rules judge.
            (Some(fields), Some(action)) if is_denial(&due.code) => model::denial_message(action, fields).into(),
            _ => due.message.clone(),
        };
        (found.message != right)
            .then(|| Judgement::failed("a message in other words", json!(right), json!(found.message)))
    })
}

/// Texts that a message shows as they are, whatever they mean to the program that fills them in.
const SHOWN: &[&str] = &["$& $1 $$", "{} {0} %s", "a\"b\\c", "two\nlines", "<b>", "größer 🦀"];

/// Every code; an action and a channel that are not easily put into a sentence, and long ones.
fn edges() -> Vec<Value> {
    let long = ["launch ".repeat(20), "launch ".repeat(300)];
    let texts = SHOWN.iter().map(|text| (*text).to_owned()).chain(long);
    let shown =
        texts.flat_map(|text| [json!({"action": text}), draw::with(&ACTIONS[4], "channel", Some(json!(text))).into()]);
    every_code().into_iter().chain(shown.map(case)).collect()
}
