//! The rules, one file each.

mod load;
pub(super) mod runtime;

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
use super::{draw, ground, judge, model, names, naming, own_edge, prelude, relation};
use crate::rule::Rule;

/// Every rule, in the document's order: those of load time, those about several of them, those of run time.
pub(super) static RULES: [&Rule; NUMBER] = {
    let mut rules = [SEVERAL[0]; NUMBER];
    let mut next = 0;
    while next < NUMBER {
        rules[next] = if next < AT_LOAD.len() {
            AT_LOAD[next].rule
        } else if next < AT_LOAD.len() + SEVERAL.len() {
            SEVERAL[next - AT_LOAD.len()]
        } else {
            runtime::RULES[next - AT_LOAD.len() - SEVERAL.len()]
        };
        next += 1;
    }
    rules
};

const NUMBER: usize = AT_LOAD.len() + SEVERAL.len() + runtime::RULES.len();

const SEVERAL: [&Rule; 2] = [&several_faults::RULE, &same_meaning::RULE];
