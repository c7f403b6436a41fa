//! Projects made plain in one respect: what the grounds of rules are made with.

use serde_json::{Map, Value, json};

use super::super::model::config_path;
use super::edit::{cut, each_agent, each_node, list_at, put};
use super::project::config;
use super::random::agents_of;

/// The project after a change.
pub(in super::super) fn changed(project: &Value, change: impl FnOnce(&mut Value)) -> Value {
    let mut changed = project.clone();
    change(&mut changed);
    changed
}

/// Does something to the capabilities of every agent that has any.
pub(in super::super) fn each_capable(project: &mut Value, mut change: impl FnMut(&mut Value)) {
    each_agent(project, |config| {
        if let Some(capabilities) = config.get_mut("capabilities").filter(|capabilities| capabilities.is_object()) {
            change(capabilities);
        }
    });
}

/// Takes every dependency away.
pub(in super::super) fn set_free(project: &mut Value) {
    each_node(project, |node| {
        if node.get("depends_on").is_some() {
            node["depends_on"] = json!([]);
        }
    });
}

/// Takes code mode away, and the sandboxes with it.
pub(in super::super) fn leave_code_mode(project: &mut Value) {
    each_capable(project, |capabilities| {
        cut(capabilities, "codemode");
        cut(capabilities, "sandbox");
    });
}

/// Has the workflow declare its custom tools itself, one by one.
pub(in super::super) fn declare_tools(project: &mut Value) {
    let declared = |tool: &Value| json!({"fqn": tool, "description": "A tool.", "file": "custom.py"});
    let tools: Vec<Value> = project["tools"].as_array().into_iter().flatten().map(declared).collect();
    put(project, "workflow/custom_tools/declarations", json!(tools));
}

/// Leaves only the custom tools that some agent is allowed, each of them once.
pub(in super::super) fn keep_used_tools(project: &mut Value) {
    let mut used: Vec<Value> = Vec::new();
    each_capable(project, |capabilities| {
        for tool in capabilities["tools"]["allowed"].as_array().into_iter().flatten() {
            if !used.contains(tool) {
                used.push(tool.clone());
            }
        }
    });
    if let Some(tools) = list_at(project, "/tools") {
        used.retain(|tool| tools.contains(tool));
        *tools = used;
    }
    cut(project, "workflow/custom_tools");
}

/// Gives every node its configuration and its file, and leaves no other files and agents.
pub(in super::super) fn complete_files(project: &mut Value) {
    let mut files = vec![json!("workflow.awp.yaml")];
    let mut agents = Map::new();
    for id in agents_of(project) {
        let given = project["agents"].get(&id).cloned().unwrap_or_else(|| config(&id));
        if agents.insert(id.clone(), given).is_none() {
            files.push(json!(config_path(&id)));
        }
    }
    put(project, "files", json!(files));
    put(project, "agents", Value::Object(agents));
}

/// Calls the agents `a_01`, `a_02` and so on, everywhere.
pub(in super::super) fn name_plainly(project: &mut Value) {
    let mut ids = agents_of(project);
    let mut seen = std::collections::BTreeSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    rename(project, |id| ids.iter().position(|known| known == id).map(|place| format!("a_{:02}", place + 1)));
    let ids = agents_of(project);
    for id in ids.iter().filter(|id| project["agents"].get(id.as_str()).is_some()).cloned().collect::<Vec<_>>() {
        put(project, &format!("agents/{id}/identity/id"), json!(id));
    }
}

/// Calls every agent by its new name, wherever it is mentioned; `None` leaves a name as it is.
pub(in super::super) fn rename(project: &mut Value, new: impl Fn(&str) -> Option<String>) {
    let renamed = |id: &str| new(id).unwrap_or_else(|| id.to_owned());
    each_node(project, |node| {
        for place in ["id", "agent"] {
            if let Some(text) = node[place].as_str() {
                node[place] = json!(match text.strip_prefix("agents/") {
                    Some(id) => format!("agents/{}", renamed(id)),
                    None => renamed(text),
                });
            }
        }
        for entry in list_at(node, "/depends_on").into_iter().flatten() {
            if let Some(id) = entry.as_str().and_then(&new) {
                *entry = json!(id);
            }
        }
    });
    for place in ["agents", "names"] {
        let Some(members) = project.get_mut(place).and_then(Value::as_object_mut) else { continue };
        for (id, mut value) in std::mem::take(members) {
            if value.pointer("/identity/id").is_some_and(|own| *own == id.as_str()) {
                value["identity"]["id"] = json!(renamed(&id));
            } else if value == id.as_str() {
                value = json!(renamed(&id));
            }
            members.insert(renamed(&id), value);
        }
    }
    for file in list_at(project, "/files").into_iter().flatten() {
        let parts = file.as_str().and_then(|file| file.strip_prefix("agents/")?.split_once('/'));
        if let Some((id, rest)) = parts {
            *file = json!(format!("agents/{}/{rest}", renamed(id)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::rich;
    use super::*;
    use crate::draw::Draw;
    use crate::suites::awp::model::report;

    #[test]
    fn a_project_made_plain_stays_valid() {
        let changes: [fn(&mut Value); 5] = [set_free, leave_code_mode, keep_used_tools, complete_files, name_plainly];
        for seed in 0..200 {
            let project = rich(&mut Draw::from_seed(seed));
            for change in changes {
                assert!(report(&changed(&project, change)).broken_rules().is_empty(), "{project}");
            }
            assert_eq!(agents_of(&changed(&project, name_plainly))[0], "a_01");
        }
    }
}
