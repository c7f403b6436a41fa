//! What a wrong answer goes back to.
//!
//! The rules of this suite overlap: an entry that is lost breaks the sum, the frame, the order and more. So a wrong
//! answer is traced to one rule by experiment, and blocks the others.

pub(super) mod contribution;
pub(super) mod request;

use serde_json::Value;

use crate::rule::{Judgement, Verdict};

/// The rule that a wrong answer belongs to.
pub(super) struct Cause {
    /// The rule.
    pub(super) rule: &'static str,
    /// What shows it.
    why: &'static str,
}

impl Cause {
    /// The case is blocked: its rule is not the one.
    pub(super) fn blocks(&self, ground: &Value) -> Judgement {
        Judgement::blocked(format!("{}: that is turn/{}", self.why, self.rule), ground)
    }
}

fn to(rule: &'static str, why: &'static str) -> Cause {
    Cause { rule, why }
}

/// What a rule has against an answer that goes back to it: its own story, or what the experiment showed.
fn counted(own: Judgement, cause: &Cause, due: Value, found: Value) -> Judgement {
    if matches!(own.verdict, Verdict::Failed(_)) { own } else { Judgement::failed(cause.why, due, found) }
}
