//! `proofmark mutants --drawn-only`: what drawing alone is worth.

use std::sync::atomic::Ordering;

use serde_json::json;

use super::args::MutantsArgs;
use super::{CliError, Exit, output, side_by_side, target};
use crate::rule::Declared;
use crate::run::{Options, RunError, hunt_by_drawing};

/// Half of the hunts are over within so many cases.
const MEDIAN: u64 = 10;
/// Of twenty hunts nineteen are over within so many cases.
const MOST: u64 = 100;

/// A mutant, and after how many cases each seed caught it.
struct Row {
    declared: Declared,
    cases: Vec<Option<u64>>,
}

impl Row {
    /// The most cases that a seed needed; none where one did not catch it.
    fn worst(&self) -> Option<u64> {
        self.cases.iter().copied().collect::<Option<Vec<u64>>>()?.into_iter().max()
    }
}

/// Hunts every mutant by drawing alone, and tells how many cases that takes.
pub(super) fn draw_only(chosen: &[Declared], args: &MutantsArgs) -> Result<Exit, CliError> {
    target::end_in_order_on_interrupt();
    let rows = side_by_side::each(chosen, target::jobs(args.jobs), |declared| over_seeds(*declared, args));
    let mut rows: Vec<Row> = rows.into_iter().collect::<Result<_, RunError>>()?;
    // The hardest last, where they are seen.
    rows.sort_by_key(|row| row.worst().unwrap_or(u64::MAX));
    let mut all: Vec<u64> = rows.iter().flat_map(|row| &row.cases).map(|cases| cases.unwrap_or(u64::MAX)).collect();
    all.sort_unstable();
    let missed = all.iter().filter(|cases| **cases == u64::MAX).count();
    let (median, most) = (share(&all, 50), share(&all, 95));
    output::to_stdout(|out| {
        for row in &rows {
            let id = row.declared.id();
            if args.json {
                writeln!(out, "{}", json!({"mutant": id, "drawn": row.cases}))?;
            } else {
                let worst = row.worst().map_or_else(|| "missed".to_owned(), |cases| cases.to_string());
                let each: Vec<String> =
                    row.cases.iter().map(|cases| cases.map_or_else(|| "-".to_owned(), |n| n.to_string())).collect();
                writeln!(out, "{worst:>6} cases  {id}  ({})", each.join(" "))?;
            }
        }
        if !args.json && !all.is_empty() {
            writeln!(
                out,
                "{} hunts by drawing alone: median {}, 95 of 100 within {}, {missed} missed in {} cases",
                all.len(),
                shown(median),
                shown(most),
                args.cases
            )?;
        }
        Ok(())
    })?;
    Ok(if target::INTERRUPTED.load(Ordering::Relaxed) {
        Exit::Interrupted
    } else if all.is_empty() {
        Exit::Inconclusive
    } else if median > MEDIAN || most > MOST {
        Exit::DoesNot
    } else {
        Exit::Conforms
    })
}

fn over_seeds(declared: Declared, args: &MutantsArgs) -> Result<Row, RunError> {
    let mut row = Row { declared, cases: Vec::new() };
    for seed in args.seed..args.seed.saturating_add(args.seeds) {
        let options = Options { seed, cases: args.cases, interrupted: &target::INTERRUPTED, ..Options::default() };
        row.cases.push(hunt_by_drawing(declared, &options)?);
    }
    Ok(row)
}

/// The smallest of `sorted` that so many percent do not exceed.
fn share(sorted: &[u64], percent: usize) -> u64 {
    let place = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(place).copied().unwrap_or(0)
}

fn shown(cases: u64) -> String {
    if cases == u64::MAX { "more than were drawn".to_owned() } else { format!("{cases} cases") }
}
