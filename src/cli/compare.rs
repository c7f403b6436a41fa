//! `proofmark compare`

mod proofs;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anstyle::Style;
use clap::Args as ClapArgs;
use serde_json::json;

use super::limits::LimitArgs;
use super::select::SelectArgs;
use super::values::{cases, duration};
use super::{CliError, Exit, output, select, target};
use crate::inert;
use crate::proof::plain;
use crate::rule::Catalogue;
use crate::run::{Options, Parting, compare as differences};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// How many random cases a check draws here unless told otherwise.
const DEFAULT_CASES: u64 = 50;

/// What parts two commands.
const BETWEEN: &str = "---";

#[derive(Debug, ClapArgs)]
pub(super) struct CompareArgs {
    /// Two saved proofs, instead of two commands
    #[arg(value_name = "PROOF", num_args = 2, conflicts_with_all = ["command", "suite", "rule"])]
    proofs: Vec<PathBuf>,
    #[command(flatten)]
    select: SelectArgs,
    /// How many random cases to draw per check
    #[arg(long, value_name = "N", default_value_t = DEFAULT_CASES, value_parser = cases)]
    cases: u64,
    /// The seed that all random cases follow from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How long a call may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    timeout: Duration,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object per difference
    #[arg(long)]
    json: bool,
    /// The commands that start the two subjects, parted by `---`; with one alone, it is compared with the reference
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "proofs")]
    command: Vec<String>,
}

/// Shows on which inputs two subjects differ, whoever is right.
pub(super) fn compare(catalogue: &Catalogue, args: &CompareArgs) -> Result<Exit, CliError> {
    if let [first, second] = args.proofs.as_slice() {
        return proofs::compare([first, second], args.json);
    }
    let selection = select::selection(catalogue, &args.select)?;
    let mut commands = args.command.split(|word| word == BETWEEN);
    let (first, second) = (commands.next().unwrap_or_default(), commands.next().unwrap_or_default());
    if first.is_empty() || commands.next().is_some() {
        return Err(CliError::Usage("two commands are compared: `-- FIRST COMMAND --- SECOND COMMAND`".into()));
    }
    target::end_in_order_on_interrupt();
    let start =
        |command: &[String]| target::launcher(catalogue, command, Vec::new(), args.timeout, args.limits.limits());
    let subjects = [start(first), start(second)];
    let options = Options {
        seed: args.seed,
        cases: args.cases,
        deadline: args.timeout,
        interrupted: &target::INTERRUPTED,
        ..Options::default()
    };
    let found = differences(&selection, [&*subjects[0], &*subjects[1]], &options)?;
    output::to_stdout(|out| {
        if args.json {
            return found.iter().try_for_each(|parting| writeln!(out, "{}", as_json(parting)));
        }
        as_text(&found, out)
    })?;
    let interrupted = target::INTERRUPTED.load(std::sync::atomic::Ordering::Relaxed);
    Ok(match found.is_empty() {
        _ if interrupted => Exit::Interrupted,
        true => Exit::Conforms,
        false => Exit::DoesNot,
    })
}

fn as_json(parting: &Parting) -> String {
    let line = json!({
        "rule": parting.rule,
        "level": parting.level,
        "check": parting.check,
        "decided": parting.decided,
        "question": parting.question,
        "first": parting.first,
        "second": parting.second,
        "case": parting.case,
        "count": parting.count,
        "size": parting.size,
        "input": parting.input,
    });
    inert::json(&line.to_string())
}

fn as_text(found: &[Parting], out: &mut dyn Write) -> io::Result<()> {
    for (decided, heading) in [(true, "The document decides"), (false, "The document leaves it open")] {
        let these: Vec<&Parting> = found.iter().filter(|parting| parting.decided == decided).collect();
        if these.is_empty() {
            continue;
        }
        writeln!(out, "{BOLD}{heading}{BOLD:#}\n")?;
        for parting in these {
            writeln!(out, "{} ({})", parting.question.as_ref().unwrap_or(&parting.check), parting.level)?;
            writeln!(out, "  input   {}", plain(&parting.input.to_string()))?;
            writeln!(out, "  first   {}", plain(&parting.first))?;
            writeln!(out, "  second  {}", plain(&parting.second))?;
            let cases = if parting.count == 1 { "case" } else { "cases" };
            writeln!(out, "  {DIM}seen in {} {cases}, first in {}{DIM:#}\n", parting.count, parting.case)?;
        }
    }
    let decided = found.iter().filter(|parting| parting.decided).count();
    if found.is_empty() {
        return writeln!(out, "no input was found on which they differ");
    }
    writeln!(out, "{}", sum(decided, found.len() - decided))
}

/// How many differences there are.
fn sum(decided: usize, open: usize) -> String {
    let differences = if decided == 1 { "difference" } else { "differences" };
    format!("{decided} {differences} that the document decides, {open} that it leaves open")
}
