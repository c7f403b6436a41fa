//! Large projects that hold a ring, and a subject that misses all rings of three or more.

use std::collections::BTreeSet;
use std::sync::Arc;

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;
use proofmark::draw::{Draw, Reducer, Shape};
use proofmark::suites::awp;
use proptest::strategy::ValueTree as _;
use serde_json::{Value, json};

/// A project of so many nodes with a ring in it.
pub(super) type WithRing = fn(&mut Draw, usize) -> Value;

pub(super) const RINGS: [(&str, WithRing); 2] = [("a ring of three", hidden), ("a ring of all nodes", of_all)];

const EDGES_PER_NODE: usize = 5;

/// Three nodes in a row, each of which depends on another one of them.
fn hidden(draw: &mut Draw, count: usize) -> Value {
    let mut project = awp::large_project(draw, count, EDGES_PER_NODE);
    let first = draw.below(count - 2);
    let ids: Vec<Value> = nodes(&project)[first..first + 3].iter().map(|node| node["id"].clone()).collect();
    for place in 0..3 {
        let node = &mut project["workflow"]["orchestration"]["graph"][first + place];
        if let Some(dependencies) = node["depends_on"].as_array_mut() {
            dependencies.push(ids[(place + 1) % 3].clone());
        }
    }
    project
}

/// Every node depends on the next one alone, and the last one on the first.
fn of_all(draw: &mut Draw, count: usize) -> Value {
    let mut project = awp::large_project(draw, count, 0);
    let ids: Vec<Value> = nodes(&project).iter().map(|node| node["id"].clone()).collect();
    for place in 0..count {
        project["workflow"]["orchestration"]["graph"][place]["depends_on"] = json!([ids[(place + 1) % count]]);
    }
    project
}

pub(super) fn nodes(project: &Value) -> &[Value] {
    project["workflow"]["orchestration"]["graph"].as_array().map_or(&[], Vec::as_slice)
}

/// The smallest case that still fails, and the number of candidates.
pub(super) fn shrunk(case: Arc<Value>, shape: &'static Shape) -> (Arc<Value>, usize) {
    let mut reducer = Reducer::new(case, shape);
    let mut candidates = 0;
    let mut more = reducer.simplify();
    while more {
        candidates += 1;
        more = if is_missed(&reducer.current()) { reducer.simplify() } else { reducer.complicate() };
    }
    (reducer.current(), candidates)
}

/// Whether a project has a ring of three or more and is otherwise whole.
fn is_missed(project: &Value) -> bool {
    let files: BTreeSet<&str> = project["files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut graph: DiGraphMap<&str, ()> = DiGraphMap::new();
    for node in nodes(project) {
        let id = node["id"].as_str().unwrap_or_default();
        let file = format!("agents/{id}/agent.awp.yaml");
        if project["agents"].get(id).is_none() || !files.contains(file.as_str()) {
            return false;
        }
        graph.add_node(id);
    }
    let known = graph.node_count();
    for node in nodes(project) {
        let id = node["id"].as_str().unwrap_or_default();
        for dependency in node["depends_on"].as_array().into_iter().flatten() {
            graph.add_edge(id, dependency.as_str().unwrap_or_default(), ());
        }
    }
    graph.node_count() == known && kosaraju_scc(&graph).iter().any(|ring| ring.len() >= 3)
}
