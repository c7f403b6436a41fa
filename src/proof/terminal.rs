//! The proof for people at a terminal: what is not green, each finding in full, and the sum; more or less on request.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::telling;
use super::words::{self, WIDTH, local, word, wrapped};
use super::{Conformance, Excuse, Exit, Finding, Outcome, Proof, QuestionResult, RuleResult};
use crate::inert::plain;
use crate::rule::Level;

const BOLD: Style = Style::new().bold();
/// Where the ids of rules begin.
const MARGIN: usize = 16;
const DIM: Style = Style::new().dimmed();

fn colour(outcome: Outcome) -> Style {
    let colour = match outcome {
        Outcome::Pass => AnsiColor::Green,
        Outcome::Fail | Outcome::Fault => AnsiColor::Red,
        _ => AnsiColor::Yellow,
    };
    colour.on_default()
}

/// How much of a proof is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Detail {
    /// The sum alone.
    Sum,
    /// What asks for attention.
    #[default]
    Attention,
    /// Every rule and every question.
    Everything,
}

/// Writes the report.
///
/// # Errors
/// When writing fails.
pub fn terminal(proof: &Proof, detail: Detail, out: &mut dyn Write) -> io::Result<()> {
    if detail != Detail::Sum {
        body(proof, detail, out)?;
        writeln!(out)?;
    }
    sum(proof, detail, out)
}

/// Who was tested, the rules, the findings, the questions and the notes.
fn body(proof: &Proof, detail: Detail, out: &mut dyn Write) -> io::Result<()> {
    let everything = detail == Detail::Everything;
    let subject = &proof.subject;
    writeln!(
        out,
        "{BOLD}{}{BOLD:#} {} ({}) {DIM}· proofmark {} · seed {} · {} random cases a check{}{DIM:#}",
        plain(&subject.name),
        plain(&subject.version),
        plain(&subject.language),
        plain(&proof.harness),
        proof.seed,
        proof.cases,
        proof.shard.as_deref().map(|shard| format!(" · shard {}", plain(shard))).unwrap_or_default()
    )?;
    for suite in &proof.suites {
        let of_suite = proof.rules.iter().filter(|rule| rule.suite == suite.suite);
        let rules: Vec<&RuleResult> = of_suite.filter(|rule| everything || asks_for_attention(rule)).collect();
        if rules.is_empty() {
            continue;
        }
        writeln!(out, "\n{BOLD}{}{BOLD:#}", plain(&suite.suite))?;
        let width = rules.iter().map(|rule| local(&rule.rule).len()).max().unwrap_or(0);
        for rule in rules {
            rule_line(proof, rule, width, out)?;
        }
    }
    for finding in &proof.findings {
        match &finding.excused {
            Some(excuse) => show_excused(finding, excuse, out)?,
            None => show_finding(proof, finding, out)?,
        }
    }
    for question in proof.questions.iter().filter(|_| everything) {
        show_question(question, out)?;
    }
    for note in &proof.notes {
        writeln!(out, "\nnote: {}", plain(note))?;
    }
    Ok(())
}

/// Whether a rule is shown where only those are shown that somebody should look at.
fn asks_for_attention(rule: &RuleResult) -> bool {
    !matches!(rule.outcome, Outcome::Pass | Outcome::Undecided)
}

/// What it all comes to, and why.
fn sum(proof: &Proof, detail: Detail, out: &mut dyn Write) -> io::Result<()> {
    for suite in &proof.suites {
        summary(proof, &suite.suite, out)?;
    }
    let cases: u64 = proof.rules.iter().map(|rule| rule.cases).sum();
    let settling = match proof.timings.settling_share {
        share if share >= 0.005 => format!(", {:.0} % of it waiting for the subject to come to rest", share * 100.0),
        _ => String::new(),
    };
    writeln!(out, "{DIM}{cases} cases in {:.1} s{settling}{DIM:#}", proof.timings.seconds)?;
    if detail != Detail::Everything && !proof.questions.is_empty() {
        let questions = match proof.questions.len() {
            1 => "1 question was read".to_owned(),
            several => format!("{several} questions were read"),
        };
        writeln!(out, "{DIM}{questions}: --verbose shows how, and every rule{DIM:#}")?;
    }
    let excused = proof.findings.iter().filter(|finding| finding.is_excused()).count();
    if excused > 0 {
        writeln!(out, "{excused} of {} failures are expected and do not fail the run", proof.findings.len())?;
    }
    let style = AnsiColor::Red.on_default().bold();
    for objection in &proof.objections {
        writeln!(out, "{style}objection{style:#}: {}", plain(objection))?;
    }
    if Exit::of(proof) == Exit::Inconclusive {
        writeln!(out, "nothing could be concluded: {}", words::inconclusive(proof))?;
    }
    if let Some(why) = &proof.stopped {
        writeln!(out, "the run could not go on: {}", plain(why))?;
    }
    if !proof.complete {
        writeln!(out, "interrupted: what is shown is what was found so far")?;
    }
    Ok(())
}

