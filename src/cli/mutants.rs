//! `proofmark mutants`

use std::sync::atomic::Ordering;

use serde_json::json;

use super::args::MutantsArgs;
use super::{CliError, Exit, blame, drawn, output, select, side_by_side, target};
use crate::rule::{Catalogue, Declared};
use crate::run::{Hunt, Options, RunError, hunt};

/// What became of a mutant over all seeds.
struct Row {
    declared: Declared,
    survived: Vec<u64>,
    /// Over the seeds that killed it: the most cases it took, and the largest input left.
    cases: u64,
    size: usize,
}

/// Runs every mutant against the rule that must catch it.
pub(super) fn mutants(catalogue: &Catalogue, args: &MutantsArgs) -> Result<Exit, CliError> {
    let selection = select::selection(catalogue, &args.select)?;
    let chosen: Vec<Declared> = catalogue
        .mutants()
        .filter(|declared| {
            selection.iter().any(|(suite, rule)| suite.name == declared.suite.name && rule.id == declared.rule.id)
        })
        .collect();
    if args.blame || args.pairs.is_some() {
        return blame::blame_all(catalogue, &chosen, args);
    }
    if args.drawn_only {
        return drawn::draw_only(&chosen, args);
    }
    target::end_in_order_on_interrupt();
    let rows = side_by_side::each(&chosen, target::jobs(args.jobs), |declared| over_seeds(*declared, args));
    let rows: Vec<Row> = rows.into_iter().collect::<Result<_, RunError>>()?;
    let survivors = rows.iter().filter(|row| !row.survived.is_empty()).count();
    output::to_stdout(|out| {
        for row in &rows {
            let killed = row.survived.is_empty();
            let (id, rule) = (row.declared.id(), format!("{}/{}", row.declared.suite.name, row.declared.rule.id));
            if args.json {
                let line = json!({"mutant": id, "rule": rule, "killed": killed, "cases": row.cases, "size": row.size});
                writeln!(out, "{line}")?;
            } else {
                let word = if killed { "killed" } else { "SURVIVED" };
                let seeds = if killed { String::new() } else { format!("  with seed {:?}", row.survived) };
                writeln!(out, "{word:<8}  {:>5} cases  size {:>3}  {id}{seeds}", row.cases, row.size)?;
            }
        }
        if !args.json {
            writeln!(
                out,
                "{} of {} mutants killed, {} seed{} each",
                rows.len() - survivors,
                rows.len(),
                args.seeds,
                if args.seeds == 1 { "" } else { "s" }
            )?;
        }
        Ok(())
    })?;
    Ok(if target::INTERRUPTED.load(Ordering::Relaxed) {
        Exit::Interrupted
    } else if rows.is_empty() {
        Exit::Inconclusive
    } else if survivors > 0 {
        Exit::DoesNot
    } else {
        Exit::Conforms
    })
}

fn over_seeds(declared: Declared, args: &MutantsArgs) -> Result<Row, RunError> {
    let mut row = Row { declared, survived: Vec::new(), cases: 0, size: 0 };
    for seed in args.seed..args.seed.saturating_add(args.seeds) {
        let options = Options {
            seed,
            cases: args.cases,
            interrupted: &target::INTERRUPTED,
            most_failures: Some(1),
            ..Options::default()
        };
        let Hunt { killed, cases, finding } = hunt(declared, &options)?;
        if killed {
            row.cases = row.cases.max(cases);
            row.size = row.size.max(finding.map_or(0, |finding| finding.size));
        } else {
            row.survived.push(seed);
        }
    }
    Ok(row)
}
