//! How a rule came out, and why a case was not judged.

use serde::{Deserialize, Serialize};

/// How a rule came out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Outcome {
    /// Every case held.
    Pass,
    /// A case did not hold.
    Fail,
    /// The subject crashed, hung or broke the protocol.
    Fault,
    /// What the subject does wrong elsewhere keeps it from being judged.
    Blocked,
    /// All that was judged held, and some of its checks could not be put to the subject.
    Partial,
    /// Too few of its cases were judged.
    Inconclusive,
    /// The document allows several readings, and the subject follows one.
    Undecided,
    /// It could not be put to the subject.
    #[default]
    NotExercised,
}

impl Outcome {
    /// Every outcome, the gravest first.
    pub const ALL: [Self; 8] = [
        Self::Fail,
        Self::Fault,
        Self::Blocked,
        Self::Inconclusive,
        Self::Partial,
        Self::Undecided,
        Self::NotExercised,
        Self::Pass,
    ];

    /// Whether the subject did something wrong.
    #[must_use]
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Fail | Self::Fault)
    }
}

/// Why a case was not judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unseen {
    /// The document leaves it open, or the answer can be read in several ways.
    Open,
    /// The subject does not show what would have to be judged.
    NotShown,
    /// The subject goes wrong where the rule is not concerned.
    Blocked,
    /// The runtime has no way to express the input.
    Inexpressible,
}

impl Unseen {
    /// Whether the subject, and not the document, is why nothing can be said.
    #[must_use]
    pub fn is_the_subjects(self) -> bool {
        self != Self::Open
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Fault => "fault",
            Self::Blocked => "blocked",
            Self::Partial => "partial",
            Self::Inconclusive => "inconclusive",
            Self::Undecided => "undecided",
            Self::NotExercised => "not exercised",
        })
    }
}
