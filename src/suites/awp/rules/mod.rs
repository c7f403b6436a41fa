//! The rules, one file each.

mod load;

mod r01_version;
mod r02_workflow_name;
mod r03_class_name;
mod r04_self_name;
mod r05_unique_ids;
mod r06_acyclic;
mod r07_dependencies_resolve;
mod r08_config_files;
mod r09_output_contract;
mod r10_reserved_namespaces;
mod r11_unique_tools;
mod r12_agent_id;
mod r19_tools_enabled;
mod r20_sandbox;
mod r21_language;
mod r22_explicit_surface;
mod r23_excludes;
mod r24_isolate_network;
mod r25_dynamic_namespace;
mod r26_tool_creation;
mod r27_metric_kinds;
mod r28_thresholds;
mod r29_weights;
mod r30_hooks_and_actions;
mod r31_depth_given;
mod r32_depth_ceiling;
mod same_meaning;
mod several_faults;

pub(super) use self::load::AT_LOAD;
use super::runtime;
use super::{draw, ground, judge, model, names, prelude};
use crate::rule::Rule;

/// Every rule, in the document's order: those of load time, those about several of them, those of run time.
pub(super) static RULES: [&Rule; AT_LOAD.len() + OTHERS.len()] = {
    let mut rules = [OTHERS[0]; AT_LOAD.len() + OTHERS.len()];
    let mut next = 0;
    while next < rules.len() {
        rules[next] = if next < AT_LOAD.len() { AT_LOAD[next].rule } else { OTHERS[next - AT_LOAD.len()] };
        next += 1;
    }
    rules
};

const OTHERS: [&Rule; 19] = [
    &several_faults::RULE,
    &same_meaning::RULE,
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
];
