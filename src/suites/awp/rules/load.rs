//! The rules that a verdict on a project can name, and the ways to break them.

use super::super::load_rule::{Fault, LoadRule, Reach};

/// Every rule of load time, in the document's order.
pub(in super::super) const AT_LOAD: &[&LoadRule] = &[
    &super::r01_version::LOAD,
    &super::r02_workflow_name::LOAD,
    &super::r03_class_name::LOAD,
    &super::r04_self_name::LOAD,
    &super::r05_unique_ids::LOAD,
    &super::r06_acyclic::LOAD,
    &super::r07_dependencies_resolve::LOAD,
    &super::r08_config_files::LOAD,
    &super::r09_output_contract::LOAD,
    &super::r10_reserved_namespaces::LOAD,
    &super::r11_unique_tools::LOAD,
    &super::r12_agent_id::LOAD,
    &super::r19_tools_enabled::LOAD,
    &super::r20_sandbox::LOAD,
    &super::r21_language::LOAD,
    &super::r22_explicit_surface::LOAD,
    &super::r23_excludes::LOAD,
    &super::r24_isolate_network::LOAD,
    &super::r25_dynamic_namespace::LOAD,
    &super::r26_tool_creation::LOAD,
    &super::r27_metric_kinds::LOAD,
    &super::r28_thresholds::LOAD,
    &super::r29_weights::LOAD,
    &super::r30_hooks_and_actions::LOAD,
    &super::r31_depth_given::LOAD,
    &super::r32_depth_ceiling::LOAD,
];

/// A way to break each rule that can be broken, in an order in which several can be applied.
pub(super) fn faults() -> Vec<Fault> {
    faults_from(Reach::Settings)
}

/// The same, for those that are about this much of a project or more.
pub(super) fn faults_from(reach: Reach) -> Vec<Fault> {
    let mut rules: Vec<&LoadRule> = AT_LOAD.iter().copied().filter(|rule| rule.reach >= reach).collect();
    rules.sort_by_key(|rule| rule.reach);
    rules.into_iter().filter_map(|rule| rule.fault).collect()
}

#[cfg(test)]
mod tests {
    use super::super::draw::plain;
    use super::super::model::report;
    use super::*;
    use crate::draw::Draw;

    #[test]
    fn a_fault_breaks_its_rule_alone_nearly_always() {
        for rule in AT_LOAD {
            let Some(fault) = rule.fault else { continue };
            let alone = (0..200).filter(|seed| {
                let mut draw = Draw::from_seed(*seed);
                let mut project = plain(&mut draw);
                fault(&mut draw, &mut project);
                report(&project).broken_rules().iter().eq([&rule.rule.id])
            });
            let alone = alone.count();
            assert!(alone > 150, "{}: {alone} of 200", rule.rule.id);
        }
    }
}
