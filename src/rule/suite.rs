//! A suite: one document with its rules, its model and its reference runtime.

use serde_json::Value;

use super::{Declared, Expected, Lint, Method, Rule};
use crate::subject::{Host, Part, Quirks, Reference, Refusal, Request};
#[cfg(test)]
use crate::subject::{Spoiler, Spoils};

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
    /// The digest of the rules, levels and checks of every version that was ever published: what a certificate
    /// certifies. A set that changes without a new version does not fit its digest any more.
    pub requirements: &'static [(u32, &'static str)],
    /// Its rules, in the document's order.
    pub rules: &'static [&'static Rule],
    /// The ids of those which say that nothing is remembered between calls: what fails only after other calls breaks them
    /// and no other.
    pub stateless: &'static [&'static str],
    /// The methods that its rules are put through.
    pub methods: &'static [Method],
    /// The features that a subject of this suite may announce.
    pub features: &'static [&'static str],
    /// Those of them that the document does not ask for: a certificate may do without, and names what it did not see.
    pub optional: &'static [&'static str],
    /// What the document mentions and leaves to others.
    pub deferred: &'static [Deferred],
    /// What the document says about a call; `None` for a method of another suite.
    pub expect: fn(method: &str, params: &Value) -> Option<Expected>,
    /// The questions on whose readings the answer to a call depends, as rule and question.
    pub asks: fn(method: &str, params: &Value) -> Vec<(&'static str, &'static str)>,
    /// The reference runtime: answers a call of one of the methods.
    pub answer: fn(&Quirks, Request<'_>, &Host) -> Result<Value, Refusal>,
    /// The emptiest answer that accepts a call, and the one that rejects it: what do-nothing subjects say.
    pub empty_answers: fn(method: &str, params: &Value, accept: bool) -> Option<Value>,
    /// A reply that lets a call with host calls go on: what the doctor answers to this host method.
    pub reply: fn(host_method: &str) -> Option<Value>,
    /// What it has to say of documents at rest, if it judges such.
    pub lint: Option<Lint>,
    /// Valid inputs that cases of the corpus start from, by name: the text of `corpus/<suite>/bases.yaml`; empty for
    /// none.
    pub bases: &'static str,
    /// Whether people write its inputs as YAML: reports then show them so.
    pub yaml: bool,
    /// Which sentence of the document is judged by what: the text of `corpus/<suite>/coverage.yaml`; empty for none.
    pub coverage: &'static str,
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
    /// What most suites have in common; the rest is filled in with struct update, so that a suite elsewhere does not
    /// break when suites can have more.
    pub const NEW: Suite = Suite {
        name: "",
        title: "",
        document: "",
        version: 1,
        requirements: &[],
        rules: &[],
        stateless: &[],
        methods: &[],
        features: &[],
        optional: &[],
        deferred: &[],
        expect: |_, _| None,
        asks: |_, _| Vec::new(),
        answer: |_, _, _| Err(Refusal::NotOffered),
        empty_answers: |_, _, _| None,
        reply: |_| None,
        lint: None,
        bases: "",
        yaml: false,
        coverage: "",
    };

    /// The rule of this suite with that id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&'static Rule> {
        self.rules.iter().copied().find(|rule| rule.id == id)
    }

    /// The mutants of its rules.
    pub fn mutants(&'static self) -> impl Iterator<Item = Declared> {
        self.rules
            .iter()
            .flat_map(move |&rule| rule.mutants.iter().map(move |mutant| Declared { suite: self, rule, mutant }))
    }

    /// The reference runtime of this suite alone.
    #[must_use]
    pub fn reference(&'static self) -> Reference {
        super::catalogue::reference(&[self], &[])
    }

    /// The host methods that a subject may call during a call of `method`.
    pub(crate) fn hosts(&self, method: &str) -> &'static [&'static str] {
        self.methods.iter().find(|known| known.name == method).map_or(&[], |method| method.hosts)
    }

    /// The reference runtime of this suite alone, as a part of one that knows several.
    pub(crate) fn part(&self) -> Part {
        Part {
            methods: self.methods.iter().map(Method::offered).collect(),
            features: self.features,
            answer: self.answer,
        }
    }

    /// The reference runtime of this suite alone, every method of it spoiled.
    #[cfg(test)]
    pub(crate) fn spoiled(&self, spoils: Spoils) -> Reference {
        let methods = self.methods.iter().map(|method| method.name).collect();
        Reference::new(vec![self.part()], vec![Spoiler { methods, spoils }])
    }
}
