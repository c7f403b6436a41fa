//! Agents in code mode, and their switches.

use serde_json::{Value, json};

use super::edit::{agent, cut, list_at, put};
use super::project::{chain, code_mode};
use super::random::{any_agent, plain};
use crate::draw::Draw;

/// Puts the switch at `path` to on (0), off (1) or away (2).
pub(in super::super) fn turn(project: &mut Value, path: &str, position: usize) {
    match position {
        0 => put(project, path, json!(true)),
        1 => put(project, path, json!(false)),
        _ => cut(project, path),
    }
}

/// Puts some agent into code mode; the path of its capabilities.
pub(in super::super) fn into_code_mode(draw: &mut Draw, project: &mut Value) -> String {
    let place = agent(&any_agent(draw, project), "capabilities");
    put(project, &place, code_mode()["agents"]["a1"]["capabilities"].clone());
    register(project);
    place
}

/// Sees to it that the project has the tools that its agents are allowed.
pub(in super::super) fn register(project: &mut Value) {
    for tool in ["acme.lookup", "acme.store"] {
        if let Some(tools) = list_at(project, "/tools").filter(|tools| !tools.contains(&json!(tool))) {
            tools.push(json!(tool));
        }
    }
}

/// A plain project with an agent in code mode.
pub(in super::super) fn code_mode_in(draw: &mut Draw) -> Value {
    let mut project = plain(draw);
    into_code_mode(draw, &mut project);
    project
}

/// The agent that has capabilities.
pub(in super::super) fn coder(project: &Value) -> String {
    let agents = project["agents"].as_object();
    let mut coders = agents.into_iter().flatten().filter(|(_, config)| config.get("capabilities").is_some());
    coders.next().map(|(id, _)| id.clone()).unwrap_or_default()
}

/// Three agents with the capabilities of `like`'s, one of them changed: the first, the second, the third, and none.
pub(in super::super) fn for_each_agent(like: &Value, change: impl Fn(&mut Value, &str)) -> Vec<Value> {
    let mut all = chain(3);
    for id in ["a1", "a2", "a3"] {
        put(&mut all, &agent(id, "capabilities"), like["agents"]["a1"]["capabilities"].clone());
    }
    if let Some(dynamic) = like["workflow"].get("dynamic_tools") {
        all["workflow"]["dynamic_tools"] = dynamic.clone();
    }
    all["tools"] = like["tools"].clone();
    let mut cases = vec![all.clone()];
    for id in ["a1", "a2", "a3"] {
        let mut one = all.clone();
        change(&mut one, id);
        cases.push(one);
    }
    cases
}
