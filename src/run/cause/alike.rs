//! Findings of one rule that fail in different ways, and whose inputs the same change puts right: one fault may show in
//! several answers.

use super::undo::Cause;
use crate::proof::Finding;
use crate::run::plan::Planned;

/// Names in every such finding the case of the first one. What two findings of one kind go back to was told apart by
/// experiment already.
pub(in crate::run) fn name_alike(plan: &[Planned], findings: &mut [Finding]) {
    let mut told: Vec<(Cause, Finding)> = Vec::new();
    for finding in findings {
        finding.alike = None; // Of a shard, it may be another one.
        let Some(neighbour) = &finding.neighbour else { continue };
        let Some(planned) = plan.iter().find(|planned| planned.id == finding.check) else { continue };
        let cause = Cause::of(&finding.input, planned.check.shape, neighbour, &[]);
        let is_alike = |(other, of): &&(Cause, Finding)| {
            let in_another_way = of.check != finding.check || of.kind != finding.kind;
            of.rule == finding.rule && in_another_way && cause.is_undone_like(other)
        };
        match told.iter().find(is_alike) {
            Some((_, of)) => finding.alike = Some(of.case.clone()),
            None => told.push((cause, finding.clone())),
        }
    }
}
