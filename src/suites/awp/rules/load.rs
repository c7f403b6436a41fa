//! One way to break each rule, for the rules that are about several at once.

use serde_json::Value;

use super::super as awp;
use crate::draw::Draw;

/// Breaks a rule in a project.
pub(in super::super) type Fault = fn(&mut Draw, &mut Value);

/// Every rule that can be broken, with a way to do so. The one that takes a file away comes last:
/// the others need what is in it.
pub(in super::super) const FAULTS: &[(&str, Fault)] = &[
    ("R1", awp::r01_version::fault),
    ("R2", awp::r02_workflow_name::fault),
    ("R19", awp::r19_tools_enabled::fault),
    ("R20", awp::r20_sandbox::fault),
    ("R21", awp::r21_language::fault),
    ("R22", awp::r22_explicit_surface::fault),
    ("R23", awp::r23_excludes::fault),
    ("R24", awp::r24_isolate_network::fault),
    ("R25", awp::r25_dynamic_namespace::fault),
    ("R26", awp::r26_tool_creation::fault),
    ("R27", awp::r27_metric_kinds::fault),
    ("R28", awp::r28_thresholds::fault),
    ("R29", awp::r29_weights::fault),
    ("R30", awp::r30_hooks_and_actions::fault),
    ("R31", awp::r31_depth_given::fault),
    ("R32", awp::r32_depth_ceiling::fault),
    ("R10", awp::r10_reserved_namespaces::fault),
    ("R11", awp::r11_unique_tools::fault),
    ("R5", awp::r05_unique_ids::fault),
    ("R6", awp::r06_acyclic::fault),
    ("R7", awp::r07_dependencies_resolve::fault),
    ("R9", awp::r09_output_contract::fault),
    ("R12", awp::r12_agent_id::fault),
    ("R8", awp::r08_config_files::fault),
];

#[cfg(test)]
mod tests {
    use super::super::super::model::report;
    use super::super::random::plain;
    use super::*;

    #[test]
    fn a_fault_breaks_its_rule_alone_nearly_always() {
        for (rule, fault) in FAULTS {
            let alone = (0..200).filter(|seed| {
                let mut draw = Draw::from_seed(*seed);
                let mut project = plain(&mut draw);
                fault(&mut draw, &mut project);
                report(&project).broken_rules().iter().eq([rule])
            });
            let alone = alone.count();
            assert!(alone > 150, "{rule}: {alone} of 200");
        }
    }
}
