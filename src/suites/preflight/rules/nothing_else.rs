//! Nine codes and seven denials: the document has no others, and says none twice.

use std::collections::BTreeSet;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "nothing-else",
    title: "reports nothing that is not due, and no code twice",
    level: Level::Must,
    source: "validateRequiredControls: every push has a condition, and each is reached once",
    statement: "Every diagnostic has one of the document's codes, and no code comes twice, so that five diagnostics \
                are the most. Warnings under codes of the subject's own do not count.",
    checks: &[Check {
        id: "closed",
        property: "every code is the document's, and none comes twice",
        edges,
        arms: ARMS,
        classify: how_many,
        labels: &["none due", "one due", "two due", "five due"],
        exam: closed,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("asks for everything twice", |_, answer| {
            edit(answer, |list| {
                for copy in list.clone() {
                    // Denials and bad actions that have company are other rules' business.
                    list.extend(Some(copy).filter(|copy| !is_denial(&copy.code) && !is_about_action(&copy.code)));
                }
            })
        }),
        Mutant::answers("asks for the run id a second time", |_, answer| {
            edit(answer, |list| {
                let again = list.iter().find(|diagnostic| diagnostic.code == "run-id-required").cloned();
                list.extend(again);
            })
        }),
        Mutant::answers("adds a summary when something is wrong", |_, answer| {
            edit(answer, |list| {
                if let Some(first) = list.first().filter(|first| !is_about_action(&first.code)).cloned() {
                    list.push(Diagnostic { code: "preflight-failed".into(), path: "/".into(), ..first });
                }
            })
        }),
        Mutant::answers("objects to a wait that is too short", |request, answer| {
            object(request, answer, "run_status", "wait-seconds-invalid", |input| {
                input["waitSeconds"].as_f64().is_some_and(|seconds| seconds < 0.0)
            })
        }),
        Mutant::answers("objects to a wait that is too long", |request, answer| {
            object(request, answer, "run_status", "wait-seconds-invalid", |input| {
                input["waitSeconds"].as_f64().is_some_and(|seconds| seconds > 86_400.0)
            })
        }),
        Mutant::answers("objects to a graph file outside the project", |request, answer| {
            object(request, answer, "start", "graph-file-untrusted", |input| {
                input["graphFile"].as_str().is_some_and(|path| path.contains(".."))
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/nothing-else.yaml"),
    questions: &[],
};

/// Objects under a code of its own to inputs with `action`.
fn object(request: Request<'_>, answer: Value, action: &str, code: &'static str, to: fn(&Value) -> bool) -> Value {
    let input = &request.params["input"];
    edit(answer, |list| {
        if input["action"] == action && to(input) {
            let mut own = diagnostics(&json!({ "action": action })).swap_remove(0);
            own.code = code.into();
            list.push(own);
        }
    })
}

fn closed(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let seen = Seen::ask(case, talk)?;
    seen.action()?;
    if seen.due.iter().any(|due| !seen.has(&due.code)) {
        return Ok(Judgement::open("a code is missing: what stands in its place is that code's affair"));
    }
    let mut said = BTreeSet::new();
    for diagnostic in &seen.found {
        if !is_ours(&diagnostic.code) {
            return settled(case, talk, &seen, seen.wrong_codes("a code that the document does not have"));
        }
        if !said.insert(&diagnostic.code) && !is_denial(&diagnostic.code) {
            return settled(case, talk, &seen, seen.wrong_codes("a code is given twice"));
        }
    }
    Ok(Judgement::held())
}

/// Every code alone and together, and every field of every action with an extreme value.
fn edges() -> Vec<Value> {
    let mut cases = every_code();
    for action in &ACTIONS {
        cases.push(case(draw::and(action, action.allowed)));
        for field in action.allowed.iter().filter(|field| !action.needs.contains(field)) {
            let values = [json!(-1), json!("x"), json!([]), json!(1e12), json!("/etc/x.json"), json!("../x.json")];
            cases.extend(values.map(|value| case(draw::with(action, field, Some(value)))));
        }
    }
    cases
}
