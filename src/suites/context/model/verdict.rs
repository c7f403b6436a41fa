//! What conditions add up to: accept, reject, or nothing.

use super::truth::{Condition, Truth};

/// What the document says of one call.
#[derive(Debug)]
pub(in super::super) struct Said {
    /// Accept, reject, or nothing.
    pub(in super::super) verdict: Verdict,
    /// The conditions that count for this call.
    pub(in super::super) conditions: Vec<Condition>,
}

/// What is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Verdict {
    /// It must succeed.
    Accept,
    /// It must fail.
    Reject,
    /// The document does not say: why not.
    Unspecified(&'static str),
}

impl Said {
    /// Nothing is said: why not.
    pub(super) fn open(why: &'static str) -> Self {
        Self { verdict: Verdict::Unspecified(why), conditions: Vec::new() }
    }

    /// The conditions that are broken.
    pub(in super::super) fn broken(&self) -> impl Iterator<Item = &Condition> {
        self.conditions.iter().filter(|one| one.is_broken())
    }

    /// Whether exactly one rule is broken, this one; where it refers to another, exactly one of those.
    pub(in super::super) fn breaks_only(&self, rule: &str) -> bool {
        let first = self.broken().next().map(|one| one.spelt_out_by);
        self.verdict == Verdict::Reject
            && first.is_some()
            && self.broken().all(|one| one.rule == rule && Some(one.spelt_out_by) == first)
    }
}

/// One broken condition is enough to reject; every one has to hold to accept.
pub(super) fn decide(conditions: Vec<Condition>, odd: bool) -> Said {
    let verdict = match Truth::all(conditions.iter().map(|one| one.truth)) {
        Truth::Broken => Verdict::Reject,
        Truth::Open(why) => Verdict::Unspecified(why),
        Truth::Holds if odd => Verdict::Unspecified("a value of another type than its field's"),
        Truth::Holds => Verdict::Accept,
    };
    Said { verdict, conditions }
}
