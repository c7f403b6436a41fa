//! A tool is called by its full name, so there is one of each.
//!
//! The traps are duplicates far apart, and tools that share only a part of their names.

use super::prelude::*;

const ID: &str = "R11";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when two of its tools have the same full name",
    edges,
    arms: &[
        arm(1, "names that differ", |draw| {
            let tools = names(draw);
            with(plain(draw), "tools", json!(tools))
        }),
        arm(2, "a name twice", |draw| {
            let tools = names(draw);
            let mut project = with(plain(draw), "tools", json!(tools));
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
    title: "Tool Name Uniqueness: rejects two tools with the same full name",
    level: Level::Must,
    source: "R11: Tool Name Uniqueness",
    statement: "No full tool name occurs twice in a workflow.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("lets the later tool win", |_, answer| forgives(&answer, ID)),
        forgiving("compares neighbours only", ID, |project| {
            !tools(project).collect::<Vec<_>>().windows(2).any(|pair| pair[0] == pair[1])
        }),
        accusing("compares namespaces", ID, |project| alike(project, |tool| tool.split('.').next().map(str::to_owned))),
        accusing("compares actions", ID, |project| alike(project, |tool| tool.rsplit('.').next().map(str::to_owned))),
        accusing("ignores case", ID, |project| alike(project, str::to_lowercase)),
        accusing("ignores underscores", ID, |project| alike(project, |tool| tool.replace('_', ""))),
        accusing("takes dots for underscores", ID, |project| alike(project, |tool| tool.replace('.', "_"))),
        accusing("compares the first 24 characters", ID, |project| {
            alike(project, |tool| tool.chars().take(24).collect::<String>())
        }),
        forgiving("allows two and rejects three", ID, |project| {
            let tools: Vec<&str> = tools(project).collect();
            let most = tools.iter().map(|tool| tools.iter().filter(|other| *other == tool).count()).max();
            most == Some(2)
        }),
        accusing("counts what agents are allowed", ID, |project| {
            configs(project).any(|config| {
                config["capabilities"]["tools"]["allowed"].as_array().is_some_and(|allowed| has_twins(allowed))
            })
        }),
        Mutant::answers("does not look at tools that the workflow declares", |request, answer| {
            if request.params.pointer("/workflow/custom_tools").is_some() { forgives(&answer, ID) } else { answer }
        }),
        Mutant::answers("calls a duplicate a collision with a built-in", |_, answer| renames(&answer, ID, "R10")),
    ],
    corpus: include_str!("../../../../corpus/awp/R11.yaml"),
    questions: &[],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "give every tool a full name of its own",
    needs: Needs::Workflow,
    fault: Some(fault),
    reach: Reach::Tools,
    ..LoadRule::of(&RULE)
};

fn has_twins<T: PartialEq>(names: &[T]) -> bool {
    names.iter().enumerate().any(|(at, name)| names[..at].contains(name))
}

fn alike<T: PartialEq>(project: &Value, key: fn(&str) -> T) -> bool {
    has_twins(&tools(project).map(key).collect::<Vec<T>>())
}

fn edges() -> Vec<Value> {
    let mut lists = vec![
        json!([]),
        json!(["acme.one"]),
        json!(["acme.one", "acme.two"]),
        json!(["acme.one", "other.one"]),
        json!(["acme.one", "acme.One"]),
        json!(["acme.one", "ACME.one"]),
        json!(["acme.doit", "acme.do_it"]),
        json!(["acme.do.it", "acme.do_it"]),
        json!(["acme.a_long_name_of_many_words_one", "acme.a_long_name_of_many_words_two"]),
        json!(["acme.one", "acme.one.one"]),
        json!(["acme.one", "acme.one2"]),
        json!(["acme.one", "acme.one"]),
        json!(["acme.one", "acme.two", "acme.one"]),
        json!(["acme.one", "acme.one", "acme.one"]),
        json!(["acme.one", "acme.two", "acme.two"]),
        json!(["acme.one", "acme.two", "acme.one", "acme.two"]),
    ];
    for length in [10, 50] {
        let mut tools: Vec<String> = (0..length).map(|tool| format!("acme.tool_{tool}")).collect();
        lists.push(json!(tools));
        tools.push("acme.tool_0".to_owned());
        lists.push(json!(tools));
    }
    let mut cases: Vec<Value> = lists.into_iter().map(|tools| with(least(), "tools", tools)).collect();
    let allowed = json!({"enabled": true, "allowed": ["acme.one", "acme.one"]});
    let one = with(least(), "tools", json!(["acme.one"]));
    cases.push(with(one, &agent("a1", "capabilities/tools"), allowed));
    for tools in [json!(["acme.one", "acme.two"]), json!(["acme.one", "acme.one"])] {
        cases.push(changed(&with(least(), "tools", tools), declare_tools));
    }
    cases
}

fn names(draw: &mut Draw) -> Vec<String> {
    let count = draw.size(1..=6);
    let mut names: Vec<String> =
        (0..count).map(|tool| format!("{}.do_{tool}", draw.pick(&["acme", "other", "my_tools"]))).collect();
    if draw.chance(1, 2) {
        // One that a loose comparison takes for another.
        let like = draw.pick(&names).clone();
        let action = like.split_once('.').map_or("", |(_, action)| action);
        let alike =
            [like.to_uppercase(), like.replace("do_", "do"), format!("twin.{action}"), format!("{like}.{action}")];
        names.push(draw.pick(&alike).clone());
    }
    names
}

/// Names a tool twice.
fn fault(draw: &mut Draw, project: &mut Value) {
    let Some(tools) = list_at(project, "/tools") else { return };
    if tools.is_empty() {
        tools.push(json!("acme.lookup"));
    }
    let again = draw.pick(tools).clone();
    let at = draw.size(0..=tools.len());
    tools.insert(at, again);
}
