//! The set of suites that a program is made with.

use serde_json::Value;

use super::{Check, CheckRef, Expected, Method, Mutant, Rule, Suite};
use crate::subject::{Reference, Spoiler};

/// The suites that a program knows, in the order in which they are listed and run. Everything that lists rules, looks
/// one up or needs the reference runtime is given one.
#[derive(Debug, Clone, Copy)]
pub struct Catalogue {
    suites: &'static [&'static Suite],
}

impl Catalogue {
    /// A catalogue of these suites. Of two suites of one name the first is found.
    #[must_use]
    pub const fn new(suites: &'static [&'static Suite]) -> Self {
        Self { suites }
    }

    /// Every suite.
    #[must_use]
    pub fn suites(&self) -> &'static [&'static Suite] {
        self.suites
    }

    /// The suite of that name.
    #[must_use]
    pub fn suite(&self, name: &str) -> Option<&'static Suite> {
        self.suites.iter().copied().find(|suite| suite.name == name)
    }

    /// Every rule of every suite.
    pub fn rules(&self) -> impl Iterator<Item = (&'static Suite, &'static Rule)> + use<> {
        self.suites.iter().flat_map(|suite| suite.rules.iter().map(move |rule| (*suite, *rule)))
    }

    /// The rule with that full id, `suite/rule`.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<(&'static Suite, &'static Rule)> {
        let (name, local) = id.split_once('/')?;
        let suite = self.suite(name)?;
        Some((suite, suite.rule(local)?))
    }

    /// Every check of every rule.
    pub fn checks(&self) -> impl Iterator<Item = CheckRef> + use<> {
        self.rules().flat_map(|(suite, rule)| {
            rule.checks.iter().map(move |check: &'static Check| CheckRef { suite, rule, check })
        })
    }

    /// The check with that full id, `suite/rule/check`.
    #[must_use]
    pub fn check(&self, id: &str) -> Option<CheckRef> {
        let (of, local) = id.rsplit_once('/')?;
        let (suite, rule) = self.rule(of)?;
        let check = rule.checks.iter().find(|check| check.id == local)?;
        Some(CheckRef { suite, rule, check })
    }

    /// Every mutant.
    pub fn mutants(&self) -> impl Iterator<Item = Declared> + use<> {
        self.suites.iter().flat_map(|suite| suite.mutants())
    }

    /// Every method of every suite.
    pub fn methods(&self) -> impl Iterator<Item = &'static Method> + use<> {
        self.suites.iter().flat_map(|suite| suite.methods)
    }

    /// What the documents say about a call; `None` for a method that no suite knows.
    #[must_use]
    pub fn expect(&self, method: &str, params: &Value) -> Option<Expected> {
        self.suites.iter().find_map(|suite| (suite.expect)(method, params))
    }

    /// The reference subject, made wrong by `mutants` (none: right).
    #[must_use]
    pub fn reference(&self, mutants: &[Declared]) -> Reference {
        reference(self.suites, mutants)
    }
}

/// The reference runtime of these suites, made wrong by `mutants` (none: right).
pub(super) fn reference(suites: &[&'static Suite], mutants: &[Declared]) -> Reference {
    // A mutant is written for the calls of its own rule: to those of others it would do anything.
    let spoiler = |declared: &Declared| Spoiler {
        methods: declared.rule.checks.iter().flat_map(|check| check.methods).copied().collect(),
        spoils: declared.mutant.spoils,
    };
    Reference::new(suites.iter().map(|suite| suite.part()).collect(), mutants.iter().map(spoiler).collect())
}

/// A mutant with where it is declared.
#[derive(Debug, Clone, Copy)]
pub struct Declared {
    /// The suite.
    pub suite: &'static Suite,
    /// The rule that must catch it.
    pub rule: &'static Rule,
    /// The mutant.
    pub mutant: &'static Mutant,
}

impl Declared {
    /// Its full id, `suite/rule/slug`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}/{}", self.suite.name, self.rule.id, self.mutant.slug())
    }

    /// The reference runtime of its suite with this fault.
    #[must_use]
    pub fn reference(&self) -> Reference {
        reference(&[self.suite], &[*self])
    }
}
