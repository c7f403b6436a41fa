//! Projects of thousands of agents, drawn in time linear in their edges.

use serde_json::{Map, Value, json};

use super::super::model::config_path;
use super::project::least;
use crate::draw::Draw;

/// A valid project of `nodes` agents, every one of which depends on `edges` of the hundred before it.
pub(in super::super) fn large(draw: &mut Draw, nodes: usize, edges: usize) -> Value {
    const NEAR: usize = 100;
    let mut project = least();
    let config = project["agents"]["a1"].clone();
    let mut graph = Vec::with_capacity(nodes);
    let mut agents = Map::new();
    let mut files = Vec::with_capacity(nodes + 1);
    files.push(json!("workflow.awp.yaml"));
    for node in 0..nodes {
        let id = format!("a{node:05}");
        let depends_on: Vec<Value> = if node == 0 {
            Vec::new()
        } else {
            (0..edges).map(|_| format!("a{:05}", node - 1 - draw.below(node.min(NEAR))).into()).collect()
        };
        let mut entry = json!({"id": id, "agent": format!("agents/{id}")});
        entry["depends_on"] = Value::Array(depends_on);
        graph.push(entry);
        files.push(config_path(&id).into());
        let mut own = config.clone();
        own["identity"]["id"] = json!(id);
        agents.insert(id, own);
    }
    project["workflow"]["orchestration"]["graph"] = Value::Array(graph);
    project["agents"] = Value::Object(agents);
    project["files"] = Value::Array(files);
    project
}
