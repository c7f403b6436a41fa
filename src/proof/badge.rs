//! The proof as a badge: what a shields "endpoint" reads.

use std::io::{self, Write};

use serde::Serialize;

use super::{Conformance, Exit, Outcome, Proof};
use crate::rule::Level;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Badge {
    schema_version: u8,
    label: String,
    message: String,
    color: &'static str,
}

/// Writes the badge: one for all proofs, as good as the worst of them.
///
/// # Errors
/// When writing fails.
pub fn badge(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    let (message, color) = message(proofs);
    serde_json::to_writer(&mut *out, &Badge { schema_version: 1, label: label(proofs), message, color })?;
    writeln!(out)
}

/// A badge about one suite names it.
fn label(proofs: &[Proof]) -> String {
    let mut suites: Vec<&str> = proofs.iter().flat_map(|proof| &proof.suites).map(|suite| &*suite.suite).collect();
    suites.dedup();
    match suites.as_slice() {
        [suite] => format!("{} conformance", super::plain(suite)),
        _ => "conformance".to_owned(),
    }
}

fn message(proofs: &[Proof]) -> (String, &'static str) {
    let ends: Vec<Exit> = proofs.iter().map(Exit::of).collect();
    let rules = || proofs.iter().flat_map(|proof| &proof.rules);
    let total = rules().count();
    let partly = || {
        let verdicts = || proofs.iter().flat_map(|proof| &proof.suites).map(|suite| suite.verdict);
        verdicts().any(|verdict| verdict != Conformance::Conforms)
    };
    if ends.contains(&Exit::DoesNot) {
        let failed = rules().filter(|rule| rule.level == Level::Must && rule.outcome.is_failure()).count();
        (format!("fails {failed} of {total} rules"), "red")
    } else if ends.contains(&Exit::Interrupted) {
        ("interrupted".to_owned(), "lightgrey")
    } else if ends.contains(&Exit::Inconclusive) || ends.is_empty() {
        ("inconclusive".to_owned(), "lightgrey")
    } else if partly() {
        let passed = rules().filter(|rule| rule.outcome == Outcome::Pass).count();
        (format!("{passed} of {total} rules"), "yellow")
    } else {
        ("conforms".to_owned(), "brightgreen")
    }
}
