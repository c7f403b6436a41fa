//! What the document says about a script of registry operations.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::profile::{self, Problem, What};
use super::profile_doubt::doubt;

/// What is due for one operation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Due {
    /// The profile breaks these constraints: refused.
    Invalid(Vec<Problem>),
    /// The id is taken: refused.
    Taken,
    /// There is no such agent to update: refused.
    Unknown,
    /// It goes through.
    Done,
    /// This profile is found.
    Found(Value),
    /// Nothing is found.
    Nothing,
    /// The ids are listed, among others that the registry was born with.
    Ids(Vec<String>),
    /// The document does not say: why.
    Open(&'static str),
}

const AFTER_WHAT_IS_OPEN: &str = "an agent of which the document does not say whether it is there";

/// Whether such an update is complete depends on whether updates replace or merge.
pub(crate) const LACKS_WHAT_IS_THERE: &str = "an update that lacks what the agent has already";

/// What is due for every operation of a script, up to the first one that makes everything after it open.
pub(crate) fn dues(script: &[Value]) -> Vec<Due> {
    let mut registry: BTreeMap<String, Value> = BTreeMap::new();
    // The agents of which nobody can say whether they are there, and how.
    let mut doubtful: BTreeSet<&str> = BTreeSet::new();
    let mut dues = Vec::new();
    for operation in script {
        let id = operation["profile"]["agentId"].as_str().or_else(|| operation["id"].as_str());
        let depends = id.map_or(!doubtful.is_empty(), |id| doubtful.contains(id));
        let due = if depends { Due::Open(AFTER_WHAT_IS_OPEN) } else { perform(&mut registry, operation) };
        let is_open = matches!(due, Due::Open(_));
        dues.push(due);
        match id {
            Some(id) if is_open => drop(doubtful.insert(id)),
            None if is_open && !depends => break,
            _ => {}
        }
    }
    dues
}

fn perform(registry: &mut BTreeMap<String, Value>, operation: &Value) -> Due {
    let named = operation["id"].as_str();
    match (operation["op"].as_str(), operation.get("profile"), named) {
        (Some("list"), _, _) => Due::Ids(registry.keys().cloned().collect()),
        (Some("get"), _, Some(id)) if id != "standard" => {
            registry.get(id).map_or(Due::Nothing, |profile| Due::Found(profile.clone()))
        }
        (Some(op @ ("register" | "update")), Some(profile), _) => {
            let problems = profile::problems(profile);
            let id = profile["agentId"].as_str().unwrap_or_default();
            if id == "standard" {
                return Due::Open("the agent that every registry may be born with");
            }
            if op == "update" && registry.get(id).is_some_and(|old| lacks_only(&problems, old)) {
                return Due::Open(LACKS_WHAT_IS_THERE);
            }
            match (op, registry.contains_key(id)) {
                _ if !problems.is_empty() => return Due::Invalid(problems),
                ("register", true) => return Due::Taken,
                ("update", false) => return Due::Unknown,
                _ => {}
            }
            if let Some(why) = doubt(profile) {
                return Due::Open(why);
            }
            registry.insert(id.to_owned(), profile.clone());
            Due::Done
        }
        _ => Due::Open("no operation of a registry"),
    }
}

/// Whether nothing is wrong with a profile but members missing that the old one has: merged they would be valid.
fn lacks_only(problems: &[Problem], old: &Value) -> bool {
    let is_kept = |problem: &Problem| matches!(&problem.path[..], [member] if old.get(member).is_some());
    !problems.is_empty() && problems.iter().all(|problem| problem.what == What::Missing && is_kept(problem))
}

/// Whether `got` holds everything that `given` holds; it may hold defaults besides.
pub(crate) fn covers(given: &Value, got: &Value) -> bool {
    match (given, got) {
        (Value::Object(given), Value::Object(got)) => {
            given.iter().all(|(key, value)| got.get(key).is_some_and(|got| covers(value, got)))
        }
        (Value::Array(given), Value::Array(got)) => {
            given.len() == got.len() && given.iter().zip(got).all(|(given, got)| covers(given, got))
        }
        _ => crate::draw::json::same(given, got),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_script_is_followed() {
        let profile = json!({"agentId": "writer", "description": "writes"});
        let other = json!({"agentId": "writer", "description": "reads"});
        let script = [
            json!({"op": "update", "profile": profile}),
            json!({"op": "register", "profile": profile}),
            json!({"op": "register", "profile": other}),
            json!({"op": "get", "id": "writer"}),
            json!({"op": "update", "profile": other}),
            json!({"op": "get", "id": "writer"}),
            json!({"op": "get", "id": "reader"}),
        ];
        assert_eq!(
            dues(&script),
            [Due::Unknown, Due::Done, Due::Taken, Due::Found(profile), Due::Done, Due::Found(other), Due::Nothing]
        );
    }

    #[test]
    fn what_is_open_about_one_agent_is_not_open_about_another() {
        let register = |id: &str| json!({"op": "register", "profile": {"agentId": id, "description": "writes"}});
        let script = [register("1a"), register("b"), register("b"), register("1a"), json!({"op": "list"})];
        let dues = dues(&script);
        assert!(matches!(dues[..], [Due::Open(_), Due::Done, Due::Taken, Due::Open(_), Due::Open(_)]), "{dues:?}");
    }

    #[test]
    fn an_update_may_lack_what_is_there() {
        let update = |profile: Value| {
            let whole = json!({"agentId": "writer", "description": "writes"});
            let script = [json!({"op": "register", "profile": whole}), json!({"op": "update", "profile": profile})];
            dues(&script).pop()
        };
        assert!(matches!(update(json!({"agentId": "writer", "role": "r"})), Some(Due::Open(_))));
        assert!(matches!(update(json!({"agentId": "writer", "role": 7})), Some(Due::Invalid(_))));
        assert!(matches!(update(json!({"agentId": "writer", "description": ""})), Some(Due::Invalid(_))));
    }

    #[test]
    fn defaults_may_be_added() {
        assert!(covers(&json!({"a": {"b": 1}}), &json!({"a": {"b": 1.0, "c": 2}, "enabled": true})));
        assert!(!covers(&json!({"a": [1]}), &json!({"a": [1, 2]})));
    }
}
