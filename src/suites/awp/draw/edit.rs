//! Changes to a project: something put in its place, something taken away.

use serde_json::{Value, json};

use super::super::model::config_path;

/// The path of something in the configuration of an agent.
pub(in super::super) fn agent(id: &str, path: &str) -> String {
    format!("agents/{id}/{path}")
}

/// Puts `value` at `path` (keys and indices between slashes), making the objects on the way.
pub(in super::super) fn put(project: &mut Value, path: &str, value: Value) {
    let mut place = project;
    for key in path.split('/') {
        place = match place {
            Value::Array(items) => {
                let Some(item) = key.parse().ok().and_then(|index: usize| items.get_mut(index)) else { return };
                item
            }
            place => {
                if !place.is_object() {
                    *place = json!({});
                }
                // Indexing an object by a key makes the key.
                &mut place[key]
            }
        };
    }
    *place = value;
}

/// Takes away what is at `path`.
pub(in super::super) fn cut(project: &mut Value, path: &str) {
    let (around, key) = path.rsplit_once('/').unwrap_or(("", path));
    let pointer = if around.is_empty() { String::new() } else { format!("/{around}") };
    if let Some(members) = project.pointer_mut(&pointer).and_then(Value::as_object_mut) {
        members.remove(key);
    }
}

/// The project with `value` at `path`.
pub(in super::super) fn with(mut project: Value, path: &str, value: Value) -> Value {
    put(&mut project, path, value);
    project
}

/// The project without what is at `path`.
pub(in super::super) fn without(mut project: Value, path: &str) -> Value {
    cut(&mut project, path);
    project
}

/// Takes away the file of an agent and, with it, what was read from it.
pub(in super::super) fn remove_config(project: &mut Value, id: &str) {
    let path = config_path(id);
    if let Some(files) = list_at(project, "/files") {
        files.retain(|file| *file != path.as_str());
    }
    if let Some(agents) = project.pointer_mut("/agents").and_then(Value::as_object_mut) {
        agents.remove(id);
    }
}

/// The list at a pointer, if one is there.
pub(in super::super) fn list_at<'a>(root: &'a mut Value, pointer: &str) -> Option<&'a mut Vec<Value>> {
    root.pointer_mut(pointer)?.as_array_mut()
}

/// The nodes of the graph.
pub(in super::super) fn nodes(project: &Value) -> impl Iterator<Item = &Value> {
    project["workflow"]["orchestration"]["graph"].as_array().into_iter().flatten()
}

/// The full names of the tools.
pub(in super::super) fn tools(project: &Value) -> impl Iterator<Item = &str> {
    project["tools"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// What a node depends on.
pub(in super::super) fn dependencies(node: &Value) -> impl Iterator<Item = &str> {
    node["depends_on"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Whether a node depends on one that stands behind it.
pub(in super::super) fn has_forward_dependency(project: &Value) -> bool {
    let place = |id: &Value| nodes(project).position(|node| node["id"].is_string() && node["id"] == *id);
    nodes(project)
        .any(|node| node["depends_on"].as_array().into_iter().flatten().any(|to| place(to) > place(&node["id"])))
}

/// Whether a node depends on nothing.
pub(in super::super) fn has_root(project: &Value) -> bool {
    nodes(project).any(|node| node["depends_on"].as_array().is_none_or(Vec::is_empty))
}

/// The configurations of the agents.
pub(in super::super) fn configs(project: &Value) -> impl Iterator<Item = &Value> {
    project["agents"].as_object().into_iter().flat_map(|agents| agents.values())
}

/// Does something to every agent's configuration.
pub(in super::super) fn each_agent(project: &mut Value, change: impl FnMut(&mut Value)) {
    if let Some(agents) = project.pointer_mut("/agents").and_then(Value::as_object_mut) {
        agents.values_mut().for_each(change);
    }
}

/// Does something to every node of the graph.
pub(in super::super) fn each_node(project: &mut Value, change: impl FnMut(&mut Value)) {
    if let Some(nodes) = list_at(project, "/workflow/orchestration/graph") {
        nodes.iter_mut().for_each(change);
    }
}
