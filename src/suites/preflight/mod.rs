//! agent_team input preflight.

use crate::rule::Suite;
use crate::subject::{Part, Refusal};

/// The suite.
pub static SUITE: Suite = Suite {
    name: "preflight",
    title: "agent_team input preflight",
    document: "agent-team-preflight.ts",
    version: 1,
    rules: &[],
    deferred: &[],
    expect: |_, _| None,
    reference: Part { methods: &["preflight/validate"], features: &[], answer: |_, _, _| Err(Refusal::NotOffered) },
    empty_answers: |_, _, _| None,
};
