//! What a subject may use of the machine, and what it may say.

use std::time::Duration;

use super::super::Bounds;

/// How long a subject may take to start unless told otherwise: longer than a call, it may have to load a model.
pub(super) const START: Duration = Duration::from_secs(30);

/// Limits of every process of a subject.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of memory of its own that a process may have.
    pub memory: Option<u64>,
    /// The most seconds of processor time that a process may use in its life.
    pub cpu: Option<u64>,
    /// How long it may take to start, 30 s if not said.
    pub start: Option<Duration>,
    /// What it may say.
    pub bounds: Bounds,
}

impl Limits {
    /// Whether the operating system has nothing to enforce.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.memory.is_none() && self.cpu.is_none()
    }
}
