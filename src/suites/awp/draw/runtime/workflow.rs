//! Workflows to run.

use serde_json::{Value, json};

use super::value::{counts_as_nothing, names, nothings};
use crate::draw::graph::dag;
use crate::draw::{Draw, Shape, near, optional, required};
use crate::suites::awp::model::runtime::graph::Graph;
use crate::suites::awp::model::runtime::params::{items, members};

/// The parts of a case of a run.
pub(in crate::suites::awp) static SHAPE: Shape = Shape::Object(&[
    required(
        "workflow",
        Shape::Object(&[required(
            "orchestration",
            Shape::Object(&[required("engine", Shape::Fixed), required("graph", Shape::List { of: &NODE, least: 1 })]),
        )]),
    ),
    required("release", Shape::List { of: &Shape::Integer { least: 0 }, least: 0 }),
    optional("outputs", Shape::Map { keys: Some("agent"), of: &Shape::Any }),
]);

static NODE: Shape = Shape::Object(&[
    required("id", Shape::Id("agent")),
    required("depends_on", Shape::List { of: &Shape::Ref("agent"), least: 0 }),
]);

/// A workflow of these agents and their dependencies.
pub(in crate::suites::awp) fn workflow(nodes: &[(&str, &[&str])]) -> Value {
    let graph: Vec<Value> =
        nodes.iter().map(|(id, dependencies)| json!({"id": id, "depends_on": dependencies})).collect();
    json!({"orchestration": {"engine": "dag", "graph": graph}})
}

/// A workflow that can be run, its agents in any order, a dependency now and then named twice.
pub(in crate::suites::awp) fn runnable(draw: &mut Draw) -> Value {
    let count = draw.size(1..=7);
    let ids = names(draw, count);
    let mut nodes: Vec<Value> = dag(draw, count)
        .into_iter()
        .zip(&ids)
        .map(|(dependencies, id)| {
            let mut names: Vec<&String> = dependencies.iter().map(|index| &ids[*index]).collect();
            if draw.chance(1, 6) {
                names.extend(names.first().copied());
            }
            draw.shuffle(&mut names);
            json!({"id": id, "depends_on": names})
        })
        .collect();
    draw.shuffle(&mut nodes);
    json!({"orchestration": {"engine": "dag", "graph": nodes}})
}

/// The same workflow with a ring of one to four agents in it.
pub(in crate::suites::awp) fn with_ring(draw: &mut Draw, mut workflow: Value) -> Value {
    let nodes = items(&workflow["orchestration"]["graph"]);
    let ids: Vec<Value> = nodes.iter().map(|node| node["id"].clone()).collect();
    let length = draw.size(1..=4.min(ids.len()));
    let ring: Vec<usize> = draw.sample(&(0..ids.len()).collect::<Vec<_>>(), length).into_iter().copied().collect();
    for (place, index) in ring.iter().enumerate() {
        let next = &ids[ring[(place + 1) % length]];
        if let Some(dependencies) = workflow["orchestration"]["graph"][*index]["depends_on"].as_array_mut()
            && !dependencies.contains(next)
        {
            dependencies.push(next.clone());
        }
    }
    workflow
}

/// The same workflow with a dependency on an agent that does not exist, or almost does.
pub(in crate::suites::awp) fn with_dangling(draw: &mut Draw, mut workflow: Value) -> Value {
    let nodes = items(&workflow["orchestration"]["graph"]);
    let ids: Vec<String> = nodes.iter().filter_map(|node| node["id"].as_str().map(str::to_owned)).collect();
    let like = draw.pick(&ids).clone();
    let near = near::miss(draw, &like);
    let name = if draw.chance(1, 2) { "nobody".to_owned() } else { near };
    let index = draw.below(ids.len());
    if let Some(dependencies) = workflow["orchestration"]["graph"][index]["depends_on"].as_array_mut() {
        dependencies.insert(draw.below(dependencies.len() + 1), json!(name));
    }
    workflow
}

/// The order in which held replies are given; often none, and everybody answers at once.
pub(in crate::suites::awp) fn release(draw: &mut Draw) -> Value {
    if draw.chance(1, 4) { json!([]) } else { json!(draw.list(1..=6, |draw| draw.int(0..=5))) }
}

/// Small graphs of every kind, with replies held and not.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
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
    let mut cases: Vec<Value> = graphs
        .iter()
        .flat_map(|graph| orders.iter().map(|order| json!({"workflow": workflow(graph), "release": order})))
        .collect();
    for nothing in nothings() {
        let outputs = json!({"first": nothing, "left": nothing, "right": nothing, "top": nothing});
        cases.extend([1, 3].map(|at| json!({"workflow": workflow(graphs[at]), "release": [], "outputs": outputs})));
    }
    cases.extend([12, 25, 60].map(|count| json!({"workflow": fan(count), "release": []})));
    cases
}

/// So many agents, each after the one before it or after none, and one after all of them.
pub(in crate::suites::awp) fn fan(count: usize) -> Value {
    let ids: Vec<String> = (0..count).map(|number| format!("agent_{number}")).collect();
    let mut nodes: Vec<Value> = Vec::new();
    for (number, id) in ids.iter().enumerate() {
        let before = ids[..number].last().filter(|_| number % 4 != 0);
        nodes.push(json!({"id": id, "depends_on": before.into_iter().collect::<Vec<_>>()}));
    }
    nodes.push(json!({"id": "last", "depends_on": ids}));
    json!({"orchestration": {"engine": "dag", "graph": nodes}})
}

/// Outputs that count as nothing, for some of the agents.
pub(in crate::suites::awp) fn outputs(draw: &mut Draw, workflow: &Value) -> Value {
    let mut outputs = json!({});
    for node in items(&workflow["orchestration"]["graph"]) {
        if let (Some(id), true) = (node["id"].as_str(), draw.chance(1, 6)) {
            outputs[id] = draw.pick(&nothings()).clone();
        }
    }
    outputs
}

/// What is noteworthy about a run.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
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
    let nothing = members(&case["outputs"]).any(|(_, output)| counts_as_nothing(output));
    labels.extend(nothing.then_some("an output that counts as nothing"));
    labels
}
