//! A registry that lets nothing in that is not valid, and never an id twice.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::model::profile::{self, Problem, What};
use crate::subject::Policies;

/// What a registry decides.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// What is wrong with a profile.
    pub(crate) problems: fn(&Value) -> Vec<Problem>,
    /// The id that a profile is kept under.
    pub(crate) id: fn(&Value) -> String,
    /// Lets a new agent in.
    pub(crate) register: fn(&mut Registry<'_>, &Value) -> Result<(), String>,
    /// Replaces an agent that is there.
    pub(crate) update: fn(&mut Registry<'_>, &Value) -> Result<(), String>,
}

/// As the document says; an update replaces the whole profile.
pub(crate) static DOCUMENT: Policy = Policy {
    problems: profile::problems,
    id: |profile| profile["agentId"].as_str().unwrap_or_default().to_owned(),
    register: |registry, profile| {
        registry.validate(profile)?;
        registry.free(profile)?;
        registry.store(profile);
        Ok(())
    },
    update: |registry, profile| {
        registry.validate(profile)?;
        registry.known(profile)?;
        registry.store(profile);
        Ok(())
    },
};

/// The same, to change it.
pub(crate) fn policy(policies: &mut Policies) -> &mut Policy {
    policies.change(&DOCUMENT)
}

/// The agents, by their ids.
#[derive(Debug)]
pub(crate) struct Registry<'p> {
    policy: &'p Policy,
    /// The profiles.
    pub(crate) profiles: BTreeMap<String, Value>,
}

/// Performs a script of operations on a new registry.
pub(super) fn script(policy: &Policy, params: &Value) -> Value {
    let mut registry = Registry { policy, profiles: BTreeMap::new() };
    let operations = params["script"].as_array().map_or(&[][..], Vec::as_slice);
    let results: Vec<Value> = operations.iter().map(|operation| registry.perform(operation)).collect();
    json!({ "results": results })
}

impl Registry<'_> {
    fn perform(&mut self, operation: &Value) -> Value {
        let profile = &operation["profile"];
        match operation["op"].as_str() {
            Some("register") => answer((self.policy.register)(self, profile)),
            Some("update") => answer((self.policy.update)(self, profile)),
            Some("get") => match operation["id"].as_str().and_then(|id| self.profiles.get(id)) {
                Some(profile) => json!({"ok": true, "profile": profile}),
                None => json!({"ok": false, "error": "there is no such agent"}),
            },
            Some("list") => json!({"ok": true, "ids": self.profiles.keys().collect::<Vec<_>>()}),
            _ => json!({"ok": false, "error": "no such operation"}),
        }
    }

    /// The id that a profile is kept under.
    pub(crate) fn id(&self, profile: &Value) -> String {
        (self.policy.id)(profile)
    }

    /// Refuses a profile that is not valid.
    pub(crate) fn validate(&self, profile: &Value) -> Result<(), String> {
        match (self.policy.problems)(profile).first() {
            None => Ok(()),
            Some(problem) => Err(format!("{}: {}", problem.field(), wording(problem.what))),
        }
    }

    /// Refuses an id that is taken.
    pub(crate) fn free(&self, profile: &Value) -> Result<(), String> {
        let id = self.id(profile);
        if self.profiles.contains_key(&id) { Err(format!("agentId: `{id}` is registered already")) } else { Ok(()) }
    }

    /// Refuses an id that is not there.
    pub(crate) fn known(&self, profile: &Value) -> Result<(), String> {
        let id = self.id(profile);
        if self.profiles.contains_key(&id) { Ok(()) } else { Err(format!("agentId: there is no `{id}` to update")) }
    }

    /// Keeps a profile, in the place of one that is there.
    pub(crate) fn store(&mut self, profile: &Value) {
        self.profiles.insert(self.id(profile), profile.clone());
    }

    /// Registers a profile with another value for one of its members.
    pub(crate) fn stored_with(&mut self, profile: &Value, member: &str, value: Value) -> Result<(), String> {
        self.validate(profile)?;
        self.free(profile)?;
        let mut stored = profile.clone();
        stored[member] = value;
        self.store(&stored);
        Ok(())
    }

    /// Puts into a profile that is there what another one says, but for what is to be passed over.
    pub(crate) fn put(&mut self, profile: &Value, passed_over: fn(&Value) -> bool) {
        let id = self.id(profile);
        for (key, value) in profile.as_object().into_iter().flatten().filter(|(_, value)| !passed_over(value)) {
            self.profiles.entry(id.clone()).and_modify(|old| old[key] = value.clone());
        }
    }

    /// Adds to a profile that is there what it does not say.
    pub(crate) fn add(&mut self, profile: &Value) {
        let id = self.id(profile);
        if let (Some(Value::Object(old)), Value::Object(new)) = (self.profiles.get_mut(&id), profile) {
            for (key, value) in new {
                old.entry(key.clone()).or_insert_with(|| value.clone());
            }
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
