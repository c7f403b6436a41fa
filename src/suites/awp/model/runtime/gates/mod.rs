//! The seven gates as the document has them: each passes, breaks, or is in doubt.

pub(in crate::suites::awp) mod base64;
mod evidence;
pub(in crate::suites::awp) mod files;
pub(in crate::suites::awp) mod ground;
pub(in crate::suites::awp) mod placeholders;
mod scores;
mod structure;

use serde_json::{Value, json};

pub(in crate::suites::awp) use self::evidence::has_extension;
use self::evidence::{Evidence, Finding};
use super::says::{accept, answering, unspecified};
use crate::rule::{Expect, Expected};

/// How a gate looks at evidence.
pub(in crate::suites::awp) type Gate = fn(&Evidence<'_>) -> Finding;

/// The gates in the document's order.
pub(in crate::suites::awp) const GATES: [(&str, Gate); 7] = [
    ("critique", scores::critique),
    ("deliverable_presence", files::presence),
    ("placeholder", placeholders::gate),
    ("file", files::file),
    ("deliverable", files::deliverable),
    ("structural_integrity", structure::structure),
    ("eval", scores::eval),
];

/// The gates that break with their events, and the ones in doubt.
#[derive(Debug)]
pub(in crate::suites::awp) struct Outcome {
    pub(in crate::suites::awp) broken: Vec<(&'static str, Value)>,
    pub(in crate::suites::awp) doubts: Vec<(&'static str, &'static str)>,
}

/// Puts evidence through all gates.
pub(in crate::suites::awp) fn outcome(params: &Value) -> Result<Outcome, &'static str> {
    let evidence = Evidence::read(params)?;
    let mut outcome = Outcome { broken: Vec::new(), doubts: Vec::new() };
    for (name, gate) in GATES {
        match gate(&evidence) {
            Finding::Passes => {}
            Finding::Breaks(event) => outcome.broken.push((name, event)),
            Finding::Doubt(why) => outcome.doubts.push((name, why)),
        }
    }
    Ok(outcome)
}

/// What the document says of a completion.
pub(in crate::suites::awp) fn expect_complete(params: &Value) -> Expected {
    match outcome(params) {
        Err(why) => unspecified("gate-file", why),
        Ok(Outcome { broken, .. }) if !broken.is_empty() => Expected {
            expect: Expect::Reject,
            rules: broken.iter().map(|(gate, _)| format!("gate-{}", gate.replace('_', "-"))).collect(),
            reason: "a gate rejects the completion".to_owned(),
            answer: None,
        },
        Ok(Outcome { doubts, .. }) => match doubts.first() {
            Some((gate, why)) => unspecified(&format!("gate-{}", gate.replace('_', "-")), *why),
            None => answering(accept("every gate passes"), json!({"accepted": true})),
        },
    }
}
