//! What AWP demands of a runtime at work: R6 and R7 at run time, R13 to R18,
//! the completion gates, the plan loop and the circuit breaker.

mod circuit_breaker;
mod gates;
mod plan_loop;
mod prelude;
mod r13_reserved_keys;
mod r14_redaction;
mod r15_channel_schema;
mod r16_sharing;
mod r17_timeouts;
mod r18_audit_chain;
mod r6_run;
mod r7_run;

#[cfg(test)]
mod tests;

use self::gates::{
    gate_critique, gate_deliverable, gate_deliverable_presence, gate_eval, gate_file, gate_placeholder,
    gate_structural_integrity,
};
use crate::rule::Rule;

/// The rules, in the order of the document.
pub(in crate::suites::awp) const RULES: &[&Rule] = &[
    &r6_run::RULE,
    &r7_run::RULE,
    &r13_reserved_keys::RULE,
    &r14_redaction::RULE,
    &r15_channel_schema::RULE,
    &r16_sharing::RULE,
    &r17_timeouts::RULE,
    &r18_audit_chain::RULE,
    &gate_critique::RULE,
    &gate_deliverable_presence::RULE,
    &gate_placeholder::RULE,
    &gate_file::RULE,
    &gate_deliverable::RULE,
    &gate_structural_integrity::RULE,
    &gate_eval::RULE,
    &plan_loop::RULE,
    &circuit_breaker::RULE,
];
