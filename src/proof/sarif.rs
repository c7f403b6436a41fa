//! The proof as SARIF 2.1.0, for code scanning: one run per proof, one result per finding.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::address::address;
use super::words::{self, clipped};
use super::{Excuse, Finding, Proof, RuleResult};
use crate::inert::{self, plain};
use crate::rule::Level;
use crate::sarif::{descriptor, digest, line_hash, literal, log, run};

/// Writes the report.
///
/// # Errors
/// When writing fails.
pub fn sarif(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    let mut categories: Vec<String> = Vec::new();
    let mut runs = Vec::new();
    for proof in proofs {
        let category = format!("proofmark/{}", plain(&proof.subject.name).replace('/', "-"));
        let same = categories.iter().filter(|other| **other == category).count();
        categories.push(category.clone());
        let category = if same == 0 { category } else { format!("{category}-{}", same + 1) };
        runs.push(of_proof(proof, &category));
    }
    writeln!(out, "{}", inert::json(&serde_json::to_string_pretty(&log(&runs))?))
}

fn of_proof(proof: &Proof, category: &str) -> Value {
    let rules: Vec<Value> = proof.rules.iter().map(|rule| rule_of(proof, rule)).collect();
    let results: Vec<Value> = proof.findings.iter().map(|finding| result(proof, finding)).collect();
    let mut run = run(&proof.harness, category, proof.complete, &rules, &results);
    run["properties"] = json!({"subject": words::subject(proof), "seed": proof.seed});
    run
}

fn rule_of(proof: &Proof, rule: &RuleResult) -> Value {
    let finding = proof.findings.iter().find(|finding| finding.rule == rule.rule);
    let demand = finding.map(|finding| (finding.statement.as_str(), finding.source.as_str()));
    let mut rule_of = descriptor(&rule.rule, &rule.title, level(rule.level), demand);
    let page = address(&rule.rule);
    let known = [
        ("level", json!(rule.level)),
        ("outcome", json!(rule.outcome)),
        ("cases", json!(rule.cases)),
        // From the first page of a book; `helpUri` has to be absolute.
        ("page", json!(page)),
    ];
    for (name, value) in known {
        rule_of["properties"][name] = value;
    }
    rule_of
}

fn result(proof: &Proof, finding: &Finding) -> Value {
    let replay = words::replay_command(proof, finding, false);
    let show = |value: &Value| clipped(inert::json(&value.to_string()));
    let seen = format!(
        "{}: {}. Input: {} Expected: {} Observed: {}",
        finding.rule,
        finding.kind,
        show(&finding.input),
        show(&finding.expected),
        show(&finding.observed),
    );
    let text = format!("{seen} {} Again: {replay}", finding.statement);
    // The same for the same bug in every run: the case that shows it may differ, the kind does not. Of several bugs of
    // one kind all but the first are told apart by their smallest input.
    let mut bug = json!([finding.rule, finding.check, finding.kind]);
    if !is_first(proof, finding) {
        bug = json!([bug, finding.input]);
    }
    let mut location = json!({
        "logicalLocations": [{
            "name": plain(words::local(&finding.check)),
            "fullyQualifiedName": plain(&finding.check),
            "kind": "function",
        }],
    });
    if let Some(uri) = source_file(proof) {
        location["physicalLocation"] = json!({"artifactLocation": {"uri": uri}, "region": {"startLine": 1}});
    }
    let mut result = json!({
        "ruleId": plain(&finding.rule),
        "level": level(finding.level),
        "message": {"text": literal(&text)},
        "locations": [location],
        // All results of a proof stand in the same line: what tells them apart is the bug.
        "partialFingerprints": {"primaryLocationLineHash": line_hash(&bug, 1), "finding/v1": digest(&bug)},
        "occurrenceCount": finding.count.max(1),
        "properties": {
            "case": finding.case,
            "input": finding.input,
            "expected": finding.expected,
            "observed": finding.observed,
            "replay": replay,
        },
    });
    if let Some(index) = proof.rules.iter().position(|rule| rule.rule == finding.rule) {
        result["ruleIndex"] = index.into();
    }
    // A failure that is let through is there, and suppressed.
    if let Some(Excuse { reason, .. }) = &finding.excused {
        result["suppressions"] = json!([{"kind": "external", "justification": plain(reason)}]);
    }
    result
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
