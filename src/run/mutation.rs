//! Whether the rule that declares a mutant catches it.

use super::{Options, RunError, run};
use crate::proof::Finding;
use crate::rule::Declared;

/// What became of one mutant.
#[derive(Debug)]
pub struct Hunt {
    /// Whether its rule caught it.
    pub killed: bool,
    /// After how many cases of the rule's checks, in their order.
    pub cases: u64,
    /// How it was caught.
    pub finding: Option<Finding>,
}

/// Puts the spoiled reference to the rule that must catch the mutant.
///
/// # Errors
/// As [`run`].
pub fn hunt(declared: Declared, options: &Options<'_>) -> Result<Hunt, RunError> {
    let launcher = || declared.reference();
    let selection = vec![(declared.suite, declared.rule)];
    let options =
        Options { jobs: 1, first_failure_only: true, score: false, readings: options.readings.clone(), ..*options };
    let proof = run(&selection, &launcher, &options)?;
    let Some(finding) = proof.findings.into_iter().next() else {
        let cases = proof.rules.iter().map(|rule| rule.cases).sum();
        return Ok(Hunt { killed: false, cases, finding: None });
    };
    let checks = proof.rules.iter().flat_map(|rule| &rule.checks);
    let before: u64 = checks
        .take_while(|check| !finding.check.ends_with(&format!("/{}", check.check)))
        .map(|check| check.cases)
        .sum();
    let index: u64 = finding.case.rsplit(':').next().and_then(|index| index.parse().ok()).unwrap_or(0);
    Ok(Hunt { killed: true, cases: before + index + 1, finding: Some(finding) })
}
