//! `proofmark mutants --blame` and `--pairs`: one fault, one red rule.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use serde_json::json;

use super::args::MutantsArgs;
use super::{CliError, Exit, output, side_by_side, target};
use crate::draw::Draw;
use crate::rule::{Catalogue, Declared};
use crate::run::{Blame, Options, RunError, blame};

/// At least so many percent of the faults are found on their own rule and on no other.
const GOAL: usize = 95;
/// No fault turns more rules red than this.
const MOST: usize = 3;

/// The faults of one subject, and what they turned red.
struct Row {
    faults: Vec<Declared>,
    blame: Blame,
}

impl Row {
    /// Whether every fault is found on its own rule.
    fn is_right(&self) -> bool {
        self.faults.iter().all(|declared| self.blame.red.contains(&rule_of(declared)))
    }

    /// Whether nothing else is red.
    fn is_exact(&self) -> bool {
        self.is_right() && self.blame.red.len() == self.faults.len()
    }

    fn name(&self) -> String {
        let ids: Vec<String> = self.faults.iter().map(Declared::id).collect();
        ids.join(" + ")
    }
}

fn rule_of(declared: &Declared) -> String {
    format!("{}/{}", declared.suite.name, declared.rule.id)
}

/// Puts every mutant, or `--pairs` random pairs of them, to its whole suite.
pub(super) fn blame_all(catalogue: &Catalogue, chosen: &[Declared], args: &MutantsArgs) -> Result<Exit, CliError> {
    let subjects: Vec<Vec<Declared>> = match args.pairs {
        Some(pairs) => pairs_of(chosen, pairs, args.seed),
        None => chosen.iter().map(|declared| vec![*declared]).collect(),
    };
    target::end_in_order_on_interrupt();
    let options =
        Options { seed: args.seed, cases: args.cases, interrupted: &target::INTERRUPTED, ..Options::default() };
    let rows = side_by_side::each(&subjects, target::jobs(args.jobs), |faults| {
        blame(catalogue, faults, &options).map(|blame| Row { faults: faults.clone(), blame })
    });
    let rows: Vec<Row> = rows.into_iter().collect::<Result<_, RunError>>()?;
    output::to_stdout(|out| show(&rows, args.json, out))?;
    let exact = rows.iter().filter(|row| row.is_exact()).count();
    let allowed = if args.pairs.is_some() { usize::MAX } else { MOST };
    let fine = exact * 100 >= GOAL * rows.len()
        && rows.iter().all(|row| row.blame.red.len() <= allowed)
        && (args.pairs.is_some() || rows.iter().all(Row::is_right));
    Ok(if target::INTERRUPTED.load(Ordering::Relaxed) {
        Exit::Interrupted
    } else if rows.is_empty() {
        Exit::Inconclusive
    } else if fine {
        Exit::Conforms
    } else {
        Exit::DoesNot
    })
}

/// Pairs of mutants of different rules of one suite.
fn pairs_of(chosen: &[Declared], number: usize, seed: u64) -> Vec<Vec<Declared>> {
    let mut draw = Draw::from_seed(seed);
    let mut pairs = Vec::new();
    // So many pairs may not exist: then there are fewer.
    for _ in 0..number.saturating_mul(50) {
        if pairs.len() == number || chosen.len() < 2 {
            break;
        }
        let (one, other) = (chosen[draw.below(chosen.len())], chosen[draw.below(chosen.len())]);
        if one.suite.name == other.suite.name && one.rule.id != other.rule.id {
            pairs.push(vec![one, other]);
        }
    }
    pairs
}

fn show(rows: &[Row], as_json: bool, out: &mut dyn Write) -> io::Result<()> {
    for row in rows {
        let Blame { red, blocked } = &row.blame;
        if as_json {
            let rules: Vec<String> = row.faults.iter().map(rule_of).collect();
            let line = json!({"mutant": row.name(), "rules": rules, "red": red, "blocked": blocked,
                "right": row.is_right()});
            writeln!(out, "{line}")?;
        } else {
            let word = if row.is_exact() {
                "exact"
            } else if row.is_right() {
                "spread"
            } else {
                "WRONG"
            };
            writeln!(out, "{word:<6}  {:>2} red  {:>2} blocked  {}", red.len(), blocked.len(), row.name())?;
            if !row.is_exact() {
                writeln!(out, "        red: {}", red.join(", "))?;
            }
        }
    }
    if as_json {
        return Ok(());
    }
    let exact = rows.iter().filter(|row| row.is_exact()).count();
    let right = rows.iter().filter(|row| row.is_right()).count();
    let most = rows.iter().map(|row| row.blame.red.len()).max().unwrap_or(0);
    writeln!(
        out,
        "{exact} of {} found on their own rule and on no other; {right} on their own rule; at most {most} rules red",
        rows.len()
    )
}
