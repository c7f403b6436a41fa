//! Whether the rule that declares a mutant catches it.

use super::plan::CaseName;
use super::{Options, RunError, Selection, run};
use crate::proof::{Finding, Unseen};
use crate::rule::{Catalogue, Declared};

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
        Options { jobs: 1, most_failures: Some(1), score: false, readings: options.readings.clone(), ..*options };
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
    let index: u64 = CaseName::read(&finding.case).map_or(0, |name| name.index);
    Ok(Hunt { killed: true, cases: before + index + 1, finding: Some(finding) })
}

/// Which rules of their suite the faults of a subject turn red.
#[derive(Debug)]
pub struct Blame {
    /// The rules that fail.
    pub red: Vec<String>,
    /// The rules that do not, and of which some cases could not be judged because of it.
    pub blocked: Vec<String>,
}

/// Puts the reference with these faults to every rule of their suites.
///
/// # Errors
/// As [`run`].
pub fn blame(catalogue: &Catalogue, faults: &[Declared], options: &Options<'_>) -> Result<Blame, RunError> {
    let launcher = || catalogue.reference(faults);
    let concerned = |name: &str| faults.iter().any(|declared| declared.suite.name == name);
    let selection: Selection = catalogue.rules().filter(|(suite, _)| concerned(suite.name)).collect();
    let options = Options { jobs: 1, investigate: false, score: false, readings: options.readings.clone(), ..*options };
    let proof = run(&selection, &launcher, &options)?;
    let mut blame = Blame { red: Vec::new(), blocked: Vec::new() };
    for rule in proof.rules {
        let blocked = |check: &crate::proof::CheckResult| check.unjudged.iter().any(|one| one.how == Unseen::Blocked);
        if rule.outcome.is_failure() {
            blame.red.push(rule.rule);
        } else if rule.checks.iter().any(blocked) {
            blame.blocked.push(rule.rule);
        }
    }
    Ok(blame)
}
