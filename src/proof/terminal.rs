//! The proof for people at a terminal: one line per rule, then each finding in full.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;

use super::{Conformance, Finding, Outcome, Proof, QuestionResult, RuleResult};
use crate::rule::Level;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
/// A line of JSON up to this width is shown as one line.
const WIDTH: usize = 96;

fn colour(outcome: Outcome) -> Style {
    let colour = match outcome {
        Outcome::Pass => AnsiColor::Green,
        Outcome::Fail | Outcome::Fault => AnsiColor::Red,
        Outcome::NotExercised | Outcome::Undecided => AnsiColor::Yellow,
    };
    colour.on_default()
}

/// The word for an outcome.
#[must_use]
fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "pass",
        Outcome::Fail => "fail",
        Outcome::Fault => "fault",
        Outcome::NotExercised => "not exercised",
        Outcome::Undecided => "undecided",
    }
}

/// Writes the report.
///
/// # Errors
/// When writing fails.
pub fn terminal(proof: &Proof, out: &mut dyn Write) -> io::Result<()> {
    let subject = &proof.subject;
    writeln!(
        out,
        "{BOLD}{}{BOLD:#} {} ({}) {DIM}· proofmark {} · seed {} · {} random cases a check{DIM:#}",
        plain(&subject.name),
        plain(&subject.version),
        plain(&subject.language),
        proof.harness,
        proof.seed,
        proof.cases
    )?;
    for suite in &proof.suites {
        writeln!(out, "\n{BOLD}{}{BOLD:#}", suite.suite)?;
        let rules: Vec<&RuleResult> = proof.rules.iter().filter(|rule| rule.suite == suite.suite).collect();
        let width = rules.iter().map(|rule| local(&rule.rule).len()).max().unwrap_or(0);
        for rule in rules {
            rule_line(rule, width, out)?;
        }
    }
    for finding in &proof.findings {
        show_finding(proof, finding, out)?;
    }
    for question in &proof.questions {
        show_question(question, out)?;
    }
    for note in &proof.notes {
        writeln!(out, "\nnote: {}", plain(note))?;
    }
    writeln!(out)?;
    for suite in &proof.suites {
        summary(proof, &suite.suite, out)?;
    }
    let cases: u64 = proof.rules.iter().map(|rule| rule.cases).sum();
    let settling = match proof.timings.settling_share {
        share if share >= 0.005 => format!(", {:.0} % of it waiting for the subject to come to rest", share * 100.0),
        _ => String::new(),
    };
    writeln!(out, "{DIM}{cases} cases in {:.1} s{settling}{DIM:#}", proof.timings.seconds)?;
    if !proof.complete {
        writeln!(out, "interrupted: what is shown is what was found so far")?;
    }
    Ok(())
}

/// The part of an id behind the suite.
fn local(id: &str) -> &str {
    id.split_once('/').map_or(id, |(_, rest)| rest)
}

fn rule_line(rule: &RuleResult, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let style = colour(rule.outcome);
    let level = if rule.level == Level::Must { String::new() } else { format!(" ({})", rule.level) };
    write!(out, "  {style}{:<13}{style:#} {:<width$}  {}{level}", word(rule.outcome), local(&rule.rule), rule.title)?;
    match &rule.reason {
        Some(reason) => writeln!(out, " {DIM}· {}{DIM:#}", plain(reason)),
        None => writeln!(out, " {DIM}· {} cases{DIM:#}", rule.cases),
    }
}

