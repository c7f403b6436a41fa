//! `proofmark rules`

use serde_json::json;

use super::args::RulesArgs;
use super::{CliError, Exit, output, select};
use crate::rule::Catalogue;
use crate::run::Selection;

/// Lists the rules.
pub(super) fn rules(catalogue: &Catalogue, args: &RulesArgs) -> Result<Exit, CliError> {
    let selection = select::selection(catalogue, &args.select)?;
    output::to_stdout(|out| if args.json { as_json(&selection, out) } else { as_text(&selection, out) })?;
    Ok(Exit::Conforms)
}

fn as_json(selection: &Selection, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    for (suite, rule) in selection {
        let checks: Vec<&str> = rule.checks.iter().map(|check| check.id).collect();
        let line = json!({
            "rule": format!("{}/{}", suite.name, rule.id),
            "suite": suite.name,
            "level": rule.level,
            "title": rule.title,
            "source": format!("{}, {}", suite.document, rule.source),
            "checks": checks,
        });
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
