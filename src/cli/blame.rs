//! `proofmark mutants --blame` and `--pairs`: one fault, one red rule.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use serde_json::json;

use super::args::MutantsArgs;
use super::{CliError, Exit, output, side_by_side, target};
use crate::draw::Draw;
use crate::rule::{Catalogue, Declared};
use crate::run::{Blame, Options, RunError, blame};

/// At least so many percent of the faults are found on their own rule and on no other; of pairs, on their own rules.
const GOAL: usize = 95;
/// No fault turns more rules red than this.
const MOST: usize = 3;
/// The width of a line, as far as names allow.
const WIDTH: usize = 80;

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

    fn names(&self) -> Vec<String> {
        self.faults.iter().map(Declared::id).collect()
    }
}

fn rule_of(declared: &Declared) -> String {
    format!("{}/{}", declared.suite.name, declared.rule.id)
}

/// Puts every mutant, or `--pairs` random pairs of them, to its whole suite.
pub(super) fn blame_all(catalogue: &Catalogue, chosen: &[Declared], args: &MutantsArgs) -> Result<Exit, CliError> {
    let mut draw = Draw::from_seed(args.seed);
    let subjects: Vec<Vec<Declared>> = match (args.pairs, args.sample) {
        (Some(pairs), _) => pairs_of(chosen, pairs, &mut draw),
        (None, Some(number)) => sample_of(chosen, number, &mut draw),
        (None, None) => chosen.iter().map(|declared| vec![*declared]).collect(),
    };
    target::end_in_order_on_interrupt();
    let options =
        Options { seed: args.seed, cases: args.cases, interrupted: &target::INTERRUPTED, ..Options::default() };
    let rows = side_by_side::each(&subjects, target::jobs(args.jobs), |faults| {
        blame(catalogue, faults, &options).map(|blame| Row { faults: faults.clone(), blame })
    });
    let rows: Vec<Row> = rows.into_iter().collect::<Result<_, RunError>>()?;
    let whole = Sum::of(rows.iter());
    let is_reached = if args.pairs.is_some() { whole.pairs_are_found() } else { whole.is_exact_enough() };
    output::to_stdout(|out| {
        if args.json {
            return rows.iter().try_for_each(|row| writeln!(out, "{}", as_json(row)));
        }
        rows.iter().try_for_each(|row| show(row, out))?;
        sums(&rows, out)?;
        let goal = if args.pairs.is_some() {
            format!("{GOAL} % of the pairs on their own rules")
        } else {
            format!("{GOAL} % exact, all on their own rule, at most {MOST} red")
        };
        writeln!(out, "goal: {goal}: {}", if is_reached { "reached" } else { "MISSED" })
    })?;
    Ok(if target::INTERRUPTED.load(Ordering::Relaxed) {
        Exit::Interrupted
    } else if rows.is_empty() {
        Exit::Inconclusive
    } else if is_reached {
        Exit::Conforms
    } else {
        Exit::DoesNot
    })
}

/// So many mutants, in the order of the catalogue.
fn sample_of(chosen: &[Declared], number: usize, draw: &mut Draw) -> Vec<Vec<Declared>> {
    let places: Vec<usize> = (0..chosen.len()).collect();
    let mut taken = draw.sample(&places, number.min(chosen.len()));
    taken.sort_unstable();
    taken.into_iter().map(|place| vec![chosen[*place]]).collect()
}

/// Pairs of mutants of different rules of one suite.
fn pairs_of(chosen: &[Declared], number: usize, draw: &mut Draw) -> Vec<Vec<Declared>> {
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

/// What rows come to.
struct Sum {
    rows: usize,
    exact: usize,
    right: usize,
    most: usize,
}

impl Sum {
    fn of<'a>(rows: impl Iterator<Item = &'a Row>) -> Self {
        let mut sum = Self { rows: 0, exact: 0, right: 0, most: 0 };
        for row in rows {
            sum.rows += 1;
            sum.exact += usize::from(row.is_exact());
            sum.right += usize::from(row.is_right());
            sum.most = sum.most.max(row.blame.red.len());
        }
        sum
    }

    fn is_exact_enough(&self) -> bool {
        self.exact * 100 >= GOAL * self.rows && self.right == self.rows && self.most <= MOST
    }

    fn pairs_are_found(&self) -> bool {
        self.right * 100 >= GOAL * self.rows
    }

    fn show(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let Self { rows, exact, right, most } = self;
        writeln!(out, "{name:<10} {exact:>4} of {rows:>4} exact, {right:>4} on their own rule, at most {most} red")
    }
}

/// A line per suite, and one for all.
fn sums(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let mut suites: Vec<&str> = rows.iter().map(|row| row.faults[0].suite.name).collect();
    suites.sort_unstable();
    suites.dedup();
    for suite in &suites {
        Sum::of(rows.iter().filter(|row| row.faults[0].suite.name == *suite)).show(suite, out)?;
    }
    Sum::of(rows.iter()).show("all", out)
}

fn as_json(row: &Row) -> serde_json::Value {
    let rules: Vec<String> = row.faults.iter().map(rule_of).collect();
    json!({"mutant": row.names().join(" + "), "rules": rules, "red": row.blame.red, "blocked": row.blame.blocked,
        "right": row.is_right()})
}

fn show(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let word = match (row.is_exact(), row.is_right()) {
        (true, _) => "exact",
        (false, true) => "spread",
        (false, false) => "WRONG",
    };
    let line = format!("{word:<6} {:>2} red {:>3} blocked", row.blame.red.len(), row.blame.blocked.len());
    match row.names().as_slice() {
        [name] if line.len() + 2 + name.len() <= WIDTH => writeln!(out, "{line}  {name}")?,
        names => {
            writeln!(out, "{line}")?;
            names.iter().try_for_each(|name| writeln!(out, "    {name}"))?;
        }
    }
    if row.is_exact() { Ok(()) } else { row.blame.red.iter().try_for_each(|rule| writeln!(out, "       red: {rule}")) }
}
