//! A suite: one document with its rules, its model and its reference runtime.

use serde_json::Value;

use super::{Expected, Rule};
use crate::subject::Part;
#[cfg(test)]
use crate::subject::{Reference, Spoiler, Spoils};

/// One document, made executable.
#[derive(Debug)]
pub struct Suite {
    /// Its short name: `preflight`.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// The document it makes executable.
    pub document: &'static str,
    /// The version of the requirement set; raised when a MUST check is added or changed.
    pub version: u32,
    /// Its rules, in the document's order.
    pub rules: &'static [&'static Rule],
    /// What the document mentions and leaves to others.
    pub deferred: &'static [Deferred],
    /// What the document says about a call; `None` for a method of another suite.
    pub expect: fn(method: &str, params: &Value) -> Option<Expected>,
    /// The reference runtime of this suite.
    pub reference: Part,
    /// The emptiest answer that accepts a call, and the one that rejects it: what do-nothing subjects say.
    pub empty_answers: fn(method: &str, params: &Value, accept: bool) -> Option<Value>,
}

/// A topic that a document defers: listed, never judged.
#[derive(Debug)]
pub struct Deferred {
    /// The topic.
    pub topic: &'static str,
    /// Where the document defers it.
    pub source: &'static str,
}

impl Suite {
    /// The rule of this suite with that id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&'static Rule> {
        self.rules.iter().copied().find(|rule| rule.id == id)
    }

    /// The reference runtime of this suite alone, every method of it spoiled.
    #[cfg(test)]
    pub(crate) fn spoiled(&self, spoils: Spoils) -> Reference {
        Reference::new(vec![self.reference], vec![Spoiler { methods: self.reference.methods.to_vec(), spoils }])
    }
}
