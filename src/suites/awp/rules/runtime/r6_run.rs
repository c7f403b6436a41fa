//! At run time, acyclic means: an agent starts when what it depends on is done.
//!
//! Replies are held and given in an order of the case's own, so an agent that
//! starts too early is seen without any clock.

use super::super::prelude::*;
use super::METHOD;
use super::draw::{release, runnable, with_ring, workflow};
use super::graph::{Fault, Graph};
use super::judge::{order, rejection};
use super::world::Held;

pub(in super::super::super) static RULE: Rule = Rule {
    id: "R6-run",
    title: "starts an agent only after its dependencies, and nothing of a cyclic graph",
    level: Level::Must,
    source: "R6, DAG acyclicity, at run time",
    statement: "No agent starts before everything it depends on was answered, every agent starts once and gets what its \
                dependencies answered. Of a graph with a cycle nothing starts: the run is rejected.",
    checks: &[Check {
        id: "order",
        property: "agents start after their dependencies, with their outputs; a cyclic graph is rejected untouched",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(4, "runnable", |draw| {
                let workflow = runnable(draw);
                json!({"workflow": workflow, "release": release(draw)})
            }),
            arm(1, "a ring", |draw| {
                let workflow = runnable(draw);
                json!({"workflow": with_ring(draw, workflow), "release": []})
            }),
        ],
        classify,
        labels: &["runnable", "cyclic", "self-loop", "diamond", "named twice", "listed before its dependency", "held"],
        steps: |case, answers| {
            crate::rule::ask(
                answers,
                || Call::new(METHOD, json!({"workflow": case["workflow"]})).with(Held::new(case)),
                |answer| {
                    let graph = match Graph::read(&case["workflow"]) {
                        Ok(graph) => graph,
                        Err(why) => return Ok(Judgement::open(why)),
                    };
                    match rejection(&graph, Fault::Cycle, answer)? {
                        Some(judgement) => Ok(judgement),
                        None => order(&graph, answer),
                    }
                },
            )
        },
        ..Check::NEW
    }],
    mutants: &[
        Mutant::quirk("starts all agents at once", "run-all-at-once"),
        Mutant::quirk("starts an agent after any of its dependencies", "run-any-dependency"),
        Mutant::quirk("waits for the first dependency only", "run-first-dependency"),
        Mutant::quirk("runs agents in the order of the document", "run-in-document-order"),
        Mutant::quirk("waits twice for a dependency that is named twice", "run-counts-names"),
        Mutant::quirk("starts an agent once per dependency", "run-twice-after-two"),
        Mutant::quirk("passes no inputs", "run-no-inputs"),
        Mutant::quirk("passes the output of the last dependency only", "run-last-input-only"),
        Mutant::quirk("notices a cycle when nothing else is left to run", "run-cycle-noticed-late"),
        Mutant::quirk("misses self-loops", "run-misses-self-loops"),
        Mutant::quirk("finds rings of one and two only", "run-short-rings-only"),
        Mutant::answers("calls a cyclic graph failed", |r, a| {
            edit(r, METHOD, a, |answer| {
                if answer["status"] == "rejected" {
                    answer["status"] = json!("failed");
                }
            })
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/R6-run.yaml"),
    questions: &[],
};

pub(super) static SHAPE: Shape = Shape::Object(&[
    required(
        "workflow",
        Shape::Object(&[required(
            "orchestration",
            Shape::Object(&[required("engine", Shape::Fixed), required("graph", Shape::List { of: &NODE, least: 1 })]),
        )]),
    ),
    required("release", Shape::List { of: &Shape::Integer { least: 0 }, least: 0 }),
]);

static NODE: Shape = Shape::Object(&[
    required("id", Shape::Id("agent")),
    required("depends_on", Shape::List { of: &Shape::Ref("agent"), least: 0 }),
]);

fn edges() -> Vec<Value> {
    let graphs: [&[(&str, &[&str])]; 9] = [
        &[("solo", &[])],
        &[("first", &[]), ("second", &["first"])],
        &[("second", &["first"]), ("first", &[])],
        &[("top", &[]), ("left", &["top"]), ("right", &["top"]), ("end", &["left", "right"])],
        &[("first", &[]), ("second", &["first", "first"])],
        &[("self", &["self"])],
        &[("a1", &["b1"]), ("b1", &["a1"])],
        &[("a1", &["c1"]), ("b1", &["a1"]), ("c1", &["b1"])],
        &[("free", &[]), ("a1", &["c1", "free"]), ("b1", &["a1"]), ("c1", &["b1"])],
    ];
    let orders = [json!([]), json!([0]), json!([3, 1])];
    graphs
        .iter()
        .flat_map(|graph| orders.iter().map(|order| json!({"workflow": workflow(graph), "release": order})))
        .collect()
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Ok(graph) = Graph::read(&case["workflow"]) else { return Vec::new() };
    let mut labels = vec![if graph.fault().is_some() { "cyclic" } else { "runnable" }];
    let position = |id: &str| graph.nodes.iter().position(|node| node.id == id);
    for (index, node) in graph.nodes.iter().enumerate() {
        let mut distinct = node.dependencies.clone();
        distinct.sort();
        distinct.dedup();
        labels.extend(node.dependencies.contains(&node.id).then_some("self-loop"));
        labels.extend((distinct.len() > 1).then_some("diamond"));
        labels.extend((distinct.len() < node.dependencies.len()).then_some("named twice"));
        labels.extend(distinct.iter().any(|id| position(id) > Some(index)).then_some("listed before its dependency"));
    }
    labels.extend((!items(&case["release"]).is_empty()).then_some("held"));
    labels
}
