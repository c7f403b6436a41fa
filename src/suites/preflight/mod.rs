//! `agent_team` input preflight: which fields may stand beside which action,
//! and what each action cannot do without.
//!
//! The document is a short program, and [`model`] is the same program in our
//! words: it fixes every answer, so nothing here is left open. The rules are
//! views on that answer, each of its own aspect, so that one bug is blamed on
//! one rule.

mod check;
mod draw;
mod empty;
mod expect;
mod judge;
mod label;
mod methods;
mod model;
mod prelude;
mod reference;
mod rules;
mod spoil;

#[cfg(test)]
mod tests;

use crate::rule::Suite;

/// The suite.
pub static SUITE: Suite = Suite {
    name: "preflight",
    title: "agent_team input preflight",
    document: "agent-team-preflight.ts",
    version: 2,
    requirements: &[
        (1, "8b6176d33566168d32ec6f04294187e0492c5a2e7a9865f763047d9b904ef3fc"),
        (2, "89bbac1bcb69e624013a569da06e44be0bffe11dcc6b8de559830852d73c025f"),
    ],
    rules: rules::RULES,
    stateless: &["stateless"],
    methods: methods::METHODS,
    features: &[],
    optional: &[],
    deferred: &[],
    expect: expect::expect,
    asks: |_, _| Vec::new(),
    answer: reference::answer,
    empty_answers: empty::empty_answers,
    reply: |_| None,
    lint: None,
    bases: "",
    yaml: false,
    coverage: include_str!("../../../corpus/preflight/coverage.yaml"),
};