fn rule_line(proof: &Proof, rule: &RuleResult, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let (style, word) = if proof.excuses(rule) {
        (AnsiColor::Yellow.on_default(), "expected")
    } else {
        (colour(rule.outcome), word(rule.outcome))
    };
    let level = if rule.level == Level::Must { String::new() } else { format!(" ({})", rule.level) };
    let (id, judged) = (plain(local(&rule.rule)), words::judged(rule.judged, rule.cases));
    let beside = MARGIN + width + 2 + level.width() + 3 + judged.width();
    let title = words::cut(&plain(&rule.title), WIDTH.saturating_sub(beside));
    writeln!(out, "  {style}{word:<13}{style:#} {id:<width$}  {title}{level} {DIM}· {judged}{DIM:#}")?;
    let reason = rule.reason.as_deref().map(plain).unwrap_or_default();
    for line in wrapped(&reason, WIDTH - MARGIN) {
        writeln!(out, "{:MARGIN$}{DIM}{line}{DIM:#}", "")?;
    }
    Ok(())
}

/// A finding as this report shows it, without colour.
pub(super) fn finding_text(proof: &Proof, finding: &Finding) -> String {
    without_colour(|out| show_finding(proof, finding, out))
}

fn without_colour(show: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = show(&mut text);
    let text = anstream::adapter::strip_bytes(&text).into_vec();
    String::from_utf8_lossy(&text).trim().to_owned()
}

fn show_finding(proof: &Proof, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    show_verdict(finding, out)?;
    for line in wrapped(&plain(&finding.statement), WIDTH) {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "  {DIM}{}{DIM:#}", plain(&finding.source))?;
    show_evidence(finding, out)?;
    let (cases, again) = (words::cases(finding.count), words::replay_command(proof, finding));
    writeln!(out, "  {DIM}seen in {cases}; again:{DIM:#} {again}")
}

/// What a finding is of and what it shows, where the rule itself stands above it already.
#[cfg(feature = "libtest")]
pub(crate) fn evidence_text(finding: &Finding) -> String {
    without_colour(|out| show_verdict(finding, out).and_then(|()| show_evidence(finding, out)))
}

fn show_verdict(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let style = colour(finding.outcome).bold();
    writeln!(
        out,
        "{style}{}{style:#} {BOLD}{}{BOLD:#} ({}): {}",
        word(finding.outcome).to_uppercase(),
        plain(&finding.rule),
        finding.level,
        plain(&finding.kind)
    )
}

