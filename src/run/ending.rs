//! How one case ended, as far as the rule is concerned.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::Value;

use super::exercise::Examined;
use super::plan::Planned;
use super::reading::Readings;
use crate::proof::Unseen;
use crate::rule::{Disagreement, Judgement, OnFault, Verdict};
use crate::subject::Fault;

/// How one case ended, as far as the rule is concerned.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Ending {
    /// The property held.
    Held,
    /// It did not.
    Failed(Disagreement),
    /// Nothing was judged: why.
    Unjudged(Unjudged),
    /// The subject goes wrong where this rule is not concerned: how, on which input, and what it is if no other rule
    /// turns out to be broken.
    Blocked(Unjudged, Value, Option<Box<Ending>>),
    /// The subject did not answer.
    Fault(Fault, String),
}

/// Why nothing was judged of a case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unjudged {
    pub(crate) how: Unseen,
    pub(crate) why: Arc<str>,
}

impl Unjudged {
    /// A fault that is left to the rule about answering.
    fn left(fault: &Fault) -> Self {
        Self { how: Unseen::Blocked, why: format!("{NO_ANSWER}{}", fault.kind()).into() }
    }
}

/// The kind of a failure: cases with the same signature show the same bug.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Signature {
    /// A disagreement of this kind.
    Disagreement(String),
    /// A fault of this kind.
    Fault(&'static str),
    /// The reading of a question that the case excludes.
    Excludes(&'static str, &'static str),
}

/// How the kind of a failure begins that is a fault of the subject, for a rule that wants an answer whatever comes.
const NO_ANSWER: &str = "no answer: ";

impl Signature {
    /// The kind of the fault, whether it counts as one or as a failure of its rule.
    pub(crate) fn fault(&self) -> Option<&str> {
        match self {
            Self::Fault(kind) => Some(kind),
            Self::Disagreement(kind) => kind.strip_prefix(NO_ANSWER),
            Self::Excludes(..) => None,
        }
    }

    pub(crate) fn is_fault(&self) -> bool {
        matches!(self, Self::Fault(_))
    }

    pub(crate) fn is_disagreement(&self) -> bool {
        matches!(self, Self::Disagreement(_))
    }

    /// Whether it takes much time to see it again.
    pub(crate) fn is_costly(&self) -> bool {
        self.fault().is_some_and(|kind| Fault::COSTLY.contains(&kind))
    }
}

impl Ending {
    pub(crate) fn unjudged(how: Unseen, why: impl Into<Arc<str>>) -> Self {
        Self::Unjudged(Unjudged { how, why: why.into() })
    }

    /// What the end of the exam of `input` means for the rule that the check belongs to.
    pub(crate) fn of(
        planned: &Planned,
        input: &Value,
        examined: Examined,
        pinned: &Readings,
    ) -> (Self, Vec<crate::rule::Evidence>) {
        match examined {
            Examined::Judged(Judgement { verdict, evidence }) => {
                let ending = match verdict {
                    Verdict::Held => Self::Held,
                    Verdict::Failed(disagreement) => Self::Failed(disagreement),
                    Verdict::Open(why) => Self::unjudged(Unseen::Open, why),
                    Verdict::NotShown(why) => Self::unjudged(Unseen::NotShown, why),
                    Verdict::Blocked { otherwise: Some(disagreement), .. } if planned.takes_back() => {
                        Self::Failed(*disagreement)
                    }
                    Verdict::Blocked { why, ground, otherwise } => {
                        let unjudged = Unjudged { how: Unseen::Blocked, why: why.into() };
                        Self::Blocked(unjudged, ground, otherwise.map(|otherwise| Box::new(Self::Failed(*otherwise))))
                    }
                };
                let ending = match pinned.contradicted(planned, &evidence) {
                    Some(disagreement) if !matches!(ending, Self::Failed(_)) => Self::Failed(disagreement),
                    _ => ending,
                };
                (ending, evidence)
            }
            Examined::NotOffered => {
                (Self::unjudged(Unseen::NotShown, "the subject does not offer the method"), Vec::new())
            }
            Examined::Inexpressible(why) => (Self::unjudged(Unseen::Inexpressible, why), Vec::new()),
            Examined::Interrupted => (Self::unjudged(Unseen::Open, "interrupted"), Vec::new()),
            Examined::Faulted(fault, _) if planned.check.on_fault == OnFault::Fails => {
                let disagreement = Disagreement {
                    kind: format!("{NO_ANSWER}{}", fault.kind()),
                    expected: Value::from("an answer, whatever the input"),
                    observed: Value::from(fault.to_string()),
                    twin: None,
                };
                (Self::Failed(disagreement), Vec::new())
            }
            Examined::Faulted(fault, stderr) if planned.left_to_others.load(Ordering::Relaxed) => {
                let unjudged = Unjudged::left(&fault);
                (Self::Blocked(unjudged, input.clone(), Some(Box::new(Self::Fault(fault, stderr)))), Vec::new())
            }
            Examined::Faulted(fault, stderr) => (Self::Fault(fault, stderr), Vec::new()),
        }
    }

    /// Which bug this ending shows, if any.
    pub(crate) fn signature(&self) -> Option<Signature> {
        match self {
            Self::Failed(disagreement) => Some(Signature::Disagreement(disagreement.kind.clone())),
            Self::Fault(fault, _) => Some(Signature::Fault(fault.kind())),
            Self::Held | Self::Unjudged(_) | Self::Blocked(..) => None,
        }
    }
}
