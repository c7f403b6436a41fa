//! The proof as SARIF 2.1.0, for code scanning: one run per proof, one result per finding.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::words;
use super::{Excuse, Finding, Proof, RuleResult};
use crate::inert::{self, plain};
use crate::rule::Level;

#[derive(Serialize)]
struct Log {
    version: &'static str,
    #[serde(rename = "$schema")]
    schema: &'static str,
    runs: Vec<Run>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Value,
    invocations: [Value; 1],
    column_kind: &'static str,
    results: Vec<Report>,
    properties: Value,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    rule_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    partial_fingerprints: Value,
    occurrence_count: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Value>,
    properties: Value,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<Value>,
    logical_locations: [Value; 1],
}

/// Writes the report.
///
/// # Errors
/// When writing fails.
pub fn sarif(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    let log = Log {
        version: "2.1.0",
        schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        runs: proofs.iter().map(run).collect(),
    };
    writeln!(out, "{}", inert::json(&serde_json::to_string_pretty(&log)?))
}

fn run(proof: &Proof) -> Run {
    let rules: Vec<Value> = proof.rules.iter().map(|rule| descriptor(proof, rule)).collect();
    Run {
        tool: json!({"driver": {"name": "proofmark", "version": proof.harness, "rules": rules}}),
        invocations: [json!({"executionSuccessful": proof.complete})],
        column_kind: "unicodeCodePoints",
        results: proof.findings.iter().map(|finding| report(proof, finding)).collect(),
        properties: json!({"subject": words::subject(proof), "seed": proof.seed}),
    }
}

fn descriptor(proof: &Proof, rule: &RuleResult) -> Value {
    let mut descriptor = json!({
        "id": plain(&rule.rule),
        "shortDescription": {"text": literal(&format!("A conforming runtime {}.", rule.title))},
        "defaultConfiguration": {"level": level(rule.level)},
        "properties": {"level": rule.level, "outcome": rule.outcome, "cases": rule.cases, "tags": [plain(&rule.suite)]},
    });
    if let Some(finding) = proof.findings.iter().find(|finding| finding.rule == rule.rule) {
        let text = literal(&format!("{} ({})", finding.statement, finding.source));
        descriptor["fullDescription"] = json!({"text": text});
        descriptor["help"] = json!({"text": text});
    }
    descriptor
}

fn report(proof: &Proof, finding: &Finding) -> Report {
    let replay = words::replay_command(proof, finding);
    let text = format!("{}: {}. {} Again: {replay}", finding.rule, finding.kind, finding.statement);
    Report {
        rule_id: plain(&finding.rule),
        rule_index: proof.rules.iter().position(|rule| rule.rule == finding.rule),
        level: level(finding.level),
        message: Message { text: literal(&text) },
        locations: [Location {
            physical_location: source_file(proof)
                .map(|uri| json!({"artifactLocation": {"uri": uri}, "region": {"startLine": 1}})),
            logical_locations: [json!({
                "name": plain(words::local(&finding.check)),
                "fullyQualifiedName": plain(&finding.check),
                "kind": "function",
            })],
        }],
        partial_fingerprints: json!({"finding/v1": fingerprint(finding, is_first(proof, finding))}),
        occurrence_count: finding.count.max(1),
        suppressions: suppressions(finding),
        properties: json!({
            "case": finding.case,
            "input": finding.input,
            "expected": finding.expected,
            "observed": finding.observed,
            "replay": replay,
        }),
    }
}

/// A failure that is let through is there, and suppressed.
fn suppressions(finding: &Finding) -> Vec<Value> {
    let suppression = |excuse: &Excuse| json!({"kind": "external", "justification": plain(&excuse.reason)});
    finding.excused.iter().map(suppression).collect()
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Must => "error",
        Level::Should => "warning",
        Level::Recommended => "note",
    }
}

/// Whether no finding before it is of the same kind.
fn is_first(proof: &Proof, finding: &Finding) -> bool {
    let alike = |other: &&Finding| other.check == finding.check && other.kind == finding.kind;
    proof.findings.iter().find(alike).is_none_or(|first| std::ptr::eq(first, finding))
}

/// The same for the same bug in every run: the case that shows it may differ, the kind does not. Of several bugs of one
/// kind all but the first are told apart by their smallest input.
fn fingerprint(finding: &Finding, first: bool) -> String {
    let text = if first {
        json!([finding.rule, finding.check, finding.kind])
    } else {
        json!([finding.rule, finding.check, finding.kind, finding.input])
    };
    let text = text.to_string();
    let number = Sha256::digest(text).iter().take(16).fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    format!("{number:032x}")
}

/// A text that SARIF takes as it stands: braces would be placeholders, `[…](…)` a link.
fn literal(text: &str) -> String {
    plain(text).replace('{', "{{").replace('}', "}}").replace("](", "] (")
}

/// The file of the repository that the subject is started from, where the command names one: code scanning
/// shows only results that stand in a file.
fn source_file(proof: &Proof) -> Option<String> {
    let is_file = |word: &&String| {
        let name = word.rsplit('/').next().unwrap_or_default();
        let relative = !word.starts_with(['/', '-', '~']) && !word.contains("..") && !word.contains("//");
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c));
        relative && plain && name.trim_start_matches('.').contains('.')
    };
    let word = proof.subject.command.as_ref()?.iter().find(is_file)?;
    Some(word.trim_start_matches("./").to_owned())
}
