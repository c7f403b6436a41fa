//! Two subjects, compared by their proofs.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use super::{BOLD, CliError, Exit, output, sum};
use crate::cli::saved;
use crate::inert;
use crate::proof::{Finding, Proof, plain};

/// One thing that two proofs tell differently.
struct Difference {
    /// A rule, a check or a question.
    about: String,
    decided: bool,
    first: String,
    second: String,
    /// The smallest input that shows it, where a proof has one.
    input: Option<serde_json::Value>,
}

/// Shows which rules, findings and questions differ.
pub(super) fn compare(paths: [&Path; 2], as_json: bool) -> Result<Exit, CliError> {
    let (first, second) = (saved::whole_proof(paths[0])?, saved::whole_proof(paths[1])?);
    let mut found = rules(&first, &second);
    found.extend(findings(&first, &second));
    found.extend(questions(&first, &second));
    output::to_stdout(|out| {
        for Difference { about, decided, first, second, input } in found.iter().filter(|_| as_json) {
            let line = json!({"about": about, "decided": decided, "first": first, "second": second, "input": input});
            writeln!(out, "{}", inert::json(&line.to_string()))?;
        }
        if as_json {
            return Ok(());
        }
        for (number, path, proof) in [("first", paths[0], &first), ("second", paths[1], &second)] {
            let subject = format!("{} {}", proof.subject.name, proof.subject.version);
            writeln!(out, "{number:<6}  {}: {}", plain(&saved::name(path)), plain(subject.trim()))?;
        }
        for (decided, heading) in [(true, "The document decides"), (false, "The document leaves it open")] {
            for (place, one) in found.iter().filter(|one| one.decided == decided).enumerate() {
                if place == 0 {
                    writeln!(out, "\n{BOLD}{heading}{BOLD:#}")?;
                }
                writeln!(out, "\n{}", plain(&one.about))?;
                if let Some(input) = &one.input {
                    writeln!(out, "  input   {}", plain(&input.to_string()))?;
                }
                writeln!(out, "  first   {}\n  second  {}", plain(&one.first), plain(&one.second))?;
            }
        }
        let decided = found.iter().filter(|one| one.decided).count();
        writeln!(out, "\n{}", sum(decided, found.len() - decided))
    })?;
    Ok(if found.is_empty() { Exit::Conforms } else { Exit::DoesNot })
}

fn rules(first: &Proof, second: &Proof) -> Vec<Difference> {
    let outcome = |proof: &Proof, id: &str| {
        let rule = proof.rules.iter().find(|rule| rule.rule == id);
        rule.map_or_else(|| "not selected".to_owned(), |rule| rule.outcome.to_string())
    };
    let ids = union(first, second, |proof| proof.rules.iter().map(|rule| rule.rule.as_str()).collect());
    let differs = |id: &str| {
        let (first, second) = (outcome(first, id), outcome(second, id));
        let about = id.to_owned();
        (first != second).then_some(Difference { about, decided: true, first, second, input: None })
    };
    ids.into_iter().filter_map(differs).collect()
}

/// Findings that only one of them has.
fn findings(first: &Proof, second: &Proof) -> Vec<Difference> {
    let key = |finding: &Finding| (finding.check.clone(), finding.kind.clone());
    let only = |of: &Proof, other: &Proof, is_first: bool| -> Vec<Difference> {
        let known: BTreeSet<_> = other.findings.iter().map(key).collect();
        let new = of.findings.iter().filter(|finding| !known.contains(&key(finding)));
        new.map(|finding| {
            let (has, lacks) = (format!("wrong: {}", finding.kind), "no such finding".to_owned());
            let (first, second) = if is_first { (has, lacks) } else { (lacks, has) };
            let (about, input) = (finding.check.clone(), Some(finding.input.clone()));
            Difference { about, decided: true, first, second, input }
        })
        .collect()
    };
    let mut found = only(first, second, true);
    found.extend(only(second, first, false));
    found.sort_by(|a, b| a.about.cmp(&b.about));
    found
}

fn questions(first: &Proof, second: &Proof) -> Vec<Difference> {
    let of = |proof: &'_ Proof, id: &str| proof.questions.iter().find(|question| question.question == id).cloned();
    let ids = union(first, second, |proof| proof.questions.iter().map(|one| one.question.as_str()).collect());
    let differs = |id: &str| {
        // Whoever was not asked says nothing that could be compared.
        let (one, other) = (of(first, id)?, of(second, id)?);
        let witness = one.excluded.values().chain(other.excluded.values());
        let input = witness.map(|witness| &witness.input).min_by_key(|input| crate::draw::json::size(input)).cloned();
        let read = |readings: &[String]| format!("reads it as {}", readings.join(" or "));
        (one.readings != other.readings).then(|| Difference {
            about: id.to_owned(),
            decided: false,
            first: read(&one.readings),
            second: read(&other.readings),
            input,
        })
    };
    ids.into_iter().filter_map(differs).collect()
}

/// What either of them knows, in the order of the first and then of the second.
fn union<'a>(first: &'a Proof, second: &'a Proof, ids: fn(&'a Proof) -> Vec<&'a str>) -> Vec<&'a str> {
    let mut all = ids(first);
    let known: BTreeSet<&str> = all.iter().copied().collect();
    all.extend(ids(second).into_iter().filter(|id| !known.contains(id)));
    all
}
