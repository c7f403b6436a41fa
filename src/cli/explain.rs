//! `proofmark explain RULE`

use std::io::{self, Write};

use anstyle::Style;

use super::args::ExplainArgs;
use super::{CliError, Exit, output, select};
use crate::proof::plain;
use crate::rule::{Catalogue, Check, CorpusCase, OnFault, Rule, Suite, read_corpus, sentence};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Shows one rule.
pub(super) fn explain(catalogue: &Catalogue, args: &ExplainArgs) -> Result<Exit, CliError> {
    let (suite, rule) = select::rule(catalogue, &args.rule)?;
    output::to_stdout(|out| page(suite, rule, out))?;
    Ok(Exit::Conforms)
}

fn page(suite: &Suite, rule: &Rule, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{BOLD}{}/{}{BOLD:#} ({})\n{}", suite.name, rule.id, rule.level, sentence(rule.title))?;
    writeln!(out, "\n  {}\n  {DIM}{}, {}{DIM:#}", rule.statement, suite.document, rule.source)?;
    writeln!(out, "\n{BOLD}Checks{BOLD:#}")?;
    for check in rule.checks {
        show_check(check, out)?;
    }
    if !rule.questions.is_empty() {
        writeln!(out, "\n{BOLD}Questions{BOLD:#}")?;
    }
    for question in rule.questions {
        writeln!(out, "  {}: {}", question.id, question.asks)?;
        for reading in question.readings {
            writeln!(out, "    {} {DIM}{}{DIM:#}", reading.id, reading.predicts)?;
        }
    }
    if !rule.mutants.is_empty() {
        writeln!(out, "\n{BOLD}Faults it must catch{BOLD:#} (a wrong runtime …)")?;
    }
    for mutant in rule.mutants {
        writeln!(out, "  … {}", mutant.name)?;
    }
    let corpus = read_corpus(suite, rule).map_err(io::Error::other)?;
    writeln!(out, "\n{BOLD}Examples{BOLD:#}")?;
    for case in corpus {
        show_example(&case, out)?;
    }
    Ok(())
}

/// A case, as what differs from its base where it has one.
fn show_example(case: &CorpusCase, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {:<11} {}", case.expect, case.name)?;
    let mut line = |text: &str| writeln!(out, "              {DIM}{}{DIM:#}", plain(text));
    let Some((base, change)) = &case.made_from else { return line(&case.case.to_string()) };
    line(&if change.is_empty() { format!("the base {base}") } else { format!("the base {base}, with") })?;
    for pointer in &change.remove {
        line(&format!("  {pointer} removed"))?;
    }
    for (pointer, value) in &change.set {
        line(&format!("  {pointer}: {value}"))?;
    }
    Ok(())
}

fn show_check(check: &Check, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {}: {}", check.id, check.property)?;
    writeln!(out, "    {DIM}method{DIM:#} {}", check.methods.join(", "))?;
    if !check.features.is_empty() {
        writeln!(out, "    {DIM}needs the feature{DIM:#} {}", check.features.join(", "))?;
    }
    let arms = check.drawn_as();
    if !arms.is_empty() {
        writeln!(out, "    {DIM}drawn as{DIM:#} {}", arms.join(", "))?;
    }
    if !check.labels.is_empty() {
        writeln!(out, "    {DIM}must come up{DIM:#} {}", check.labels.join(", "))?;
    }
    if check.on_fault == OnFault::Fails {
        writeln!(out, "    {DIM}a fault fails it{DIM:#}")?;
    }
    Ok(())
}
