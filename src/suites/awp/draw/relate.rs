//! Other ways of writing a project, and two projects in one.

use serde_json::{Value, json};

use super::edit::{each_node, list_at};
use super::plain::rename;
use super::project::add_agent;
use super::random::agents_of;

/// The nodes, agents, files and tools of both; the rest is the left one's.
pub(in super::super) fn union(left: &Value, right: &Value) -> Value {
    let mut union = left.clone();
    for place in ["/workflow/orchestration/graph", "/files", "/tools"] {
        let more = right.pointer(place).and_then(Value::as_array).cloned().unwrap_or_default();
        if let Some(list) = list_at(&mut union, place) {
            let more: Vec<Value> = more.into_iter().filter(|entry| *entry != "workflow.awp.yaml").collect();
            list.extend(more);
        }
    }
    for (id, config) in right["agents"].as_object().into_iter().flatten() {
        if let Some(agents) = union.pointer_mut("/agents").and_then(Value::as_object_mut) {
            agents.insert(id.clone(), config.clone());
        }
    }
    union
}

/// Every agent by another name.
pub(in super::super) fn renamed(project: &Value) -> Value {
    prefixed(project, "ren_")
}

/// Every id with `prefix` in front of it, wherever it stands; tools too, so that unions have none in common.
pub(in super::super) fn prefixed(project: &Value, prefix: &str) -> Value {
    let ids = agents_of(project);
    let mut renamed = project.clone();
    rename(&mut renamed, |id| ids.iter().any(|known| known == id).then(|| format!("{prefix}{id}")));
    if prefix == "two_" {
        for tool in list_at(&mut renamed, "/tools").into_iter().flatten() {
            *tool = json!(format!("{}_two", tool.as_str().unwrap_or_default()));
        }
    }
    renamed
}

/// The lists whose order means nothing, turned round.
pub(in super::super) fn reordered(project: &Value) -> Value {
    let mut reordered = project.clone();
    for place in ["/workflow/orchestration/graph", "/files", "/tools"] {
        if let Some(list) = list_at(&mut reordered, place) {
            list.reverse();
        }
    }
    each_node(&mut reordered, |node| {
        if let Some(list) = list_at(node, "/depends_on") {
            list.reverse();
        }
    });
    reordered
}

/// A good agent more, that nothing depends on.
pub(in super::super) fn joined(project: &Value) -> Value {
    let mut joined = project.clone();
    add_agent(&mut joined, "newcomer");
    joined
}
