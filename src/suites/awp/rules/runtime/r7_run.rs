//! At run time, a dependency that names no agent stops everything.
//!
//! Not only the agent that names it: nothing starts.

use super::prelude::*;
use crate::rule::Verdict;
use crate::suites::awp::draw::runtime::workflow::{SHAPE, release, runnable, with_dangling, workflow};
use crate::suites::awp::exam::run::{METHOD, fault, ground, held, order, rejection};
use crate::suites::awp::model::runtime::graph::{Fault, Graph};
use crate::suites::awp::reference::run::{Start, policy, starts};

pub(super) static RULE: Rule = Rule {
    id: "R7-run",
    title: "Dependency Resolution at run time: starts nothing where a dependency is unknown",
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
        exam,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::doing("takes an unknown dependency for one that is done", |it| policy(it).reads = without_dangling),
        Mutant::doing("notices an unknown dependency when nothing else is left to run", |it| {
            policy(it).starts = |graph| dangling(graph, Start::RejectedLate);
        }),
        Mutant::doing("skips only the agent whose dependency is unknown", |it| {
            policy(it).starts = |graph| dangling(graph, Start::Runs);
        }),
        Mutant::doing("ignores the case of dependencies", |it| policy(it).reads = ignoring_case),
        Mutant::answers("calls a graph with an unknown dependency failed", |r, a| {
            edit(r, METHOD, a, |answer| {
                if fault(r.params) == Some(Fault::Dangling) {
                    answer["status"] = json!("failed");
                }
            })
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/R7-run.yaml"),
    questions: &[],
};

fn dangling(graph: &Graph, start: Start) -> Start {
    if graph.fault() == Some(Fault::Dangling) { start } else { starts(graph) }
}

fn without_dangling(mut graph: Graph) -> Graph {
    let known = graph.clone();
    graph.nodes.iter_mut().for_each(|node| node.dependencies.retain(|id| known.node(id).is_some()));
    graph
}

fn ignoring_case(mut graph: Graph) -> Graph {
    let ids: Vec<String> = graph.nodes.iter().map(|node| node.id.clone()).collect();
    for id in graph.nodes.iter_mut().flat_map(|node| &mut node.dependencies) {
        if let Some(known) = ids.iter().find(|known| known.eq_ignore_ascii_case(id)) {
            id.clone_from(known);
        }
    }
    graph
}

/// The run of a case: a graph with a dangling dependency is rejected, and is run without it. Whether graphs that nothing
/// forbids are run is said by R6.
fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = held(case, talk)?;
    let graph = match Graph::read(&case["workflow"]) {
        Ok(graph) => graph,
        Err(why) => return Ok(Judgement::open(why)),
    };
    match rejection(&graph, Fault::Dangling, answer)?.map_or_else(|| order(&graph, &Value::Null, answer), Ok)? {
        judgement if graph.fault() == Some(Fault::Dangling) => {
            Ok(judgement.unless(ground(&resolved(&case["workflow"]), talk)?))
        }
        Judgement { verdict: Verdict::Failed(wrong), .. } => {
            Ok(Judgement::blocked(wrong.kind, &json!({"workflow": case["workflow"]})))
        }
        judgement => Ok(judgement),
    }
}

/// The workflow without the dependencies that name no agent.
fn resolved(workflow: &Value) -> Value {
    let mut plain = workflow.clone();
    let ids: Vec<Value> = items(&plain["orchestration"]["graph"]).iter().map(|node| node["id"].clone()).collect();
    for node in plain["orchestration"]["graph"].as_array_mut().into_iter().flatten() {
        if let Some(dependencies) = node["depends_on"].as_array_mut() {
            dependencies.retain(|id| ids.contains(id));
        }
    }
    plain
}

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
