//! The graph of a workflow, R5 to R7: loading checks it, and running it relies on that.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::report::Report;
use crate::json::entries;

const PATH: &str = "orchestration.graph";

/// A node that has an id.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) id: &'a str,
    pub(super) timeout: &'a Value,
    depends_on: &'a [Value],
}

impl<'a> Node<'a> {
    fn read(node: &'a Value) -> Option<Self> {
        Some(Self { id: node["id"].as_str()?, timeout: &node["timeout"], depends_on: entries(&node["depends_on"]) })
    }

    pub(super) fn dependencies(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.depends_on.iter().filter_map(Value::as_str)
    }
}

/// The nodes of a workflow, in the order of the document.
pub(super) fn of(workflow: &Value) -> Vec<Node<'_>> {
    entries(&workflow["orchestration"]["graph"]).iter().filter_map(Node::read).collect()
}

/// A graph that is not reported can be run.
pub(super) fn check(graph: &[Node<'_>], report: &mut Report) {
    for id in repeated(graph.iter().map(|node| node.id)) {
        report.error("R5", PATH, format_args!("has more than one {id}"));
    }
    let ids: BTreeSet<&str> = graph.iter().map(|node| node.id).collect();
    for node in graph {
        for name in node.depends_on.iter().filter(|name| name.as_str().is_none_or(|name| !ids.contains(name))) {
            report.error("R7", PATH, format_args!("lacks {name}, which {} depends on", node.id));
        }
    }
    let stuck = stuck(graph);
    if !stuck.is_empty() {
        report.error("R6", PATH, format_args!("has a cycle among {}", stuck.join(", ")));
    }
}

/// The names that come more than once.
pub(super) fn repeated<'a>(names: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    names.filter(|name| !seen.insert(*name)).collect()
}

/// The nodes that never get their turn: those in a cycle, and those behind one.
fn stuck<'a>(graph: &[Node<'a>]) -> Vec<&'a str> {
    let mut open: BTreeMap<&str, usize> = graph.iter().map(|node| (node.id, 0)).collect();
    let mut dependents: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for node in graph {
        for name in node.dependencies() {
            // A dependency that does not exist is R7's.
            if open.contains_key(name) {
                *open.entry(node.id).or_default() += 1;
                dependents.entry(name).or_default().push(node.id);
            }
        }
    }
    let mut ready: Vec<&str> = open.iter().filter(|(_, count)| **count == 0).map(|(id, _)| *id).collect();
    while let Some(done) = ready.pop() {
        open.remove(done);
        for id in dependents.remove(done).unwrap_or_default() {
            if let Some(count) = open.get_mut(id) {
                *count -= 1;
                if *count == 0 {
                    ready.push(id);
                }
            }
        }
    }
    open.into_keys().collect()
}
