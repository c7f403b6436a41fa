//! What a run comes to, as an exit code: never a count.

use super::{Conformance, Finding, Outcome, Proof};
use crate::rule::Level;

/// How the process exits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The subject conforms.
    Conforms,
    /// It does not.
    DoesNot,
    /// The command line was wrong.
    Usage,
    /// The subject could not be started or initialised.
    NotStarted,
    /// Nothing could be concluded.
    Inconclusive,
    /// The user interrupted the run.
    Interrupted,
}

impl Exit {
    /// The exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Conforms => 0,
            Self::DoesNot => 1,
            Self::Usage => 2,
            Self::NotStarted => 3,
            Self::Inconclusive => 4,
            Self::Interrupted => 130,
        }
    }

    /// How bad it is, beside others: what does not conform outweighs what could not be concluded.
    #[must_use]
    pub fn gravity(self) -> u8 {
        match self {
            Self::Conforms => 0,
            Self::Inconclusive => 1,
            Self::Interrupted => 2,
            Self::NotStarted => 3,
            Self::Usage => 4,
            Self::DoesNot => 5,
        }
    }

    /// What a proof comes to.
    #[must_use]
    pub fn of(proof: &Proof) -> Self {
        let broken = proof
            .rules
            .iter()
            .any(|rule| rule.level == Level::Must && rule.outcome.is_failure() && !proof.excuses(rule));
        // A rule that nothing was concluded of: too little of it was judged, or what blocks it is not among the
        // findings of this run.
        let inconclusive = proof.rules.iter().any(|rule| {
            let blocked = rule.outcome == Outcome::Blocked && proof.findings.is_empty();
            rule.level == Level::Must && (rule.outcome == Outcome::Inconclusive || blocked)
        });
        let nothing = proof.suites.iter().all(|suite| suite.verdict == Conformance::NotExercised);
        // Where everything that was exercised is excused, nothing speaks for the subject.
        let only_excuses = proof.findings.iter().any(Finding::is_excused)
            && !proof.rules.iter().any(|rule| matches!(rule.outcome, Outcome::Pass | Outcome::Undecided));
        if proof.stopped.is_some() {
            Self::NotStarted
        } else if !proof.complete {
            Self::Interrupted
        } else if broken || !proof.objections.is_empty() {
            Self::DoesNot
        } else if nothing || only_excuses || (inconclusive && proof.shard.is_none()) {
            Self::Inconclusive
        } else {
            Self::Conforms
        }
    }
}

/// What all suites come to together.
pub(super) fn overall(proof: &Proof) -> Conformance {
    let all = |verdict| proof.suites.iter().all(|suite| suite.verdict == verdict);
    if proof.suites.iter().any(|suite| suite.verdict == Conformance::DoesNotConform) {
        Conformance::DoesNotConform
    } else if all(Conformance::NotExercised) {
        Conformance::NotExercised
    } else if all(Conformance::Conforms) {
        Conformance::Conforms
    } else {
        Conformance::PartlyExercised
    }
}
