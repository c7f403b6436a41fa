//! One finding for people at a terminal: in short, or all of it.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::address::address;
use super::answers::expected_and_observed;
use super::outcome::Outcome;
use super::short::{self, Line, at_most};
use super::story::Story;
use super::telling;
use super::words::{self, word, wrapped};
use super::{Excuse, Finding, Proof};
use crate::inert::plain;
use crate::rule::Twin;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
/// How wide a terminal is at least.
pub(super) const COLUMNS: usize = 80;
/// The most lines that a finding in short has.
const MOST: usize = 25;
/// The same of one that fails in the same way as the one above.
const MOST_ALIKE: usize = 16;
/// The longest input that a command in short spells out.
const LONGEST_INPUT: usize = 64;
/// How far everything but the first line is indented, and how far what stands under a heading.
const INDENT: usize = 2;
const LABEL: usize = 10;

/// The colour of an outcome.
pub(super) fn colour(outcome: Outcome) -> Style {
    let colour = match outcome {
        Outcome::Pass => AnsiColor::Green,
        Outcome::Fail | Outcome::Fault => AnsiColor::Red,
        _ => AnsiColor::Yellow,
    };
    colour.on_default()
}

/// A finding as a whole, without colour.
pub(super) fn finding_text(proof: &Proof, finding: &Finding) -> String {
    let mut lines = head(finding, false);
    lines.extend(evidence(finding, None));
    lines.extend(again(proof, finding, false));
    without_colour(&lines)
}

/// What a finding is of and what it shows in short, where the rule itself stands above it already.
#[cfg(feature = "libtest")]
pub(crate) fn evidence_text(finding: &Finding) -> String {
    let mut lines = verdict(finding);
    lines.extend(evidence(finding, Some(MOST - 6)));
    without_colour(&lines)
}

fn without_colour(lines: &[String]) -> String {
    let text = anstream::adapter::strip_str(&lines.join("\n")).to_string();
    text.trim().to_owned()
}

/// Writes a finding: in short, or all of it.
pub(super) fn show_finding(proof: &Proof, finding: &Finding, short: bool, out: &mut dyn Write) -> io::Result<()> {
    show(proof, finding, (head(finding, short), short.then_some(MOST)), out)
}

/// A finding in short that follows others of its rule: the rule stands above it already.
pub(super) fn show_another(
    proof: &Proof,
    above: &[&Finding],
    finding: &Finding,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut head = verdict(finding);
    let of_its_kind =
        above.iter().filter(|before| before.check == finding.check && before.kind == finding.kind).count();
    let alike = finding.alike.as_ref().filter(|case| above.iter().any(|before| before.case == **case));
    let (remark, most) = match (alike, of_its_kind) {
        (Some(case), _) => (format!("what puts {} right puts this right as well", plain(case)), None),
        (None, 0) => (String::new(), Some(MOST)),
        (None, 1) => ("the cause of the one above does not explain this one".to_owned(), Some(MOST_ALIKE)),
        (None, _) => ("the causes of those above do not explain this one".to_owned(), None),
    };
    if !remark.is_empty() {
        head.push(format!("  {DIM}{remark}{DIM:#}"));
    }
    if most.is_some() {
        return show(proof, finding, (head, most), out);
    }
    head.extend(again(proof, finding, true));
    written(&head, out)
}

fn show(
    proof: &Proof,
    finding: &Finding,
    (head, most): (Vec<String>, Option<usize>),
    out: &mut dyn Write,
) -> io::Result<()> {
    let again = again(proof, finding, most.is_some());
    let room = most.map(|most| most.saturating_sub(head.len() + again.len()));
    let lines: Vec<String> = head.into_iter().chain(evidence(finding, room)).chain(again).collect();
    written(&lines, out)
}

