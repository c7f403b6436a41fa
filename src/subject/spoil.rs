//! Ways of being wrong that several mutants go, each with matter of its own.

use serde_json::Value;

use super::Request;

/// Spoils a right answer with what a mutant is about, and where it goes wrong or how.
pub type Goes<F> = fn(Request<'_>, Value, [&'static str; 2], F) -> Value;

/// A way of spoiling right answers, and what one mutant brings to it.
#[derive(Debug, Clone, Copy)]
pub struct Way<F> {
    /// What the mutant is about: a rule, a code, a field.
    pub about: [&'static str; 2],
    /// Where it goes wrong, or how.
    pub how: F,
    /// The way that it goes.
    pub goes: Goes<F>,
}

impl<F: Copy> Way<F> {
    /// A right answer, spoiled.
    pub(super) fn spoil(&self, request: Request<'_>, answer: Value) -> Value {
        (self.goes)(request, answer, self.about, self.how)
    }
}
