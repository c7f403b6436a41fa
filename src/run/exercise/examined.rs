//! An exam that is put to a subject, and how it ends.

use std::sync::Arc;

use serde_json::Value;

use crate::rule::{CheckRef, Judgement};
use crate::subject::{Fault, LaunchError};

/// One exam to put to a subject.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    /// The caller's name for it.
    pub(crate) tag: u64,
    /// The check whose exam it is.
    pub(crate) of: CheckRef,
    /// The case.
    pub(crate) input: Arc<Value>,
    /// Once it has ended: a reply was held until the subject was at rest, so what was judged hangs on its being so.
    pub(crate) rested: bool,
    /// Whether somebody wants to know what kind of answers it gets.
    pub(crate) learns: bool,
    /// Once it has ended: that and what they reached, if so.
    pub(crate) said: Vec<u64>,
}

impl Task {
    /// The exam of a case that has not begun.
    pub(crate) fn new(tag: u64, of: CheckRef, input: Arc<Value>) -> Self {
        Self { tag, of, input, rested: false, learns: false, said: Vec::new() }
    }
}

/// How an exam ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Examined {
    /// With a judgement.
    Judged(Judgement),
    /// The subject did not answer; with the tail of its stderr.
    Faulted(Fault, String),
    /// The subject does not offer the method after all.
    NotOffered,
    /// The subject has no way to express the input: why.
    Inexpressible(String),
    /// The run was interrupted before the exam ended.
    Interrupted,
}

impl Examined {
    /// A subject that shows itself to be another one is at fault; one that cannot be started ends the run.
    pub(super) fn not_started(error: LaunchError) -> Self {
        if error.is_the_subjects() { Self::Faulted(error.into(), String::new()) } else { Self::Interrupted }
    }
}