fn written(lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// A failure that is let through, in short: who reads this already knows it.
pub(super) fn show_excused(finding: &Finding, excuse: &Excuse, out: &mut dyn Write) -> io::Result<()> {
    let style = AnsiColor::Yellow.on_default().bold();
    let (rule, kind) = (plain(&finding.rule), plain(&finding.kind));
    writeln!(out, "\n{style}EXPECTED{style:#} {BOLD}{rule}{BOLD:#} ({}): {kind}", finding.level)?;
    let issue = excuse.issue.as_deref().map(|issue| format!(" ({})", plain(issue))).unwrap_or_default();
    writeln!(out, "  {}{issue}", plain(&excuse.reason))
}

/// Which rule, and how.
fn verdict(finding: &Finding) -> Vec<String> {
    let style = colour(finding.outcome).bold();
    let word = word(finding.outcome).to_uppercase();
    let (rule, kind) = (plain(&finding.rule), plain(&finding.kind));
    let (begin, level) = (format!("{style}{word}{style:#} {BOLD}{rule}{BOLD:#}"), finding.level.to_string());
    let used = word.width() + rule.width() + level.width() + 6;
    let mut lines = wrapped(&kind, COLUMNS.saturating_sub(used)).into_iter();
    let first = format!("{begin} ({level}): {}", lines.next().unwrap_or_default());
    [first].into_iter().chain(lines.map(|line| format!("  {line}"))).collect()
}

/// Which rule, how, and what the rule says.
fn head(finding: &Finding, short: bool) -> Vec<String> {
    let room = COLUMNS - INDENT;
    let statement = wrapped(&plain(&finding.statement), room);
    let statement = if short { words::first_lines(statement, 3, room) } else { statement };
    let source = plain(&finding.source);
    let source = if short { words::cut(&source, room) } else { source };
    let mut lines = verdict(finding);
    lines.extend(statement.iter().map(|line| format!("  {line}")));
    lines.push(format!("  {DIM}{source}{DIM:#}"));
    if !short {
        let page = address(&finding.rule);
        lines.push(format!("  {DIM}{page} in the book that `proofmark book DIR` writes{DIM:#}"));
    }
    lines
}

/// How often it was seen, and how to see it again.
fn again(proof: &Proof, finding: &Finding, short: bool) -> Vec<String> {
    let seen = words::cases(finding.count);
    let room = COLUMNS - INDENT - 4;
    // A long input is replayed by the name of the case that it was made from: it stands above.
    let by_name = short && finding.input.to_string().len() > LONGEST_INPUT;
    let lines = words::command_lines(&words::replay_command(proof, finding, by_name), room);
    let spent = proof.timings.findings.get(&finding.case).filter(|_| !short);
    let spent =
        spent.map(|spent| format!("; {} and {:.1} s to look into it", words::cases(spent.cases), spent.seconds));
    let mut all = vec![format!("  {DIM}seen in {seen}{}; again:{DIM:#}", spent.unwrap_or_default())];
    all.extend(lines.iter().map(|line| format!("    {line}")));
    all
}

/// What was sent, what was wanted and what came, and how sure that is; in short where there is a limit.
fn evidence(finding: &Finding, most: Option<usize>) -> Vec<String> {
    let short = most.is_some();
    let mut before = circumstances(finding, short);
    let mut after = twin(finding, short);
    after.extend(answers(finding, short));
    if let Some(accepted) = telling::accepted(finding, short) {
        after.extend(headed("right with:", wrapped(&accepted, COLUMNS - INDENT - 12), short.then_some(2)));
    }
    for (number, reach) in telling::reaches(finding).into_iter().enumerate() {
        if !short || number < 2 {
            after.extend(headed("fails as well:", wrapped(&reach, COLUMNS - INDENT - 15), short.then_some(1)));
        }
    }
    if !finding.touches.is_empty() {
        let touches = plain(&finding.touches.join(", "));
        after.extend(headed("blocks:", wrapped(&touches, COLUMNS - INDENT - LABEL), short.then_some(1)));
    }
    if !finding.repeated.is_empty() && !short {
        after.extend(headed("repeated", words::value_lines(&Value::from(finding.repeated.clone())), None));
    }
    if let Some(stderr) = &finding.stderr {
        let all: Vec<&str> = stderr.lines().collect();
        let tail = &all[if short { all.len().saturating_sub(3) } else { 0 }..];
        after.push(format!("  {DIM}stderr{DIM:#}"));
        let fit = |line: &&str| if short { words::fit(&plain(line), COLUMNS - 4) } else { plain(line) };
        after.extend(tail.iter().map(|line| format!("    {}", fit(line))));
    }
    let room = most.map(|most| most.saturating_sub(before.len() + after.len()).max(5));
    before.extend(input(finding, room));
    before.extend(after);
    before
}

/// What else has to be the case, or keeps it from being sure.
fn circumstances(finding: &Finding, short: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(flaky) = &finding.flaky {
        lines.push(format!("  flaky: it failed {} times, so the subject is not deterministic", plain(flaky)));
        match finding.calls_beside {
            None | Some(0) => {}
            Some(1) => lines.push("  1 other case was under way when it was seen".to_owned()),
            Some(beside) => lines.push(format!("  {beside} other cases were under way when it was seen")),
        }
    }
    if let Some(why) = &finding.unshrunk {
        let how = if finding.history.is_empty() { "shown as it was seen" } else { "not shrunk further" };
        lines.push(format!("  {how}: {}", plain(why)));
    }
    let company = [
        (&finding.beside, "only while this call is open as well", "and this one"),
        (&finding.history, "after, on the same process", "then"),
    ];
    for (others, first, then) in company {
        for (number, other) in others.iter().enumerate() {
            let heading = if number == 0 { first } else { then };
            let shown = if short {
                vec![words::fit(&words::value_lines(&other.input).join(" "), COLUMNS - 4)]
            } else {
                words::value_lines(&other.input)
            };
            lines.push(format!("  {DIM}{heading}{DIM:#}"));
            lines.extend(shown.iter().map(|line| format!("    {line}")));
        }
    }
    lines
}

/// The input, with what tells the cause marked.
fn input(finding: &Finding, most: Option<usize>) -> Vec<String> {
    let lines = short::lines(finding, COLUMNS - INDENT - LABEL, most.is_some());
    if let [Line { text, .. }] = lines.as_slice() {
        let mut shown = headed("input", vec![text.clone()], None);
        shown.extend(underlined(finding, text).map(|marks| format!("{:1$}{BOLD}{marks}{BOLD:#}", "", INDENT + LABEL)));
        return shown;
    }
    let lines = match most {
        Some(most) => at_most(lines, most.saturating_sub(1)),
        None => lines,
    };
    let mut shown = vec![format!("  {DIM}input{DIM:#}")];
    let mark = |line: &Line| {
        if line.telling { format!("  > {BOLD}{}{BOLD:#}", line.text) } else { format!("    {}", line.text) }
    };
    shown.extend(lines.iter().map(mark));
    shown
}

/// Marks under the telling parts of a line.
fn underlined(finding: &Finding, line: &str) -> Option<String> {
    let parts = telling::marked(finding, line);
    let marks: String =
        parts.iter().map(|(telling, part)| if *telling { "^" } else { " " }.repeat(part.width())).collect();
    (!marks.trim().is_empty()).then(|| marks.trim_end().to_owned())
}

/// The other call: how it differs, and as much of it as there is room for.
fn twin(finding: &Finding, short: bool) -> Vec<String> {
    let Some(Twin { what, input }) = &finding.twin else { return Vec::new() };
    let room = COLUMNS - INDENT - LABEL;
    let shown = if short { vec![words::fit(&plain(&input.to_string()), room)] } else { words::value_lines(input) };
    headed("beside", wrapped(&plain(what), room).into_iter().chain(shown).collect(), None)
}

fn answers(finding: &Finding, short: bool) -> Vec<String> {
    let room = COLUMNS - INDENT - LABEL;
    let [expected, observed] = if short {
        expected_and_observed(finding, room)
    } else {
        [&finding.expected, &finding.observed].map(words::value_lines)
    };
    let mut lines = headed("expected", expected, None);
    lines.extend(headed("observed", observed, None));
    // Told in full, and drawn below.
    if !short && let Some(drawn) = Story::read(&finding.observed).and_then(|story| story.drawn(room)) {
        lines.extend(headed("", drawn, None));
    }
    lines
}

/// Lines beside a heading, or under it where it is long.
fn headed(heading: &str, lines: Vec<String>, most: Option<usize>) -> Vec<String> {
    let lines = match most {
        Some(most) => words::first_lines(lines, most, COLUMNS - INDENT - LABEL.max(heading.width() + 1)),
        None => lines,
    };
    let begin = format!("{heading:<width$}", width = (LABEL - 1).max(heading.width()));
    let margin = " ".repeat(INDENT + begin.width() + 1);
    let line = |(number, line): (usize, &String)| {
        if number == 0 { format!("  {DIM}{begin}{DIM:#} {line}") } else { format!("{margin}{line}") }
    };
    lines.iter().enumerate().map(line).collect()
}