fn show_finding(proof: &Proof, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let style = colour(finding.outcome).bold();
    writeln!(
        out,
        "\n{style}{}{style:#} {BOLD}{}{BOLD:#} ({}): {}",
        word(finding.outcome).to_uppercase(),
        finding.rule,
        finding.level,
        plain(&finding.kind)
    )?;
    for line in wrapped(&finding.statement) {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "  {DIM}{}{DIM:#}", finding.source)?;
    if let Some(flaky) = &finding.flaky {
        writeln!(out, "  flaky: it failed {flaky} times, so the subject is not deterministic")?;
    }
    for (number, earlier) in finding.history.iter().enumerate() {
        let heading = if number == 0 { "after, on the same process" } else { "then" };
        show_value(heading, &earlier.input, out)?;
    }
    show_value("input", &finding.input, out)?;
    show_value("expected", &finding.expected, out)?;
    show_value("observed", &finding.observed, out)?;
    if let Some(stderr) = &finding.stderr {
        writeln!(out, "  {DIM}stderr{DIM:#}")?;
        for line in stderr.lines() {
            writeln!(out, "    {}", plain(line))?;
        }
    }
    let command = match &proof.subject.command {
        Some(words) => format!(" -- {}", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")),
        None => String::new(),
    };
    let cases = if finding.count == 1 { "1 case".to_owned() } else { format!("{} cases", finding.count) };
    writeln!(out, "  {DIM}seen in {cases}; again:{DIM:#} proofmark replay {}{command}", finding.case)
}

fn show_question(question: &QuestionResult, out: &mut dyn Write) -> io::Result<()> {
    let style = AnsiColor::Yellow.on_default().bold();
    writeln!(out, "\n{style}QUESTION{style:#} {BOLD}{}{BOLD:#}: {}", question.question, question.asks)?;
    match question.readings.as_slice() {
        [] => writeln!(out, "  no reading is left"),
        [one] => writeln!(out, "  the subject follows: {one}"),
        several => writeln!(out, "  the subject is consistent with: {}", several.join(", ")),
    }
}

/// A value under a heading: short JSON on one line, a list of texts line by line, the rest indented.
fn show_value(heading: &str, value: &Value, out: &mut dyn Write) -> io::Result<()> {
    let compact = plain(&value.to_string());
    let text = match value {
        Value::String(text) => Some(vec![plain(text)]),
        Value::Array(items) if !items.is_empty() && items.iter().all(is_sentence) => {
            Some(items.iter().filter_map(Value::as_str).map(plain).collect())
        }
        _ if compact.chars().count() <= WIDTH => Some(vec![compact]),
        _ => None,
    };
    let lines = match text {
        Some(lines) => lines,
        None => serde_json::to_string_pretty(value).unwrap_or_default().lines().map(plain).collect(),
    };
    if let [line] = lines.as_slice() {
        return writeln!(out, "  {DIM}{heading:<9}{DIM:#} {line}");
    }
    writeln!(out, "  {DIM}{heading}{DIM:#}")?;
    for line in lines {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// Whether a text is part of a story rather than a value.
fn is_sentence(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.contains(' '))
}

fn summary(proof: &Proof, suite: &str, out: &mut dyn Write) -> io::Result<()> {
    let Some(result) = proof.suites.iter().find(|result| result.suite == suite) else { return Ok(()) };
    let (words, colour) = match result.verdict {
        Conformance::Conforms => ("conforms", AnsiColor::Green),
        Conformance::PartlyExercised => ("partly exercised", AnsiColor::Yellow),
        Conformance::DoesNotConform => ("does not conform", AnsiColor::Red),
        Conformance::NotExercised => ("not exercised", AnsiColor::Yellow),
    };
    let style = colour.on_default().bold();
    write!(out, "{BOLD}{suite}{BOLD:#}: {style}{words}{style:#}, {} of {} rules pass", result.passed, result.rules)?;
    let scores: Vec<String> = proof
        .do_nothing
        .iter()
        .filter(|score| score.suite == suite)
        .map(|score| format!("{} {}", score.name, score.passed))
        .collect();
    if scores.is_empty() {
        return writeln!(out);
    }
    writeln!(out, " {DIM}(a subject that {}){DIM:#}", scores.join(", "))
}

/// A text without anything that a terminal would act on.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' => out.push(' '),
            c if c.is_control()
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{a0}') =>
            {
                out.extend(c.escape_unicode());
            }
            c => out.push(c),
        }
    }
    out
}

/// A paragraph in lines of a width that reads well.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(safe) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_cannot_write_to_the_terminal() {
        assert_eq!(plain("a\u{1b}[31mb\u{7}\nc\u{202e}"), "a\\u{1b}[31mb\\u{7} c\\u{202e}");
    }

    #[test]
    fn commands_can_be_pasted() {
        assert_eq!(quoted("python3"), "python3");
        assert_eq!(quoted("it's here"), r"'it'\''s here'");
        assert_eq!(quoted(""), "''");
    }
}
