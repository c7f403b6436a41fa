//! The proof for people at a terminal: what is not green, each finding in full, and the sum; more or less on request.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::exit::overall;
use super::finding::{COLUMNS, colour, show_another, show_excused, show_finding};
use super::words::{self, local, word, wrapped};
use super::{Conformance, Exit, Finding, Outcome, Proof, QuestionResult, RuleResult, SuiteResult};
use crate::inert::plain;
use crate::rule::Level;

const BOLD: Style = Style::new().bold();
/// Where the ids of rules begin.
const MARGIN: usize = 16;
const DIM: Style = Style::new().dimmed();

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
        suite_line(proof, suite, out)?;
    }
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
    let mut above: Vec<&Finding> = Vec::new();
    for finding in &proof.findings {
        above.retain(|above| above.rule == finding.rule);
        match &finding.excused {
            Some(excuse) => {
                show_excused(finding, excuse, out)?;
                continue;
            }
            None if above.is_empty() || everything => show_finding(proof, finding, !everything, out)?,
            None => show_another(proof, &above, finding, out)?,
        }
        above.push(finding);
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
    if detail == Detail::Sum {
        for suite in &proof.suites {
            suite_line(proof, suite, out)?;
        }
    }
    let verdict = overall(proof);
    let (style, passed) = (verdict_style(verdict), proof.suites.iter().map(|suite| suite.passed).sum());
    writeln!(out, "{style}{}{style:#}: {}", words::conclusion(verdict, passed), words::counts(proof))?;
    let cases: u64 = proof.rules.iter().map(|rule| rule.cases).sum();
    let settling = match proof.timings.settling_share {
        share if share >= 0.005 => format!(", {:.0} % of it waiting for the subject to come to rest", share * 100.0),
        _ => String::new(),
    };
    writeln!(out, "{DIM}{cases} cases in {:.1} s{settling}{DIM:#}", proof.timings.seconds)?;
    if detail != Detail::Everything && !proof.questions.is_empty() {
        let questions = match proof.questions.len() {
            1 => "1 question read".to_owned(),
            several => format!("{several} questions read"),
        };
        writeln!(out, "{DIM}{questions}: proofmark questions; --verbose shows every rule{DIM:#}")?;
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
    let title = words::cut(&plain(&rule.title), COLUMNS.saturating_sub(beside));
    writeln!(out, "  {style}{word:<13}{style:#} {id:<width$}  {title}{level} {DIM}· {judged}{DIM:#}")?;
    let reason = rule.reason.as_deref().map(plain).unwrap_or_default();
    for line in wrapped(&reason, COLUMNS - MARGIN) {
        writeln!(out, "{:MARGIN$}{DIM}{line}{DIM:#}", "")?;
    }
    Ok(())
}

fn show_question(question: &QuestionResult, out: &mut dyn Write) -> io::Result<()> {
    let style = AnsiColor::Yellow.on_default().bold();
    let (id, asks) = (plain(&question.question), plain(&question.asks));
    writeln!(out, "\n{style}QUESTION{style:#} {BOLD}{id}{BOLD:#}: {asks}")?;
    writeln!(out, "  {}", words::reading(question))
}

fn verdict_style(verdict: Conformance) -> Style {
    let colour = match verdict {
        Conformance::Conforms => AnsiColor::Green,
        Conformance::DoesNotConform => AnsiColor::Red,
        Conformance::PartlyExercised | Conformance::NotExercised => AnsiColor::Yellow,
    };
    colour.on_default().bold()
}

/// A suite in a line, or in as many as eighty columns ask for: what it comes to, how much of it, and in what time.
fn suite_line(proof: &Proof, suite: &SuiteResult, out: &mut dyn Write) -> io::Result<()> {
    let rules = || proof.rules.iter().filter(|rule| rule.suite == suite.suite);
    let cases: u64 = rules().map(|rule| rule.cases).sum();
    let seconds: f64 = rules().filter_map(|rule| proof.timings.rules.get(&rule.rule)).sum();
    let (name, verdict) = (plain(&suite.suite), words::conclusion(suite.verdict, suite.passed));
    // Of all workers together: the last lines have what a watch would say.
    let time = if seconds > 0.0 { format!(" · {seconds:.1} s") } else { String::new() };
    let details = format!("{} · {}{time}", words::rules_by_outcome(proof, suite), words::cases(cases));
    let style = verdict_style(suite.verdict);
    let head = format!("{name}: {verdict}:");
    let lines = wrapped(&format!("{head} {details}"), COLUMNS - 2);
    for (number, line) in lines.iter().enumerate() {
        match line.strip_prefix(&head) {
            Some(rest) => writeln!(out, "{BOLD}{name}{BOLD:#}: {style}{verdict}{style:#}:{rest}")?,
            None if number == 0 => writeln!(out, "{line}")?,
            None => writeln!(out, "  {line}")?,
        }
    }
    let scores = words::do_nothing(proof, &suite.suite).unwrap_or_default();
    wrapped(&scores, COLUMNS - 2).iter().try_for_each(|line| writeln!(out, "  {DIM}{line}{DIM:#}"))
}
