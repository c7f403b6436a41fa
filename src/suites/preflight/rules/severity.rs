//! A preflight fails closed: whatever it finds is an error.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "severity",
    title: "gives every diagnostic the severity `error`",
    level: Level::Must,
    source: "diagnostic",
    statement: "The severity of every diagnostic is `error`.",
    checks: &[Check {
        id: "error",
        property: "every diagnostic that is due and was given is an error",
        edges: every_code,
        arms: FAULTY,
        classify: how_many,
        labels: &["one due", "two due", "five due"],
        exam: errors,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("merely warns of misplaced fields", |_, answer| {
            soften(answer, "warning", |diagnostic| is_denial(&diagnostic.code))
        }),
        Mutant::answers("merely warns of a missing text", |_, answer| {
            soften(answer, "warning", |diagnostic| diagnostic.code == "message-text-required")
        }),
        Mutant::answers("writes severities in capitals", |_, answer| soften(answer, "ERROR", |_| true)),
        Mutant::answers("calls a missing action fatal", |_, answer| {
            soften(answer, "fatal", |diagnostic| diagnostic.code == "action-required")
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/severity.yaml"),
    questions: &[],
};

fn soften(answer: Value, severity: &str, which: fn(&Diagnostic) -> bool) -> Value {
    edit_each(answer, |diagnostic| {
        if which(diagnostic) {
            diagnostic.severity = severity.to_owned().into();
        }
    })
}

fn errors(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    judge_pairs(case, talk, |(due, found)| {
        (due.severity != found.severity).then(|| {
            Judgement::failed(
                "a severity other than error",
                json!({"code": due.code, "severity": due.severity}),
                json!({"code": found.code, "severity": found.severity}),
            )
        })
    })
}
