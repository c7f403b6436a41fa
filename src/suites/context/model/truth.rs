//! What one sentence of the document says of one input: it holds, it is
//! broken, or the document leaves it open.

/// Whether a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Truth {
    /// The document says yes.
    Holds,
    /// The document says no.
    Broken,
    /// The document does not say: why not.
    Open(&'static str),
}

/// One condition of a rule, put to one input.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Condition {
    /// The rule that demands it.
    pub(in super::super) rule: &'static str,
    /// The rule that spells it out, where `rule` only refers to it.
    pub(in super::super) spelt_out_by: Option<&'static str>,
    /// What is wrong when it is broken, in a few words.
    pub(in super::super) fault: &'static str,
    /// The places of the params that it looks at.
    pub(in super::super) slots: &'static [&'static str],
    /// Whether it holds.
    pub(in super::super) truth: Truth,
}

impl Truth {
    /// Holds if `yes`, is broken otherwise.
    pub(in super::super) fn of(yes: bool) -> Self {
        if yes { Self::Holds } else { Self::Broken }
    }

    /// True if any of them is: one that holds decides.
    pub(in super::super) fn any(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().fold(Self::Broken, |sum, next| match (sum, next) {
            (Self::Holds, _) | (_, Self::Holds) => Self::Holds,
            (Self::Open(why), _) | (_, Self::Open(why)) => Self::Open(why),
            (Self::Broken, Self::Broken) => Self::Broken,
        })
    }

    /// True if all of them are: one that is broken decides.
    pub(in super::super) fn all(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().fold(Self::Holds, |sum, next| match (sum, next) {
            (Self::Broken, _) | (_, Self::Broken) => Self::Broken,
            (Self::Open(why), _) | (_, Self::Open(why)) => Self::Open(why),
            (Self::Holds, Self::Holds) => Self::Holds,
        })
    }

    /// The opposite.
    pub(in super::super) fn negated(self) -> Self {
        match self {
            Self::Holds => Self::Broken,
            Self::Broken => Self::Holds,
            Self::Open(why) => Self::Open(why),
        }
    }
}

impl Condition {
    /// A condition that its own rule spells out.
    pub(in super::super) fn new(
        rule: &'static str,
        fault: &'static str,
        slots: &'static [&'static str],
        truth: Truth,
    ) -> Self {
        Self { rule, spelt_out_by: None, fault, slots, truth }
    }

    /// The same condition, as `rule` demands it by referring to its own rule.
    pub(in super::super) fn referred_to_by(self, rule: &'static str) -> Self {
        Self { rule, spelt_out_by: Some(self.rule), ..self }
    }

    /// Whether it is broken.
    pub(in super::super) fn is_broken(&self) -> bool {
        self.truth == Truth::Broken
    }
}
