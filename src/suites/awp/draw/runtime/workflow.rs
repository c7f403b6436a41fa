//! Workflows to run.

use super::super::prelude::*;
use crate::draw::graph::dag;

/// A workflow of these agents and their dependencies.
pub(super) fn workflow(nodes: &[(&str, &[&str])]) -> Value {
    let graph: Vec<Value> =
        nodes.iter().map(|(id, dependencies)| json!({"id": id, "depends_on": dependencies})).collect();
    json!({"orchestration": {"engine": "dag", "graph": graph}})
}

/// A workflow that can be run, its agents in any order, a dependency now and then named twice.
pub(super) fn runnable(draw: &mut Draw) -> Value {
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
pub(super) fn with_ring(draw: &mut Draw, mut workflow: Value) -> Value {
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
pub(super) fn with_dangling(draw: &mut Draw, mut workflow: Value) -> Value {
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
pub(super) fn release(draw: &mut Draw) -> Value {
    if draw.chance(1, 4) { json!([]) } else { json!(draw.list(1..=6, |draw| draw.int(0..=5))) }
}
