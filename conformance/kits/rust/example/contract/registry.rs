//! The registry of agents: every profile in it is valid, and every id is there once (AGT-001, AGT-002).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::profile;
use crate::json::entries;

/// Performs a script on a new registry.
pub(super) fn perform(params: &Value) -> Value {
    let mut registry = Registry::default();
    let results: Vec<Value> = entries(&params["script"])
        .iter()
        .map(|operation| {
            let result = registry.perform(operation);
            result.unwrap_or_else(|message| json!({"ok": false, "error": {"message": message}}))
        })
        .collect();
    json!({ "results": results })
}

/// What goes in and what comes out are copies: nobody else holds a profile of the registry.
#[derive(Default)]
struct Registry {
    profiles: BTreeMap<String, Value>,
}

impl Registry {
    fn perform(&mut self, operation: &Value) -> Result<Value, String> {
        match operation["op"].as_str().unwrap_or_default() {
            "register" => self.register(&operation["profile"]),
            "update" => self.update(&operation["profile"]),
            "get" => self.get(operation["id"].as_str().unwrap_or_default()),
            "list" => Ok(json!({"ok": true, "ids": self.profiles.keys().collect::<Vec<_>>()})),
            other => Err(format!("there is no operation {other}")),
        }
    }

    fn register(&mut self, profile: &Value) -> Result<Value, String> {
        let id = profile::valid_id(profile)?;
        if self.profiles.contains_key(id) {
            return Err(format!("agentId: {id} is registered already"));
        }
        self.profiles.insert(id.to_owned(), profile.clone());
        Ok(json!({"ok": true}))
    }

    fn update(&mut self, profile: &Value) -> Result<Value, String> {
        let id = profile::valid_id(profile)?;
        let known = self.profiles.get_mut(id).ok_or_else(|| format!("agentId: {id} is not registered"))?;
        known.clone_from(profile);
        Ok(json!({"ok": true}))
    }

    fn get(&self, id: &str) -> Result<Value, String> {
        let profile = self.profiles.get(id).ok_or_else(|| format!("agentId: there is no agent {id}"))?;
        Ok(json!({"ok": true, "profile": profile}))
    }
}
