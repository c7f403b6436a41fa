//! What the doctor says: for people, and for machines.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};

use super::{Diagnosis, Probe, State};
use crate::proof::{plain, wrapped};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();
const WIDTH: usize = 76;
/// As many lines of stderr are shown; a traceback ends with what matters.
const STDERR_LINES: usize = 5;

/// One line per probe: `ok`, or what to change. `command` is what to run next.
///
/// # Errors
/// When writing fails.
pub(crate) fn as_text(diagnosis: &Diagnosis, command: &str, out: &mut dyn Write) -> io::Result<()> {
    let who = &diagnosis.implementation;
    write!(out, "{BOLD}{}{BOLD:#} {}", plain(&who.name), plain(&who.version))?;
    if !who.language.is_empty() {
        write!(out, " ({})", plain(&who.language))?;
    }
    writeln!(out, "\n")?;
    for probe in &diagnosis.probes {
        line(probe, out)?;
    }
    writeln!(out)?;
    for note in &diagnosis.notes {
        told((DIM, "note", note.about), &note.text, out)?;
    }
    match diagnosis.probes.iter().filter(|probe| probe.state == State::Change).count() {
        0 => writeln!(out, "\nWell behaved. Next: proofmark run -- {command}"),
        1 => writeln!(out, "\nOne thing to change."),
        number => writeln!(out, "\n{number} things to change."),
    }
}

fn line(probe: &Probe, out: &mut dyn Write) -> io::Result<()> {
    let (style, word) = match probe.state {
        State::Ok => (GREEN, "ok"),
        State::Change => (RED, "change"),
        State::NotTried => (DIM, "–"),
    };
    told((style, word, probe.probe), &probe.text, out)?;
    let stderr: Vec<&str> = probe.stderr.lines().collect();
    for text in &stderr[stderr.len().saturating_sub(STDERR_LINES)..] {
        writeln!(out, "  {:<6}  {:<15}  {DIM}stderr: {}{DIM:#}", "", "", plain(text))?;
    }
    Ok(())
}

/// A word, a name, and a text that may take several lines.
fn told((style, word, name): (Style, &str, &str), text: &str, out: &mut dyn Write) -> io::Result<()> {
    for (index, text) in wrapped(&plain(text), WIDTH).iter().enumerate() {
        let (word, name) = if index == 0 { (word, name) } else { ("", "") };
        writeln!(out, "  {style}{word:<6}{style:#}  {name:<15}  {text}")?;
    }
    Ok(())
}

/// One object: whether it is well, who it is, and every probe.
#[must_use]
pub(crate) fn as_json(diagnosis: &Diagnosis) -> Value {
    json!({
        "doctor": 1,
        "ok": diagnosis.is_well(),
        "implementation": diagnosis.implementation,
        "probes": diagnosis.probes,
        "notes": diagnosis.notes,
    })
}
