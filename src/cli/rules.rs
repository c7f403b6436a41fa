//! `proofmark rules`

use serde_json::{Value, json};

use super::args::RulesArgs;
use super::{CliError, Exit, output, select, side_by_side, target};
use crate::rule::{Catalogue, CheckRef};
use crate::run::{DEFAULT_CASES, Decided, Pairs, RunError, Selection, decided, pairs};

/// Of so many drawn cases of an ordinary check the share is told that the document decides; of a costly one, of fewer.
const DRAWN: u64 = 1000;
/// How many pairs are named that do not.
const NAMED: usize = 5;

/// Lists the rules.
pub(super) fn rules(catalogue: &Catalogue, args: &RulesArgs) -> Result<Exit, CliError> {
    let selection = select::selection(catalogue, &args.select)?;
    if args.pairs {
        let found = pairs(&selection, 0, DEFAULT_CASES).map_err(RunError::from)?;
        output::to_stdout(|out| found.iter().try_for_each(|pairs| show_pairs(pairs, args.json, out)))?;
        return Ok(Exit::Conforms);
    }
    if !args.json {
        output::to_stdout(|out| as_text(&selection, out))?;
        return Ok(Exit::Conforms);
    }
    let shares = if args.shares { Some(shares(&selection)?) } else { None };
    output::to_stdout(|out| as_json(&selection, shares.as_deref(), out))?;
    Ok(Exit::Conforms)
}

/// What the documents decide of every check, per rule of the selection.
fn shares(selection: &Selection) -> Result<Vec<Vec<Decided>>, CliError> {
    let of_rule = |place: usize| {
        let (suite, rule) = selection[place];
        rule.checks.iter().map(move |check| (place, CheckRef { suite, rule, check }))
    };
    let checks: Vec<(usize, CheckRef)> = (0..selection.len()).flat_map(of_rule).collect();
    let found = side_by_side::each(&checks, target::jobs(None), |(_, check)| decided(*check, DRAWN));
    let mut per_rule: Vec<Vec<Decided>> = selection.iter().map(|_| Vec::new()).collect();
    for ((place, _), found) in checks.iter().zip(found) {
        per_rule[*place].push(found.map_err(RunError::from)?);
    }
    Ok(per_rule)
}

fn show_pairs(found: &Pairs, as_json: bool, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    if as_json {
        return writeln!(out, "{}", json!(found));
    }
    let others = match found.checks.len() - 1 {
        0 => String::new(),
        1 => " and one check more".to_owned(),
        several => format!(" and {several} checks more"),
    };
    writeln!(out, "{}{others}", found.checks[0])?;
    let Pairs { settings, seen, pairs, missing, .. } = found;
    writeln!(out, "  {} settings: {seen} of {pairs} pairs come up together", settings.len())?;
    missing.iter().take(NAMED).try_for_each(|[one, other]| writeln!(out, "  not together: {one} and {other}"))?;
    let more = missing.len().saturating_sub(NAMED);
    if more > 0 { writeln!(out, "  and {more} more, with --json") } else { Ok(()) }
}

fn as_json(
    selection: &Selection,
    shares: Option<&[Vec<Decided>]>,
    out: &mut dyn std::io::Write,
) -> std::io::Result<()> {
    for (place, (suite, rule)) in selection.iter().enumerate() {
        let checks: Vec<&str> = rule.checks.iter().map(|check| check.id).collect();
        let mut line = json!({
            "rule": format!("{}/{}", suite.name, rule.id),
            "suite": suite.name,
            "level": rule.level,
            "title": rule.title,
            "source": format!("{}, {}", suite.document, rule.source),
            "checks": checks,
        });
        if let (Some(shares), Value::Object(line)) = (shares, &mut line) {
            line.insert("shares".to_owned(), json!(shares[place]));
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn as_text(selection: &Selection, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    let mut last = "";
    let width = selection.iter().map(|(_, rule)| rule.id.len()).max().unwrap_or(0);
    for (index, (suite, rule)) in selection.iter().enumerate() {
        if suite.name != last {
            let gap = if index == 0 { "" } else { "\n" };
            writeln!(out, "{gap}{}: {} ({})", suite.name, suite.title, suite.document)?;
            last = suite.name;
        }
        writeln!(out, "  {:<width$}  {:<11}  {}", rule.id, rule.level, rule.title)?;
        let end_of_suite = selection.get(index + 1).is_none_or(|(next, _)| next.name != suite.name);
        for deferred in suite.deferred.iter().filter(|_| end_of_suite) {
            writeln!(out, "  {:<width$}  {:<11}  {}", deferred.source, "deferred", deferred.topic)?;
        }
    }
    Ok(())
}
