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
    ground: |project| vec![changed(project, keep_tools_of_its_own)],
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
        misreading("knows eleven of the twelve", ID, |project| rename(project, |tool| namespace(tool) == "sklearn")),
        misreading("forgets the namespaces of libraries", ID, |project| {
            rename(project, |tool| {
                matches!(namespace(tool), "numpy" | "pandas" | "matplot" | "sklearn" | "arithmetic")
            });
        }),
        accusing("reserves every namespace that begins like one", ID, |project| {
            tools(project).any(|tool| RESERVED.iter().any(|reserved| tool.starts_with(reserved)))
        }),
        accusing("reserves every name that contains one", ID, |project| {
            tools(project).any(|tool| RESERVED.iter().any(|reserved| tool.contains(&format!("{reserved}."))))
        }),
        Mutant::answers("trusts tools that an agent is allowed", |request, _| {
            let trusted: Vec<&str> = allowed(request.params).collect();
            misread(request, ID, |project| {
                if let Some(tools) = list_at(project, "/tools") {
                    tools.retain(|tool| tool.as_str().is_none_or(|tool| !trusted.contains(&tool)));
                }
            })
        }),
        accusing("reserves what agents are allowed too", ID, |project| {
            allowed(project).any(|tool| RESERVED.contains(&namespace(tool)))
        }),
        accusing("looks namespaces up in an object", ID, |project| {
            tools(project).any(|tool| namespace(tool) == "constructor")
        }),
        accusing("ignores case", ID, |project| {
            tools(project).any(|tool| RESERVED.contains(&namespace(tool).to_lowercase().as_str()))
        }),
        Mutant::answers("takes what stands before the last dot", |request, answer| {
            let is_so = |tool: &str| tool.rsplit_once('.').is_some_and(|(namespace, _)| RESERVED.contains(&namespace));
            let forgiven = forgives(&answer, ID);
            if tools(request.params).any(is_so) { accuses(&forgiven, ID) } else { forgiven }
        }),
        misreading("looks at the first tool only", ID, |project| {
            if let Some(tools) = list_at(project, "/tools") {
                tools.truncate(1);
            }
        }),
        accusing("reserves namespaces for actions too", ID, |project| {
            tools(project).any(|tool| tool.split('.').skip(1).any(|part| RESERVED.contains(&part)))
        }),
        misreading("forgives a reserved namespace with a deeper name", ID, |project| {
            rename(project, |tool| tool.matches('.').count() > 1);
        }),
        forgiving("does not look at tools that the workflow declares", ID, |project| {
            project.pointer("/workflow/custom_tools").is_some()
        }),
        wavering("lets projects of one agent do without namespaces", ID, &asks::NO_DOT, is_small),
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

/// Puts the tools into a namespace of their own that `is_such` says.
fn rename(project: &mut Value, is_such: fn(&str) -> bool) {
    for tool in list_at(project, "/tools").into_iter().flatten() {
        if tool.as_str().is_some_and(is_such) {
            *tool = json!(format!("own.{}", tool.as_str().unwrap_or_default()));
        }
    }
}

/// The tools that agents are allowed.
fn allowed(project: &Value) -> impl Iterator<Item = &str> {
    let lists = configs(project).filter_map(|config| config["capabilities"]["tools"]["allowed"].as_array());
    lists.flatten().filter_map(Value::as_str)
}

/// What stands before the first dot.
fn namespace(tool: &str) -> &str {
    tool.split('.').next().unwrap_or_default()
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
        json!(["constructor.custom_action"]),
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
    // What an agent is allowed may be built in; a custom tool is none for that.
    for tools in [json!([]), json!(["web.custom"])] {
        let allowed = json!({"enabled": true, "allowed": ["web.search", "web.custom"]});
        cases.push(with(with(least(), "tools", tools), &agent("a1", "capabilities/tools"), allowed));
    }
    for open in ["web.search", "file.read", "lookup"] {
        cases.extend(and_crowded(with(least(), "tools", json!([open]))));
    }
    for tools in [json!(["acme.one", "acme.two"]), json!(["web.custom"]), json!(["acme.one", "doc.custom"])] {
        cases.push(changed(&with(least(), "tools", tools), declare_tools));
    }
    cases
}

/// Leaves only the custom tools that some agent is allowed and that are in no reserved namespace.
fn keep_tools_of_its_own(project: &mut Value) {
    keep_used_tools(project);
    if let Some(tools) = list_at(project, "/tools") {
        tools.retain(|tool| tool.as_str().is_none_or(|tool| !RESERVED.contains(&namespace(tool))));
    }
}

/// Adds a tool in a reserved namespace.
fn fault(draw: &mut Draw, project: &mut Value) {
    let tool = format!("{}.custom_{}", draw.pick(&RESERVED), draw.below(9));
    if let Some(tools) = list_at(project, "/tools") {
        let at = draw.size(0..=tools.len());
        tools.insert(at, json!(tool));
    }
}
