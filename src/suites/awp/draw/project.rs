//! Projects made by hand: the smallest ones, and the changes that rules are about.

use serde_json::{Map, Value, json};

use super::super::model::config_path;
use super::edit::{list_at, put, with};

/// The smallest valid project: one agent, `a1`.
pub(in super::super) fn least() -> Value {
    project(&[("a1", &[])])
}

/// A valid project (if the graph is): one agent per node, each with its file.
pub(in super::super) fn project(nodes: &[(&str, &[&str])]) -> Value {
    let mut graph = Vec::with_capacity(nodes.len());
    let mut agents = Map::new();
    let mut files = vec![json!("workflow.awp.yaml")];
    for (id, depends_on) in nodes {
        graph.push(json!({"id": id, "agent": format!("agents/{id}"), "depends_on": depends_on}));
        if agents.insert((*id).to_owned(), config(id)).is_none() {
            files.push(json!(config_path(id)));
        }
    }
    json!({
        "workflow": {
            "awp": "1.0.0",
            "workflow": {"name": "demo", "version": "1.0.0", "description": "A demo."},
            "orchestration": {"engine": "dag", "graph": graph},
        },
        "agents": agents,
        "files": files,
        "tools": [],
    })
}

/// A valid configuration of the agent `id`.
pub(super) fn config(id: &str) -> Value {
    json!({
        "identity": {"id": id},
        "runtime": {"class_name": "Agent"},
        "output": {"format": "json", "contract": {"type": "object", "properties": {}}},
    })
}

/// Adds an agent that nothing depends on, with its file.
pub(in super::super) fn add_agent(project: &mut Value, id: &str) {
    if let Some(graph) = list_at(project, "/workflow/orchestration/graph") {
        graph.push(json!({"id": id, "agent": format!("agents/{id}"), "depends_on": []}));
    }
    add_without_node(project, id);
}

/// Adds the configuration of an agent and its file, and no node.
pub(in super::super) fn add_without_node(project: &mut Value, id: &str) {
    put(project, &format!("agents/{id}"), config(id));
    if let Some(files) = list_at(project, "/files") {
        files.push(json!(config_path(id)));
    }
}

/// `a1` to the last, each depending on the one before.
pub(in super::super) fn chain(length: usize) -> Value {
    linked(length, |node| (node > 1).then(|| node - 1))
}

/// `a1` to the last, each depending on the one before, and the first on the last.
pub(in super::super) fn ring(length: usize) -> Value {
    linked(length, |node| Some(if node > 1 { node - 1 } else { length }))
}

fn linked(length: usize, to: impl Fn(usize) -> Option<usize>) -> Value {
    let ids: Vec<String> = (1..=length).map(|node| format!("a{node}")).collect();
    let edges: Vec<Vec<&str>> =
        (1..=length).map(|node| to(node).into_iter().map(|to| ids[to - 1].as_str()).collect()).collect();
    let nodes: Vec<(&str, &[&str])> =
        ids.iter().zip(&edges).map(|(id, edges)| (id.as_str(), edges.as_slice())).collect();
    project(&nodes)
}

/// The smallest project whose only agent is called `id` everywhere.
pub(in super::super) fn agreeing(id: &str) -> Value {
    project(&[(id, &[])])
}

/// The smallest project whose agent is in code mode, with an explicit surface.
pub(in super::super) fn code_mode() -> Value {
    let mut project = least();
    put(
        &mut project,
        "agents/a1/capabilities",
        json!({
            "tools": {"enabled": true, "allowed": ["acme.lookup", "acme.store"]},
            "codemode": {
                "enabled": true,
                "language": "python",
                "sdk_surface": {"mode": "explicit", "include": ["acme.lookup"], "exclude": ["acme.store"]},
            },
            "sandbox": {"type": "isolate", "network": {"enabled": false}},
        }),
    );
    project["tools"] = json!(["acme.lookup", "acme.store"]);
    project
}

/// The smallest project whose agent may make tools.
pub(in super::super) fn tool_making() -> Value {
    let mut project = code_mode();
    put(&mut project, "agents/a1/capabilities/codemode/tool_creation", json!(true));
    put(&mut project, "agents/a1/capabilities/codemode/tool_creation_namespace", json!("made"));
    put(&mut project, "workflow/dynamic_tools", json!({"enabled": true, "allowed_namespaces": ["made", "dynamic"]}));
    project
}

/// The smallest project that is evaluated.
pub(in super::super) fn evaluation() -> Value {
    with(
        least(),
        "workflow/observability/evaluation",
        json!({
            "enabled": true,
            "metrics": [
                {"name": "quality", "kind": "llm_rubric", "weight": 0.75},
                {"name": "cost", "kind": "budget", "weight": 0.25},
            ],
            "thresholds": {"accept": 0.75, "retry": 0.5, "fail": 0.25},
            "step_scores": {"hooks": ["worker_result"]},
            "retry_policy": {
                "enabled": true,
                "actions": {"below_retry": "retry_with_repair", "below_fail": "fail_workflow"},
            },
        }),
    )
}

/// The smallest project that delegates, with this `max_depth`.
pub(in super::super) fn delegating(depth: impl Into<Value>) -> Value {
    with(least(), "workflow/orchestration/delegation_loop/budget/max_depth", depth.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::awp::model::report;

    #[test]
    fn projects_made_by_hand_are_valid() {
        let all =
            [least(), chain(5), code_mode(), tool_making(), evaluation(), delegating(3), agreeing("research_analyst")];
        for project in all {
            assert!(report(&project).notes.is_empty(), "{:?}", report(&project));
        }
    }
}
