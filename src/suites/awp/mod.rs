//! The AWP validation rules.
//!
//! R1 to R12 and R19 to R32 are judged when a workflow is loaded, through one
//! method: [`model`] says which rules a project breaks and what the document
//! leaves open, and every rule is a view on that. R13 to R18 and the gates are
//! about a workflow that runs.

mod draw;
mod empty;
mod exam;
mod expect;
mod ground;
mod judge;
mod lint;
mod load_rule;
mod methods;
mod model;
mod names;
mod naming;
mod own_edge;
mod prelude;
mod reference;
mod relation;
mod rules;
mod spoil;
mod verdict;

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::rule::{Lint, Suite};
use crate::subject::{Host, Quirks, Refusal, Request};

/// The one method of the rules of load time.
const METHOD: &str = "awp/validate";

/// The suite.
pub static SUITE: Suite = Suite {
    name: "awp",
    title: "AWP validation rules",
    document: "awp-validation-rules.md",
    version: 2,
    requirements: &[
        (1, "57b27b91faa0283d7c08f3993795ddb9105e87c26c15eed1131de72923b849fb"),
        (2, "16a9b72b0ddcb53aa18d40cf62b84beb46110c4c31baaac5cdf386824d20e41f"),
    ],
    rules: &rules::RULES,
    stateless: &["same-meaning"],
    methods: methods::METHODS,
    features: &["ruleIds", "idle"],
    optional: &["ruleIds"],
    deferred: &[],
    expect: expect::expect,
    asks: expect::asks,
    answer,
    empty_answers: empty::empty_answers,
    reply: methods::reply,
    lint: Some(Lint { method: METHOD, notes: lint::notes }),
    bases: include_str!("../../../corpus/awp/bases.yaml"),
    yaml: true,
    coverage: include_str!("../../../corpus/awp/coverage.yaml"),
};

/// The reference runtime.
fn answer(quirks: &Quirks, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
    match request.method {
        METHOD => Ok(verdict::verdict_of(&model::report(request.params))),
        _ => reference::answer(quirks, request, host),
    }
}

/// A valid project of `nodes` agents with `edges` dependencies each: how the cost of a case grows is measured on it.
#[must_use]
pub fn large_project(draw: &mut crate::draw::Draw, nodes: usize, edges: usize) -> Value {
    draw::large(draw, nodes, edges)
}
