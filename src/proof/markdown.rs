//! The proof as Markdown, for step summaries and pages in a repository.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::Value;

use super::escape::escaped;
use super::matrix::matrix;
use super::telling;
use super::words::{self, clipped, json, value_lines, word};
use super::{Finding, Outcome, Proof, QuestionResult, SuiteResult};
use crate::inert::plain_lines;

/// Writes the report. Several proofs are shown side by side first.
///
/// # Errors
/// When writing fails.
pub fn markdown(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    if proofs.len() > 1 {
        matrix(proofs, out)?;
    }
    for (number, proof) in proofs.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        page(proof, out)?;
    }
    Ok(())
}

fn page(proof: &Proof, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Conformance of {}\n", escaped(&words::subject(proof)))?;
    writeln!(
        out,
        "| suite | verdict | pass | fail | fault | blocked | partial | inconclusive | undecided | not exercised | passed without looking |"
    )?;
    writeln!(out, "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|")?;
    for suite in &proof.suites {
        suite_row(proof, suite, out)?;
    }
    let cases: u64 = proof.rules.iter().map(|rule| rule.cases).sum();
    let shard = proof.shard.as_ref().map_or_else(String::new, |shard| format!(", shard {}", escaped(shard)));
    let judged = words::judged(proof.rules.iter().map(|rule| rule.judged).sum(), cases);
    writeln!(out, "\n{judged}, seed {}{shard}, proofmark {}.", proof.seed, escaped(&proof.harness))?;
    if !proof.complete {
        writeln!(out, "\n**Interrupted:** what is shown is what was found so far.")?;
    }
    if !proof.findings.is_empty() {
        writeln!(out, "\n## Findings")?;
    }
    for finding in &proof.findings {
        show_finding(proof, finding, out)?;
    }
    not_judged(proof, out)?;
    if !proof.questions.is_empty() {
        writeln!(out, "\n## Questions that the documents leave open\n")?;
    }
    for question in &proof.questions {
        show_question(question, out)?;
    }
    for objection in &proof.objections {
        writeln!(out, "\n**Objection:** {}", escaped(objection))?;
    }
    for note in &proof.notes {
        writeln!(out, "\nNote: {}", escaped(note))?;
    }
    Ok(())
}

fn suite_row(proof: &Proof, suite: &SuiteResult, out: &mut dyn Write) -> io::Result<()> {
    let count =
        |outcome| proof.rules.iter().filter(|rule| rule.suite == suite.suite && rule.outcome == outcome).count();
    writeln!(
        out,
        "| {} | **{}** | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        escaped(&suite.suite),
        words::conclusion(suite.verdict, suite.passed),
        count(Outcome::Pass),
        count(Outcome::Fail),
        count(Outcome::Fault),
        count(Outcome::Blocked),
        count(Outcome::Partial),
        count(Outcome::Inconclusive),
        count(Outcome::Undecided),
        count(Outcome::NotExercised),
        words::do_nothing(proof, &suite.suite).map_or_else(String::new, |scores| escaped(&scores))
    )
}

fn show_finding(proof: &Proof, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n### {}: {}\n", escaped(&finding.rule), escaped(&finding.kind))?;
    let source = escaped(&finding.source);
    writeln!(out, "**{}:** {} ({source})", finding.level, escaped(&finding.statement))?;
    if let Some(excuse) = &finding.excused {
        let issue = excuse.issue.as_deref().map(|issue| format!(" ({})", escaped(issue))).unwrap_or_default();
        writeln!(out, "\n**Known:** {}{issue}", escaped(&excuse.reason))?;
    }
    if let Some(flaky) = &finding.flaky {
        let flaky = escaped(flaky);
        writeln!(out, "\n**Flaky:** it failed {flaky} times, so the subject is not deterministic.")?;
    }
    for (number, earlier) in finding.history.iter().enumerate() {
        let heading = if number == 0 { "After, on the same process" } else { "Then" };
        block(heading, "json", &json(&earlier.input), out)?;
    }
    block("Input", "json", &json(&finding.input), out)?;
    if let Some(twin) = &finding.twin {
        block(&format!("Beside, {}", escaped(&twin.what)), "json", &json(&twin.input), out)?;
    }
    block("Expected", language(&finding.expected), &value_lines(&finding.expected).join("\n"), out)?;
    block("Observed", language(&finding.observed), &value_lines(&finding.observed).join("\n"), out)?;
    if let Some(accepted) = telling::accepted(finding, false) {
        writeln!(out, "\n**Right with:** {}", escaped(&accepted))?;
    }
    for reach in telling::reaches(finding) {
        writeln!(out, "\n**Fails as well:** {}", escaped(&reach))?;
    }
    if !finding.touches.is_empty() {
        writeln!(out, "\n**Blocks:** {}", escaped(&finding.touches.join(", ")))?;
    }
    if let Some(stderr) = &finding.stderr {
        block("Stderr", "text", &plain_lines(stderr), out)?;
    }
    let cases = words::cases(finding.count);
    block(&format!("Seen in {cases}. Again"), "sh", &words::replay_command(proof, finding, false), out)
}

/// How a value is shown: a text or a story as itself, the rest as JSON.
fn language(value: &Value) -> &'static str {
    if value_lines(value).first().is_some_and(|line| line.starts_with(['{', '['])) { "json" } else { "text" }
}

/// Rules without a finding that did not pass, by the reason.
fn not_judged(proof: &Proof, out: &mut dyn Write) -> io::Result<()> {
    let mut groups: BTreeMap<(Outcome, String), Vec<String>> = BTreeMap::new();
    let has_finding = |rule: &str| proof.findings.iter().any(|finding| finding.rule == rule);
    for rule in proof.rules.iter().filter(|rule| rule.outcome != Outcome::Pass && !has_finding(&rule.rule)) {
        let reason = rule.reason.clone().unwrap_or_default();
        groups.entry((rule.outcome, reason)).or_default().push(escaped(&rule.rule));
    }
    if groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## Rules without a verdict\n\n| outcome | why | rules |\n|---|---|---|")?;
    for ((outcome, reason), rules) in groups {
        writeln!(out, "| {} | {} | {} |", word(outcome), escaped(&reason), rules.join(", "))?;
    }
    Ok(())
}

fn show_question(question: &QuestionResult, out: &mut dyn Write) -> io::Result<()> {
    let (id, asks) = (escaped(&question.question), escaped(&question.asks));
    writeln!(out, "- **{id}:** {asks} {}.", capital(&escaped(&words::reading(question))))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// A fenced block under a heading; the fence is longer than any in the text.
fn block(heading: &str, language: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let text = clipped(text.to_owned());
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    writeln!(out, "\n{heading}:\n\n{fence}{language}\n{text}\n{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_cannot_be_closed_from_inside() {
        let mut out = Vec::new();
        block("Input", "text", "a\n````\nb", &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "\nInput:\n\n`````text\na\n````\nb\n`````\n");
    }
}
