//! Holding a run against an earlier proof: only what got worse counts.

use super::diff;
use crate::proof::{Excuse, ExcusedBy, Proof};
use crate::rule::Level;

/// Marks every finding that is no regression against `baseline`, and objects to what is exercised no more.
pub fn hold_against_baseline(proof: &mut Proof, baseline: &Proof) {
    let difference = diff(baseline, proof);
    let worse = |check: &str, kind: &str| {
        difference.regressions.iter().any(|change| change.check == check && change.kind.as_deref() == Some(kind))
    };
    let had = |check: &str, kind: &str| {
        baseline.findings.iter().any(|finding| finding.check == check && finding.kind == kind)
    };
    for finding in &mut proof.findings {
        if finding.excused.is_some() || worse(&finding.check, &finding.kind) {
            continue;
        }
        let reason = if had(&finding.check, &finding.kind) {
            "the baseline has it too"
        } else {
            "the baseline did not exercise it"
        };
        finding.excused = Some(Excuse { by: ExcusedBy::Baseline, reason: reason.to_owned(), issue: None });
    }
    for change in difference.regressions.iter().filter(|change| change.level == Level::Must && change.kind.is_none()) {
        proof.objections.push(format!("{}: {}", change.check, change.what));
    }
}
