//! The documents made executable, one folder each.

pub mod awp;
pub mod context;
pub mod contract;
pub mod preflight;
pub mod turn;

mod neighbours;

pub use neighbours::{Neighbours, neighbours};

use serde_json::Value;

use crate::rule::{Check, Mutant, Rule, Suite};
use crate::subject::{DoNothing, Reference, Spoiler};

/// Every suite, in the order in which they are listed and run.
pub static SUITES: &[&Suite] = &[&preflight::SUITE, &context::SUITE, &turn::SUITE, &awp::SUITE, &contract::SUITE];

/// The suite of that name.
#[must_use]
pub fn suite(name: &str) -> Option<&'static Suite> {
    SUITES.iter().copied().find(|suite| suite.name == name)
}

/// Every rule of every suite.
pub fn rules() -> impl Iterator<Item = (&'static Suite, &'static Rule)> {
    SUITES.iter().flat_map(|suite| suite.rules.iter().map(move |rule| (*suite, *rule)))
}

/// The rule with that full id, `suite/rule`.
#[must_use]
pub fn rule(id: &str) -> Option<(&'static Suite, &'static Rule)> {
    let (name, local) = id.split_once('/')?;
    let suite = suite(name)?;
    Some((suite, suite.rule(local)?))
}

/// The check with that full id, `suite/rule/check`.
#[must_use]
pub fn check(id: &str) -> Option<(&'static Suite, &'static Rule, &'static Check)> {
    let (of, local) = id.rsplit_once('/')?;
    let (suite, rule) = rule(of)?;
    Some((suite, rule, rule.checks.iter().find(|check| check.id == local)?))
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
}

/// Every mutant.
pub fn mutants() -> impl Iterator<Item = Declared> {
    rules().flat_map(|(suite, rule)| rule.mutants.iter().map(move |mutant| Declared { suite, rule, mutant }))
}

/// The reference subject, made wrong by `mutants` (none: right).
#[must_use]
pub fn reference(mutants: &[Declared]) -> Reference {
    let parts = SUITES.iter().map(|suite| suite.reference).collect();
    // A mutant is written for the calls of its own rule: to those of others it would do anything.
    let spoiler = |declared: &Declared| Spoiler {
        methods: declared.rule.checks.iter().flat_map(|check| check.methods).copied().collect(),
        spoils: declared.mutant.spoils,
    };
    Reference::new(parts, mutants.iter().map(spoiler).collect())
}

/// The subjects that do nothing, offering `methods`.
#[must_use]
pub fn do_nothing(methods: &[String]) -> [DoNothing; 3] {
    [
        DoNothing::verdict(true, methods.to_vec(), empty_answers),
        DoNothing::verdict(false, methods.to_vec(), empty_answers),
        DoNothing::null(methods.to_vec()),
    ]
}

fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    SUITES.iter().find_map(|suite| (suite.empty_answers)(method, params, accept))
}
