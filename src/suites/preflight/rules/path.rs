//! Each diagnostic points at the field that is wrong, or at the input as a whole.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "path",
    title: "gives each diagnostic the path of the field that is wrong",
    level: Level::Must,
    source: "diagnostic, third argument of every call",
    statement: "The path of a bad action is `/action`; of a denial and of missing sources `/`; of a need that is \
                unmet `/` and the name of the field.",
    checks: &[Check {
        id: "path",
        property: "every diagnostic that is due and was given has the prescribed path",
        edges: every_code,
        arms: FAULTY,
        classify: |case| {
            let mut labels: Vec<&str> = Vec::new();
            for due in diagnostics(&case["input"]) {
                labels.extend(PATHS.iter().filter(|path| **path == due.path));
            }
            labels
        },
        labels: PATHS,
        exam: right_paths,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("points at the root for a run id", |_, answer| moves(answer, "/runId", "/")),
        Mutant::answers("leaves the slash out of paths", |_, answer| {
            edit_each(answer, |diagnostic| {
                if diagnostic.path.len() > 1 {
                    diagnostic.path.to_mut().remove(0);
                }
            })
        }),
        Mutant::answers("writes the root as nothing", |_, answer| moves(answer, "/", "")),
        Mutant::answers("points at the root for an action", |_, answer| moves(answer, "/action", "/")),
        Mutant::answers("points at the graph that is missing", |_, answer| {
            edit_where(answer, "start-graph-required", |diagnostic| diagnostic.path = "/graph".into())
        }),
        Mutant::answers("points at the first misplaced field", |_, answer| {
            edit_each(answer, |diagnostic| {
                if let (true, Some([first, ..])) = (is_denial(&diagnostic.code), diagnostic.fields.as_deref()) {
                    diagnostic.path = format!("/{first}").into();
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/path.yaml"),
    questions: &[],
};

const PATHS: &[&str] = &["/action", "/", "/runId", "/stepId", "/channel", "/text"];

fn moves(answer: Value, from: &str, to: &str) -> Value {
    edit_each(answer, |diagnostic| {
        if diagnostic.path == from {
            diagnostic.path = to.to_owned().into();
        }
    })
}

fn right_paths(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    judge_pairs(case, talk, |(due, found)| {
        (due.path != found.path).then(|| {
            Judgement::failed(
                format!("the path is not `{}`", due.path),
                json!({"code": due.code, "path": due.path}),
                json!({"code": found.code, "path": found.path}),
            )
        })
    })
}
