//! AWP, the Agent Workflow Protocol: its validation rules.

mod runtime;

use crate::rule::Suite;
use crate::subject::Part;

/// The suite.
pub static SUITE: Suite = Suite {
    name: "awp",
    title: "AWP validation rules",
    document: "awp-validation-rules.md",
    version: 1,
    rules: &[
        &runtime::run::r6_run::RULE,
        &runtime::run::r7_run::RULE,
        &runtime::r13_reserved_keys::RULE,
        &runtime::r14_redaction::RULE,
        &runtime::r15_channel_schema::RULE,
        &runtime::r16_sharing::RULE,
        &runtime::run::r17_timeouts::RULE,
        &runtime::r18_audit_chain::RULE,
        &runtime::gates::gate_critique::RULE,
        &runtime::gates::gate_deliverable_presence::RULE,
        &runtime::gates::gate_placeholder::RULE,
        &runtime::gates::gate_file::RULE,
        &runtime::gates::gate_deliverable::RULE,
        &runtime::gates::gate_structural_integrity::RULE,
        &runtime::gates::gate_eval::RULE,
        &runtime::delegation::plan_loop::RULE,
        &runtime::delegation::circuit_breaker::RULE,
    ],
    deferred: &[],
    expect: runtime::expect,
    reference: Part { methods: runtime::METHODS, features: runtime::FEATURES, answer: runtime::answer },
    empty_answers: runtime::empty_answers,
};
