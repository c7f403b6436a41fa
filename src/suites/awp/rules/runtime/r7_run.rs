//! At run time, a dependency that names no agent stops everything.
//!
//! Not only the agent that names it: nothing starts.

use super::super::prelude::*;
use super::METHOD;
use super::draw::{release, runnable, with_dangling, workflow};
use super::graph::{Fault, Graph};
use super::judge::rejection;
use super::r6_run::SHAPE;
use super::world::Held;

pub(in super::super::super) static RULE: Rule = Rule {
    id: "R7-run",
    title: "starts nothing of a graph with a dependency that names no agent",
    level: Level::Must,
    source: "R7, dependency resolution, at run time",
    statement: "If a dependency names no agent of the graph, the run is rejected and no agent starts.",
    checks: &[Check {
        id: "rejection",
        property: "a graph with a dangling dependency is rejected untouched, any other is not",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(2, "dangling", |draw| {
                let workflow = runnable(draw);
                json!({"workflow": with_dangling(draw, workflow), "release": []})
            }),
            arm(1, "runnable", |draw| {
                let workflow = runnable(draw);
                json!({"workflow": workflow, "release": release(draw)})
            }),
        ],
        classify: |case| match Graph::read(&case["workflow"]).ok().and_then(|graph| graph.fault()) {
            None => vec!["runnable"],
            Some(Fault::Dangling) => {
                let graph = items(&case["workflow"]["orchestration"]["graph"]);
                let free = graph.iter().any(|node| items(&node["depends_on"]).is_empty());
                vec!["dangling", if free { "beside free agents" } else { "alone" }]
            }
            Some(_) => vec!["cyclic"],
        },
        labels: &["runnable", "dangling", "beside free agents", "alone"],
        steps: |case, answers| {
            crate::rule::ask(
                answers,
                || Call::new(METHOD, json!({"workflow": case["workflow"]})).with(Held::new(case)),
                |answer| match Graph::read(&case["workflow"]) {
                    Ok(graph) => Ok(rejection(&graph, Fault::Dangling, answer)?.unwrap_or_else(Judgement::held)),
                    Err(why) => Ok(Judgement::open(why)),
                },
            )
        },
        ..Check::NEW
    }],
    mutants: &[
        Mutant::quirk("takes an unknown dependency for one that is done", "run-ignores-dangling"),
        Mutant::quirk("notices an unknown dependency when nothing else is left to run", "run-dangling-noticed-late"),
        Mutant::quirk("skips only the agent whose dependency is unknown", "run-dangling-skipped"),
        Mutant::quirk("ignores the case of dependencies", "run-ignores-case"),
        Mutant::answers("calls a graph with an unknown dependency failed", |r, a| {
            edit(r, METHOD, a, |answer| {
                if answer["status"] == "rejected" {
                    answer["status"] = json!("failed");
                }
            })
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/R7-run.yaml"),
    questions: &[],
};

fn edges() -> Vec<Value> {
    let graphs: [&[(&str, &[&str])]; 7] = [
        &[("writer", &[])],
        &[("writer", &["nobody"])],
        &[("writer", &["Writer"])],
        &[("writer", &[]), ("critic", &["Writer"])],
        &[("writer", &[]), ("critic", &["writer"])],
        &[("writer", &[]), ("critic", &["writer", "nobody"])],
        &[("writer", &[]), ("critic", &["writer"]), ("editor", &["critic", "critics"])],
    ];
    graphs.iter().map(|graph| json!({"workflow": workflow(graph), "release": []})).collect()
}
