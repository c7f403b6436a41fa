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
use super::params::items;
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

/// The gates that look at what was declared.
const OF_FILES: [&str; 4] = ["deliverable_presence", "placeholder", "file", "structural_integrity"];

/// The gates that break with their events, and the ones in doubt.
#[derive(Debug)]
pub(in crate::suites::awp) struct Outcome {
    pub(in crate::suites::awp) broken: Vec<(&'static str, Value)>,
    pub(in crate::suites::awp) doubts: Vec<(&'static str, &'static str)>,
    /// What is wrong, gate by gate.
    reasons: Vec<String>,
}

/// Puts evidence through all gates, if all of it can be read and the harness sends it.
pub(in crate::suites::awp) fn outcome(params: &Value) -> Result<Outcome, &'static str> {
    let evidence = Evidence::read(params);
    let thresholds = &params["evaluation"]["thresholds"];
    if thresholds.is_object() && ["accept", "retry", "fail"].iter().any(|name| thresholds[name].is_null()) {
        return Err("thresholds that the harness does not send");
    }
    evidence.unclear.map_or_else(|| Ok(found(&evidence)), Err)
}

/// Puts evidence through all gates: of what cannot be read, no gate of files is sure.
pub(in crate::suites::awp) fn outcome_so_far(params: &Value) -> Outcome {
    found(&Evidence::read(params))
}

fn found(evidence: &Evidence<'_>) -> Outcome {
    let mut outcome = Outcome { broken: Vec::new(), doubts: Vec::new(), reasons: Vec::new() };
    for (name, gate) in GATES {
        match (gate(evidence), evidence.unclear) {
            (Finding::Passes, Some(why)) if OF_FILES.contains(&name) => outcome.doubts.push((name, why)),
            (Finding::Passes, _) => {}
            (Finding::Breaks { event, why }, _) => {
                outcome.broken.push((name, event));
                outcome.reasons.push(format!("{name}: {why}"));
            }
            (Finding::Doubt(why), _) => outcome.doubts.push((name, why)),
        }
    }
    outcome
}

/// What the document says of a completion.
pub(in crate::suites::awp) fn expect_complete(params: &Value) -> Expected {
    // A case has its files in words: it is no evidence yet.
    if items(&params["files"]).iter().any(|file| !file["base64"].is_string()) {
        return unspecified("gate-file", "a file without contents");
    }
    let Outcome { broken, doubts, reasons } = outcome_so_far(params);
    let rules = |gates: Vec<&str>| gates.iter().map(|gate| format!("gate-{}", gate.replace('_', "-"))).collect();
    if !broken.is_empty() {
        let rules = rules(broken.iter().map(|(gate, _)| *gate).collect());
        return Expected { expect: Expect::Reject, rules, reason: reasons.join("; "), answer: None };
    }
    if doubts.is_empty() {
        return answering(accept("every gate passes"), json!({"accepted": true}));
    }
    let mut whys: Vec<&str> = doubts.iter().map(|(_, why)| *why).collect();
    whys.dedup();
    let rules = rules(doubts.iter().map(|(gate, _)| *gate).collect());
    Expected { expect: Expect::Unspecified, rules, reason: whys.join("; "), answer: None }
}
