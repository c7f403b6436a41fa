//! What a subject may use of the machine.

/// Limits that the operating system enforces on every process of a subject.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of memory of its own that a process may have.
    pub memory: Option<u64>,
    /// The most seconds of processor time that a process may use in its life.
    pub cpu: Option<u64>,
}

impl Limits {
    /// Whether nothing is limited.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
