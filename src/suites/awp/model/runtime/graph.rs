//! The graph of a workflow.

use std::collections::BTreeMap;

use serde_json::Value;

use super::params::{items, strings};

/// An agent of the graph.
#[derive(Debug, Clone)]
pub(in crate::suites::awp) struct Node {
    pub(in crate::suites::awp) id: String,
    pub(in crate::suites::awp) dependencies: Vec<String>,
    /// Its own time limit, in seconds.
    pub(in crate::suites::awp) timeout: Option<f64>,
}

/// The agents of a workflow and what bounds them.
#[derive(Debug, Clone)]
pub(in crate::suites::awp) struct Graph {
    pub(in crate::suites::awp) nodes: Vec<Node>,
    pub(in crate::suites::awp) per_agent: Option<f64>,
    pub(in crate::suites::awp) total: Option<f64>,
    pub(in crate::suites::awp) on_failure: Option<String>,
}

/// What keeps a graph from being run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::suites::awp) enum Fault {
    /// No agent of a ring can be the first.
    Cycle,
    /// A dependency names no agent.
    Dangling,
    /// Both of these.
    Both,
}

impl Graph {
    /// Reads a workflow, or says why it cannot be read.
    pub(in crate::suites::awp) fn read(workflow: &Value) -> Result<Self, &'static str> {
        let list = workflow["orchestration"]["graph"].as_array().ok_or("a workflow without a graph")?;
        let mut nodes: Vec<Node> = Vec::new();
        for node in list {
            let id = node["id"].as_str().ok_or("an agent without an id")?;
            if nodes.iter().any(|other| other.id == id) {
                return Err("two agents of one id");
            }
            let dependencies = &node["depends_on"];
            if !dependencies.is_array() && !dependencies.is_null()
                || items(dependencies).iter().any(|it| !it.is_string())
            {
                return Err("dependencies that are no names");
            }
            let dependencies = strings(dependencies).map(str::to_owned).collect();
            nodes.push(Node { id: id.to_owned(), dependencies, timeout: node["timeout"].as_f64() });
        }
        if nodes.is_empty() {
            return Err("a graph without agents");
        }
        let execution = &workflow["execution"];
        Ok(Self {
            nodes,
            per_agent: execution["timeout_per_agent"].as_f64(),
            total: execution["timeout_total"].as_f64(),
            on_failure: execution["on_failure"].as_str().map(str::to_owned),
        })
    }

    /// The agent of that id.
    pub(in crate::suites::awp) fn node(&self, id: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// What keeps it from being run.
    pub(in crate::suites::awp) fn fault(&self) -> Option<Fault> {
        let dangling = self.nodes.iter().flat_map(|node| &node.dependencies).any(|id| self.node(id).is_none());
        match (self.is_cyclic(), dangling) {
            (true, true) => Some(Fault::Both),
            (true, false) => Some(Fault::Cycle),
            (false, true) => Some(Fault::Dangling),
            (false, false) => None,
        }
    }

    /// Whether what is left is not empty after taking away, again and again, the agents that wait for nobody.
    fn is_cyclic(&self) -> bool {
        let known = |id: &String| self.node(id).is_some();
        let mut left: BTreeMap<&str, Vec<&String>> = self
            .nodes
            .iter()
            .map(|node| (node.id.as_str(), node.dependencies.iter().filter(|id| known(id)).collect()))
            .collect();
        while let Some(first) = left.iter().find(|(_, waits)| waits.is_empty()).map(|(id, _)| (*id).to_owned()) {
            left.remove(first.as_str());
            for waits in left.values_mut() {
                waits.retain(|id| **id != first);
            }
        }
        !left.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_documents_examples() {
        let graph = |nodes: Value| Graph::read(&json!({"orchestration": {"graph": nodes}})).unwrap().fault();
        let chain =
            json!([{"id": "a", "depends_on": []}, {"id": "b", "depends_on": ["a"]}, {"id": "c", "depends_on": ["b"]}]);
        assert_eq!(graph(chain), None);
        let ring = json!([{"id": "a", "depends_on": ["c"]}, {"id": "b", "depends_on": ["a"]}, {"id": "c", "depends_on": ["b"]}]);
        assert_eq!(graph(ring), Some(Fault::Cycle));
        assert_eq!(graph(json!([{"id": "writer", "depends_on": ["nonexistent_agent"]}])), Some(Fault::Dangling));
        assert_eq!(graph(json!([{"id": "a", "depends_on": ["a", "x"]}])), Some(Fault::Both));
        assert_eq!(graph(json!([{"id": "a"}, {"id": "b", "depends_on": ["a", "a"]}])), None);
    }
}
