//! A custom tool must not stand in for a built-in one.
//!
//! The traps are namespaces that contain, extend or differ in case from a reserved one.

use super::prelude::*;

const ID: &str = "R10";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when a custom tool is in a reserved namespace",
    edges,
    arms: &[
        arm(1, "namespaces that are almost reserved", |draw| {
            let tools: Vec<String> =
                (0..draw.size(1..=4)).map(|tool| format!("{}.custom_{tool}", almost(draw))).collect();
            with(plain(draw), "tools", json!(tools))
        }),
        arm(1, "reserved words in other places", |draw| {
            let tool = elsewhere(draw);
            with(plain(draw), "tools", json!(["acme.one", tool]))
        }),
        arm(3, "a reserved one among them", |draw| {
            let mut project = plain(draw);
            let tools: Vec<String> = (0..draw.size(0..=3)).map(|tool| format!("acme.custom_{tool}")).collect();
            project["tools"] = json!(tools);
            fault(draw, &mut project);
            project
        }),
    ],
    ground: |project| vec![changed(project, keep_used_tools)],
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Tool Namespace Reservation: rejects custom tools in a reserved namespace",
    level: Level::Must,
    source: "R10: Tool Namespace Reservation",
    statement: "No custom tool is in one of the twelve reserved namespaces; the namespace is what stands before the \
                first dot, letter for letter.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("knows eleven of the twelve", |request, _| {
            renamed(request, |namespace| namespace == "sklearn")
        }),
        Mutant::answers("forgets the namespaces of libraries", |request, _| {
            renamed(request, |namespace| matches!(namespace, "numpy" | "pandas" | "matplot" | "sklearn" | "arithmetic"))
        }),
        Mutant::answers("reserves every namespace that begins like one", |request, answer| {
            judged(request, answer, |tool| RESERVED.iter().any(|reserved| tool.starts_with(reserved)))
        }),
        Mutant::answers("reserves every name that contains one", |request, answer| {
            judged(request, answer, |tool| RESERVED.iter().any(|reserved| tool.contains(&format!("{reserved}."))))
        }),
        Mutant::answers("ignores case", |request, answer| {
            judged(request, answer, |tool| {
                let namespace = tool.split('.').next().unwrap_or_default();
                RESERVED.contains(&namespace.to_lowercase().as_str())
            })
        }),
        Mutant::answers("takes what stands before the last dot", |request, answer| {
            judged(request, forgives(&answer, ID), |tool| {
                tool.rsplit_once('.').is_some_and(|(namespace, _)| RESERVED.contains(&namespace))
            })
        }),
        Mutant::answers("looks at the first tool only", |request, _| {
            misread(request, ID, |project| {
                if let Some(tools) = project.pointer_mut("/tools").and_then(Value::as_array_mut) {
                    tools.truncate(1);
                }
            })
        }),
        Mutant::answers("reserves namespaces for actions too", |request, answer| {
            judged(request, answer, |tool| tool.split('.').skip(1).any(|part| RESERVED.contains(&part)))
        }),
        Mutant::answers("forgives a reserved namespace with a deeper name", |request, _| {
            misread(request, ID, |project| {
                for tool in project.pointer_mut("/tools").and_then(Value::as_array_mut).into_iter().flatten() {
                    if tool.as_str().is_some_and(|tool| tool.matches('.').count() > 1) {
                        *tool = json!(format!("own.{}", tool.as_str().unwrap_or_default()));
                    }
                }
            })
        }),
        Mutant::answers("lets projects of one agent replace built-in tools", |request, answer| {
            wavers(request, answer, &asks::OVERRIDE, |project| !is_crowded(project))
        }),
        Mutant::answers("lets projects of one agent do without namespaces", |request, answer| {
            wavers(request, answer, &asks::NO_DOT, |project| !is_crowded(project))
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/R10.yaml"),
    questions: &[
        question(
            &asks::OVERRIDE,
            "may a custom tool take the full name of a built-in tool?",
            &[
                reading("forbidden", "`web.search` is rejected like any other name in `web`"),
                reading("allowed", "`web.search` replaces the built-in tool"),
            ],
        ),
        question(
            &asks::NO_DOT,
            "may a custom tool have no namespace?",
            &[reading("allowed", "`lookup` is accepted"), reading("forbidden", "`lookup` is rejected")],
        ),
    ],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "choose a namespace of your own for the tool",
    needs: Needs::Workflow,
    fault: Some(fault),
    reach: Reach::Tools,
    ..LoadRule::of(&RULE)
};

fn tools(request: Request<'_>) -> impl Iterator<Item = &str> {
    request.params["tools"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn judged(request: Request<'_>, answer: Value, is_reserved: fn(&str) -> bool) -> Value {
    if tools(request).any(is_reserved) { accuses(&answer, ID) } else { answer }
}

/// What a runtime says that does not know the namespaces that `is_unknown` says.
fn renamed(request: Request<'_>, is_unknown: fn(&str) -> bool) -> Value {
    misread(request, ID, |project| {
        for tool in project.pointer_mut("/tools").and_then(Value::as_array_mut).into_iter().flatten() {
            if tool.as_str().and_then(|tool| tool.split('.').next()).is_some_and(is_unknown) {
                *tool = json!(format!("own.{}", tool.as_str().unwrap_or_default()));
            }
        }
    })
}

/// A namespace that contains, extends, shortens or differs in case from a reserved one.
fn almost(draw: &mut Draw) -> String {
    let reserved = *draw.pick(&RESERVED);
    let misses: Vec<String> = plain_misses(reserved);
    draw.pick(&misses).clone()
}

/// A reserved word that is the action, or a part of it, or the namespace of a longer name.
fn elsewhere(draw: &mut Draw) -> String {
    let reserved = *draw.pick(&RESERVED);
    match draw.below(4) {
        0 => format!("acme.{reserved}"),
        1 => format!("acme.{reserved}.custom"),
        2 => format!("{reserved}.deep.custom"),
        _ => format!("terminal.{reserved}_custom"),
    }
}

fn plain_misses(reserved: &str) -> Vec<String> {
    let mut misses: Vec<String> = near::misses(reserved);
    misses.extend([format!("{reserved}_tools"), format!("my_{reserved}"), format!("{reserved}2")]);
    misses.retain(|miss| !miss.is_empty() && !miss.contains(char::is_whitespace) && !RESERVED.contains(&miss.as_str()));
    misses
}

fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for reserved in RESERVED {
        cases.push(with(least(), "tools", json!([format!("{reserved}.custom_action")])));
        cases.push(with(least(), "tools", json!([format!("acme.{reserved}")])));
        for miss in plain_misses(reserved) {
            cases.push(with(least(), "tools", json!([format!("{miss}.custom_action")])));
        }
    }
    for tools in [
        json!([]),
        json!(["myns.custom_action"]),
        json!(["terminal.custom_action"]),
        json!(["tool.custom_action", "python.custom_action"]),
        json!(["web.custom_search"]),
        json!(["web.deep.custom"]),
        json!(["acme.web.custom"]),
        json!(["acme.one", "web.custom"]),
        json!(["web.custom", "acme.one"]),
        json!(["acme.one", "shell.custom", "acme.two"]),
        json!(["acme.one", "acme.two", "doc.custom"]),
        json!(["web.custom", "http.custom"]),
    ] {
        cases.push(with(least(), "tools", tools));
    }
    for open in ["web.search", "file.read", "lookup"] {
        cases.extend(and_crowded(with(least(), "tools", json!([open]))));
    }
    cases
}

/// Adds a tool in a reserved namespace.
fn fault(draw: &mut Draw, project: &mut Value) {
    let tool = format!("{}.custom_{}", draw.pick(&RESERVED), draw.below(9));
    if let Some(tools) = project.pointer_mut("/tools").and_then(Value::as_array_mut) {
        let at = draw.size(0..=tools.len());
        tools.insert(at, json!(tool));
    }
}
