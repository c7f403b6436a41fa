//! Failures that a gate lets through.

use serde::{Deserialize, Serialize};

use super::{Finding, Proof, RuleResult};

/// Why a failure does not fail the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excuse {
    /// Who lets it through.
    pub by: ExcusedBy,
    /// Why.
    pub reason: String,
    /// Where it is worked on.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub issue: Option<String>,
}

/// Who lets a failure through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExcusedBy {
    /// The file of known failures.
    Known,
    /// The baseline, which is no better.
    Baseline,
}

impl Proof {
    /// Whether a rule fails, and only in ways that are let through.
    #[must_use]
    pub fn excuses(&self, rule: &RuleResult) -> bool {
        rule.outcome.is_failure()
            && rule.checks.iter().filter(|check| check.outcome.is_failure()).all(|check| {
                let id = format!("{}/{}", rule.rule, check.check);
                let mut mine = self.findings.iter().filter(|finding| finding.check == id).peekable();
                mine.peek().is_some() && mine.all(Finding::is_excused)
            })
    }
}

impl Finding {
    /// Whether a gate lets it through.
    #[must_use]
    pub fn is_excused(&self) -> bool {
        self.excused.is_some()
    }
}
