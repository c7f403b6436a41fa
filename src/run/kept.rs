//! Inputs that failed in an earlier run: they are put first, whatever is drawn this time.
//!
//! They have names of their own and no number, so that case 17 of a check stays case 17 and extents of failures can be
//! compared, whether anything was kept or not.

use std::sync::Arc;

use serde_json::Value;

use super::finding::finding;
use super::found::{Found, Steadiness};
use super::investigate::Findings;
use super::plan::Planned;
use super::shrink::Scene;
use super::tally::{Ending, Signature};
use crate::proof::{Finding, Outcome};
use crate::subject::Fault;

/// Between the check and the name of a kept input, in the name of its case.
pub const MARK: &str = ":regression:";

/// An input that failed in an earlier run.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// Its name, for ever.
    pub name: String,
    /// The check, by its full id.
    pub check: String,
    /// The input.
    pub input: Value,
}

/// Puts what was kept, each by itself, and shows what fails again: the first input of every kind of failure.
pub(super) fn put_first(scene: Scene<'_>, exercised: &[usize], kept: &[Kept]) -> Findings {
    let mut failing = Findings::new();
    let mut worker = scene.fresh();
    for kept in kept {
        let place = exercised.iter().copied().find(|place| scene.plan[*place].id == kept.check);
        let Some(place) = place.filter(|_| !scene.limits.are_over()) else { continue };
        let planned = &scene.plan[place];
        let input = Arc::new(kept.input.clone());
        let examined = worker.examine_one(planned.of, &input);
        let (ending, _) = Ending::of(planned, &input, examined, scene.pinned);
        let Some(signature) = ending.signature() else { continue };
        failing
            .entry((place, signature.clone()))
            .or_insert_with(|| vec![shown(planned, &signature, kept, input, ending)]);
    }
    failing
}

fn shown(planned: &Planned, signature: &Signature, kept: &Kept, input: Arc<Value>, ending: Ending) -> Finding {
    let found = Found::new(input, ending, Steadiness::Alone);
    let case = format!("{}{MARK}{}", planned.id, kept.name);
    Finding { case, ..finding(planned, signature, 0, 1, &found) }
}

/// Adds what failed again to what the run found: where it found the same, its own finding says more.
pub(super) fn add(findings: &mut Findings, kept: Findings) {
    for (key, finding) in kept {
        findings.entry(key).or_insert(finding);
    }
}

/// The findings of a shard that it has from kept inputs.
pub(super) fn of_shard(plan: &[Planned], findings: &[Finding]) -> Findings {
    let kept = findings.iter().filter(|finding| finding.case.contains(MARK));
    let mut keyed = Findings::new();
    for (key, finding) in kept.filter_map(|finding| {
        let place = plan.iter().position(|planned| planned.id == finding.check)?;
        let signature = match finding.outcome {
            Outcome::Fault => {
                let kind = finding.kind.strip_prefix("fault: ")?;
                Signature::Fault(Fault::KINDS.iter().copied().find(|known| *known == kind)?)
            }
            _ => Signature::Disagreement(finding.kind.clone()),
        };
        Some(((place, signature), finding.clone()))
    }) {
        keyed.entry(key).or_default().push(finding);
    }
    keyed
}
