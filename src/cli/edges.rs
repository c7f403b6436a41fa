//! `proofmark edges RULE`

mod against;

use serde_json::{Value, json};

use super::args::EdgesArgs;
use super::{CliError, Exit, output};
use crate::inert::{self, plain};
use crate::rule::{Catalogue, Neighbours, neighbours};

/// Shows where the line of a rule runs: inputs one edit apart, accepted and rejected.
pub(super) fn edges(catalogue: &Catalogue, args: &EdgesArgs) -> Result<Exit, CliError> {
    let (suite, rule) = catalogue.rule(&args.rule).ok_or_else(|| {
        CliError::Usage(format!("there is no rule `{}`; `proofmark rules` lists them all", args.rule))
    })?;
    if let Some(path) = &args.against {
        return against::against(suite, rule, path, args.json);
    }
    let pairs = neighbours(suite, rule);
    output::to_stdout(|out| {
        if args.json {
            for pair in &pairs {
                let Neighbours { method, at, accepted, rejected, reason } = pair;
                let line =
                    json!({"method": method, "at": at, "accepted": accepted, "rejected": rejected, "reason": reason});
                writeln!(out, "{}", inert::json(&line.to_string()))?;
            }
            return Ok(());
        }
        writeln!(out, "{}/{}: {}", suite.name, rule.id, rule.statement)?;
        for line in lines(&pairs) {
            writeln!(out, "\n  {}", plain(line.at))?;
            writeln!(out, "    accepted  {}", line.accepted.join("  "))?;
            writeln!(out, "    rejected  {}", line.rejected.join("  "))?;
            writeln!(out, "    because   {}", plain(line.because()))?;
        }
        if pairs.is_empty() {
            writeln!(out, "\n  none of its cases are a single edit apart")?;
        } else {
            let smallest = pairs.iter().map(|pair| &pair.accepted).min_by_key(|input| crate::draw::json::size(input));
            writeln!(out, "\nThe smallest accepted input (--json shows both sides of every edge):")?;
            writeln!(out, "{}", inert::json(&format!("{:#}", smallest.unwrap_or(&Value::Null))))?;
        }
        Ok(())
    })?;
    Ok(if pairs.is_empty() { Exit::Inconclusive } else { Exit::Conforms })
}

/// Neighbours that have one side in common, and are rejected in the same words.
pub(super) struct Line<'a> {
    pub(super) at: &'a str,
    pub(super) accepted: Vec<String>,
    pub(super) rejected: Vec<String>,
    /// Of the first of them.
    reason: &'a str,
    /// The same of all of them, with `…` for what differs.
    words: String,
}

impl Line<'_> {
    pub(super) fn because(&self) -> &str {
        let is_one_pair = self.accepted.len() + self.rejected.len() == 2;
        if is_one_pair { self.reason } else { &self.words }
    }
}

/// The edges of a rule, those that read alike together.
pub(super) fn lines(pairs: &[Neighbours]) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for pair in pairs {
        let (accepted, rejected) = pair.values();
        let (accepted, rejected) = (vec![shown(accepted)], vec![shown(rejected)]);
        let words = match pair.reason.split_once(": ") {
            Some((rule, why)) => format!("{rule}: {}", without_quotes(&why.replace(&rejected[0], "…"))),
            None => without_quotes(&pair.reason),
        };
        let new = Line { at: &pair.at, accepted, rejected, reason: &pair.reason, words };
        let beside = |line: &&mut Line<'_>| {
            (line.at, &line.words) == (new.at, &new.words)
                && (line.accepted == new.accepted || line.rejected == new.rejected)
        };
        match lines.iter_mut().find(beside) {
            None => lines.push(new),
            Some(line) if line.accepted == new.accepted => line.rejected.extend(new.rejected),
            Some(line) => line.accepted.extend(new.accepted),
        }
    }
    lines
}

/// A reason with `…` for every text that it quotes.
fn without_quotes(reason: &str) -> String {
    reason.split('"').enumerate().map(|(place, part)| if place % 2 == 0 { part } else { "…" }).collect()
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "(absent)".to_owned(), |value| inert::json(&value.to_string()))
}
