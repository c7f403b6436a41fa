//! A diagnostic names the action and the fields it is about, so that a caller
//! can repair its input without reading the message.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "action-and-fields",
    title: "gives each diagnostic the `action` and `fields` that it is about",
    level: Level::Must,
    source: "diagnostic, fourth and fifth argument of every call",
    statement: "A bad action comes without `action` and without `fields`. Everything else names its action, and in \
                `fields` what is needed: the one field, or `graph` and `graphFile` in this order. (The `fields` of a \
                denial have rules of their own.)",
    checks: &[Check {
        id: "members",
        property: "every diagnostic that is due and was given has the prescribed `action` and `fields`",
        edges: every_code,
        arms: FAULTY,
        classify,
        labels: &["bad action", "denial", "sources of start", "unmet need"],
        exam: right_members,
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("names the unknown action", |request, answer| {
            let action = request.params["input"]["action"].as_str();
            edit_where(answer, "action-invalid", |diagnostic| {
                diagnostic.action = action.map(|name| name.to_owned().into());
            })
        }),
        Mutant::answers("lists action as the field of a bad action", |_, answer| {
            edit_where(answer, "action-required", |diagnostic| diagnostic.fields = Some(vec!["action".into()]))
        }),
        Mutant::answers("gives a bad action an empty list of fields", |_, answer| {
            edit_where(answer, "action-required", |diagnostic| diagnostic.fields = Some(Vec::new()))
        }),
        Mutant::answers("names only the graph as missing", |_, answer| {
            edit_where(answer, "start-graph-required", |diagnostic| diagnostic.fields = Some(vec!["graph".into()]))
        }),
        Mutant::answers("names the graph file first", |_, answer| {
            edit_where(answer, "start-graph-required", |diagnostic| {
                diagnostic.fields.get_or_insert_default().reverse();
            })
        }),
        Mutant::answers("lists no field for a missing run id", |_, answer| {
            edit_where(answer, "run-id-required", |diagnostic| diagnostic.fields = None)
        }),
        Mutant::answers("leaves the action out of a denial", |_, answer| {
            edit_denial(answer, |diagnostic| diagnostic.action = None)
        }),
        Mutant::answers("names start as the action of whatever lacks a run id", |_, answer| {
            edit_where(answer, "run-id-required", |diagnostic| diagnostic.action = Some("start".into()))
        }),
    ],
    corpus: include_str!("../../../../corpus/preflight/action-and-fields.yaml"),
    questions: &[],
};

fn right_members(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    judge_pairs(case, talk, |(due, found)| {
        if due.action != found.action {
            return Some(Judgement::failed(
                if due.action.is_some() { "the action is not named" } else { "a bad action has an `action`" },
                json!({"code": due.code, "action": due.action}),
                json!({"code": found.code, "action": found.action}),
            ));
        }
        (due.fields != found.fields && !is_denial(&due.code)).then(|| {
            Judgement::failed(
                if due.fields.is_some() { "the fields are not the ones needed" } else { "a bad action has `fields`" },
                json!({"code": due.code, "fields": due.fields}),
                json!({"code": found.code, "fields": found.fields}),
            )
        })
    })
}

fn classify(case: &Value) -> Vec<&'static str> {
    let kind = |due: Diagnostic| match &*due.code {
        code if is_about_action(code) => "bad action",
        code if is_denial(code) => "denial",
        "start-graph-required" => "sources of start",
        _ => "unmet need",
    };
    let mut labels: Vec<&str> = diagnostics(&case["input"]).into_iter().map(kind).collect();
    labels.dedup();
    labels
}
