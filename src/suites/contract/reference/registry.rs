//! A registry that lets nothing in that is not valid, and never an id twice.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::profile::{Problem, What, problems};
use crate::subject::Quirks;

/// Performs a script of operations on a new registry.
pub(super) fn script(quirks: &Quirks, params: &Value) -> Value {
    let mut registry = Registry { quirks, profiles: BTreeMap::new() };
    let operations = params["script"].as_array().map_or(&[][..], Vec::as_slice);
    let results: Vec<Value> = operations.iter().map(|operation| registry.perform(operation)).collect();
    json!({ "results": results })
}

struct Registry<'q> {
    quirks: &'q Quirks,
    profiles: BTreeMap<String, Value>,
}

impl Registry<'_> {
    fn perform(&mut self, operation: &Value) -> Value {
        let profile = &operation["profile"];
        match operation["op"].as_str() {
            Some("register") => answer(self.register(profile)),
            Some("update") => answer(self.update(profile)),
            Some("get") => match operation["id"].as_str().and_then(|id| self.profiles.get(id)) {
                Some(profile) => json!({"ok": true, "profile": profile}),
                None => json!({"ok": false, "error": "there is no such agent"}),
            },
            Some("list") => json!({"ok": true, "ids": self.profiles.keys().collect::<Vec<_>>()}),
            _ => json!({"ok": false, "error": "no such operation"}),
        }
    }

    fn register(&mut self, profile: &Value) -> Result<(), String> {
        if self.quirks.has("stores-before-validating") {
            self.store(profile);
        }
        self.validate(profile)?;
        if self.profiles.contains_key(&self.id(profile)) && !self.quirks.has("stores-before-validating") {
            if self.quirks.has("overwrites-duplicates") || self.quirks.has("refuses-but-overwrites") {
                self.store(profile);
            }
            if self.quirks.has("overwrites-duplicates") || self.quirks.has("keeps-the-first-silently") {
                return Ok(());
            }
            return Err(format!("agentId: `{}` is registered already", self.id(profile)));
        }
        self.store(profile);
        Ok(())
    }

    fn update(&mut self, profile: &Value) -> Result<(), String> {
        let known = self.profiles.contains_key(&self.id(profile));
        if self.quirks.has("updates-before-validating") && known {
            self.store(profile);
        }
        if !self.quirks.has("validates-on-register-only") {
            self.validate(profile)?;
        }
        if !known && !self.quirks.has("update-creates") {
            return Err(format!("agentId: there is no `{}` to update", self.id(profile)));
        }
        if self.quirks.has("update-merges") && known {
            self.merge(profile);
        } else if !self.quirks.has("update-changes-nothing") {
            self.store(profile);
        }
        Ok(())
    }

    fn store(&mut self, profile: &Value) {
        self.profiles.insert(self.id(profile), profile.clone());
    }

    fn merge(&mut self, profile: &Value) {
        let id = self.id(profile);
        if let (Some(Value::Object(old)), Value::Object(new)) = (self.profiles.get_mut(&id), profile) {
            for (key, value) in new {
                old.entry(key.clone()).or_insert_with(|| value.clone());
            }
        }
    }

    fn id(&self, profile: &Value) -> String {
        let id = profile["agentId"].as_str().unwrap_or_default();
        if self.quirks.has("lowercases-ids") { id.to_lowercase() } else { id.to_owned() }
    }

    fn validate(&self, profile: &Value) -> Result<(), String> {
        if self.quirks.has("tests-numbers-for-truth") && profile["temperature"] == json!(0) {
            return Err("temperature: expected a number".to_owned());
        }
        let mut seen = profile.clone();
        if let (true, Some(id)) = (self.quirks.has("underscores-in-ids"), profile["agentId"].as_str()) {
            seen["agentId"] = json!(id.replace('_', "-"));
        }
        match problems(&seen).into_iter().find(|problem| !self.overlooks(problem)) {
            None => Ok(()),
            Some(problem) => Err(format!("{}: {}", problem.field(), wording(problem.what))),
        }
    }

    /// Whether a spoiled runtime does not see this problem.
    fn overlooks(&self, problem: &Problem) -> bool {
        let field = problem.field();
        let has = |quirk| self.quirks.has(quirk);
        let is_id = field == "agentId";
        match problem.what {
            What::TooLong if is_id => has("ids-of-any-length"),
            What::TooShort if is_id => has("empty-ids"),
            What::Format if is_id => has("ids-of-any-letters") || has("lowercases-ids"),
            What::TooLong => has("texts-of-any-length"),
            What::TooMany => has("lists-of-any-length"),
            What::Range => has("numbers-of-any-size"),
            What::Dangling => has("dangling-dependencies"),
            What::Choice => has("steps-of-any-type"),
            What::Type if field == "maxTokens" || field == "priority" => has("fractions-for-whole-numbers"),
            What::Missing if field.starts_with("workflow") => has("unnamed-steps"),
            _ => has("accepts-any-profile"),
        }
    }
}

fn answer(done: Result<(), String>) -> Value {
    match done {
        Ok(()) => json!({"ok": true}),
        Err(error) => json!({"ok": false, "error": error}),
    }
}

fn wording(what: What) -> &'static str {
    match what {
        What::Missing => "is required",
        What::Type => "has the wrong type",
        What::TooShort => "is too short",
        What::TooLong => "is too long",
        What::TooMany => "has too many entries",
        What::Range => "is out of range",
        What::Format => "does not follow its pattern",
        What::Choice => "is none of the allowed values",
        What::Dangling => "names a step that is not there",
    }
}
