//! Several subjects in one table of Markdown: every rule, and every question that a document leaves open.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::escape::escaped;
use super::words::{self, word};
use super::{Outcome, Proof};

/// Writes the table of `proofs`, one column each, rules in the order in which they come up.
///
/// # Errors
/// When writing fails.
pub(super) fn matrix(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Side by side\n")?;
    heading("rule", proofs, out)?;
    let rules = ids(proofs, |proof| proof.rules.iter().map(|rule| rule.rule.as_str()).collect());
    for id in rules {
        let cells = proofs.iter().map(|proof| {
            let rule = proof.rules.iter().find(|rule| rule.rule == id);
            rule.map_or_else(String::new, |rule| cell(rule.outcome))
        });
        row(id, cells, out)?;
    }
    let questions = ids(proofs, |proof| proof.questions.iter().map(|question| question.question.as_str()).collect());
    if !questions.is_empty() {
        writeln!(out)?;
        heading("question", proofs, out)?;
    }
    for id in questions {
        let cells = proofs.iter().map(|proof| {
            let question = proof.questions.iter().find(|question| question.question == id);
            question.map_or_else(String::new, |question| match question.readings.as_slice() {
                [] => "**none is left**".to_owned(),
                readings => escaped(&readings.join(", ")),
            })
        });
        row(id, cells, out)?;
    }
    writeln!(out)
}

/// What stands out in a wide table is what is not right.
fn cell(outcome: Outcome) -> String {
    match outcome {
        Outcome::Fail | Outcome::Fault => format!("**{}**", word(outcome)),
        other => word(other).to_owned(),
    }
}

/// The ids that any of the proofs has, in the order of their first mention.
pub(super) fn ids<'a>(
    proofs: impl IntoIterator<Item = &'a Proof>,
    of: impl Fn(&'a Proof) -> Vec<&'a str>,
) -> Vec<&'a str> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for id in proofs.into_iter().flat_map(of) {
        let next = places.len();
        places.entry(id).or_insert(next);
    }
    let mut ids: Vec<&str> = places.keys().copied().collect();
    ids.sort_by_key(|id| places[id]);
    ids
}

fn heading(first: &str, proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    let subjects = proofs.iter().map(|proof| escaped(&words::subject(proof)));
    row(first, subjects, out)?;
    writeln!(out, "|---|{}", "---|".repeat(proofs.len()))
}

fn row(first: &str, cells: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| {} | {} |", escaped(first), cells.collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subject_has_a_column_and_every_rule_a_row() {
        let sample = include_str!("../../conformance/reports/sample.json");
        let mut proofs = [sample, sample].map(|text| Proof::from_json(text).unwrap());
        "other | name".clone_into(&mut proofs[1].subject.name);
        let first = proofs[1].rules.remove(0).rule;
        let mut out = Vec::new();
        matrix(&proofs, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let columns = |line: &str| line.replace("\\|", "").matches('|').count();
        assert!(text.lines().filter(|line| line.starts_with('|')).all(|line| columns(line) == 4), "{text}");
        assert_eq!(text.matches(&format!("| {first} |")).count(), 1, "{text}");
        assert_eq!(
            ids(&proofs, |proof| proof.rules.iter().map(|rule| rule.rule.as_str()).collect()).len(),
            proofs[0].rules.len()
        );
    }
}