/// What was sent, what was wanted and what came, and how sure that is.
fn show_evidence(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    if let Some(flaky) = &finding.flaky {
        writeln!(out, "  flaky: it failed {} times, so the subject is not deterministic", plain(flaky))?;
        if let Some(beside) = finding.calls_beside.filter(|beside| *beside > 0) {
            writeln!(out, "  {beside} other cases were under way when it was seen")?;
        }
    }
    if let Some(why) = &finding.unshrunk {
        let how = if finding.history.is_empty() { "shown as it was seen" } else { "not shrunk further" };
        writeln!(out, "  {how}: {}", plain(why))?;
    }
    for (number, other) in finding.beside.iter().enumerate() {
        let heading = if number == 0 { "only while this call is open as well" } else { "and this one" };
        show_value(heading, &other.input, out)?;
    }
    for (number, earlier) in finding.history.iter().enumerate() {
        let heading = if number == 0 { "after, on the same process" } else { "then" };
        show_value(heading, &earlier.input, out)?;
    }
    show_lines("input", &marked_lines(finding), out)?;
    show_value("expected", &finding.expected, out)?;
    show_value("observed", &finding.observed, out)?;
    if let Some(accepted) = telling::accepted(finding) {
        show_lines("right with:", &wrapped(&accepted, WIDTH), out)?;
    }
    for reach in telling::reaches(finding) {
        show_lines("fails as well:", &wrapped(&reach, WIDTH), out)?;
    }
    if !finding.touches.is_empty() {
        show_lines("blocks:", &wrapped(&plain(&finding.touches.join(", ")), WIDTH), out)?;
    }
    if !finding.repeated.is_empty() {
        show_value("repeated", &Value::from(finding.repeated.clone()), out)?;
    }
    if let Some(stderr) = &finding.stderr {
        writeln!(out, "  {DIM}stderr{DIM:#}")?;
        for line in stderr.lines() {
            writeln!(out, "    {}", plain(line))?;
        }
    }
    Ok(())
}

/// A failure that is let through, in short: who reads this already knows it.
fn show_excused(finding: &Finding, excuse: &Excuse, out: &mut dyn Write) -> io::Result<()> {
    let style = AnsiColor::Yellow.on_default().bold();
    writeln!(
        out,
        "\n{style}EXPECTED{style:#} {BOLD}{}{BOLD:#} ({}): {}",
        plain(&finding.rule),
        finding.level,
        plain(&finding.kind)
    )?;
    let issue = excuse.issue.as_deref().map(|issue| format!(" ({})", plain(issue))).unwrap_or_default();
    writeln!(out, "  {}{issue}", plain(&excuse.reason))
}

fn show_question(question: &QuestionResult, out: &mut dyn Write) -> io::Result<()> {
    let style = AnsiColor::Yellow.on_default().bold();
    let (id, asks) = (plain(&question.question), plain(&question.asks));
    writeln!(out, "\n{style}QUESTION{style:#} {BOLD}{id}{BOLD:#}: {asks}")?;
    writeln!(out, "  {}", words::reading(question))
}

/// The input, with what tells the cause in bold.
fn marked_lines(finding: &Finding) -> Vec<String> {
    let shown = words::value_lines(&finding.input).join("\n");
    let mark = |(telling, part): (bool, String)| if telling { format!("{BOLD}{part}{BOLD:#}") } else { part };
    let marked: String = telling::marked(finding, &shown).into_iter().map(mark).collect();
    // A line with a mark in it is shown whole: it is the point.
    marked.lines().map(|line| if line.contains('\x1b') { line.to_owned() } else { words::folded(line, 2) }).collect()
}

/// A value under a heading: on the same line where it is short.
fn show_value(heading: &str, value: &Value, out: &mut dyn Write) -> io::Result<()> {
    let lines = words::value_lines(value);
    // Of a sentence the middle may be the point; of a value it seldom is.
    let rows = if value.is_string() { 6 } else { 2 };
    show_lines(heading, &lines.iter().map(|line| words::folded(line, rows)).collect::<Vec<_>>(), out)
}

fn show_lines(heading: &str, lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    if let [line] = lines {
        return writeln!(out, "  {DIM}{heading:<9}{DIM:#} {line}");
    }
    writeln!(out, "  {DIM}{heading}{DIM:#}")?;
    for line in lines {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

fn summary(proof: &Proof, suite: &str, out: &mut dyn Write) -> io::Result<()> {
    let Some(result) = proof.suites.iter().find(|result| result.suite == suite) else { return Ok(()) };
    let colour = match result.verdict {
        Conformance::Conforms => AnsiColor::Green,
        Conformance::DoesNotConform => AnsiColor::Red,
        Conformance::PartlyExercised | Conformance::NotExercised => AnsiColor::Yellow,
    };
    let style = colour.on_default().bold();
    let suite_name = plain(suite);
    let words = words::conclusion(proof, result);
    write!(out, "{BOLD}{suite_name}{BOLD:#}: {style}{words}{style:#}")?;
    match words::do_nothing(proof, suite) {
        Some(scores) => writeln!(out, " {DIM}({scores}){DIM:#}"),
        None => writeln!(out),
    }
}
