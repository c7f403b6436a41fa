//! `proofmark replay CASE|FILE`

use std::io::{self, Write};
use std::path::Path;

use anstyle::Style;
use serde_json::Value;

use super::args::ReplayArgs;
use super::{CliError, Exit, output, saved, select, target};
use crate::proof::plain;
use crate::rule::{Check, Rule, Suite};
use crate::run::{Replayed, RunError, case, replay as replay_case};
use crate::subject::{Launcher, Overheard};
use crate::suites;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

type Target = (&'static Suite, &'static Rule, &'static Check);

/// A case to run again, after others on the same process.
struct Again {
    of: Target,
    input: Value,
    history: Vec<(&'static Check, Value)>,
}

/// Runs a case again, or the findings of a proof.
pub(super) fn replay(args: &ReplayArgs) -> Result<Exit, CliError> {
    let cases = match Path::new(&args.what) {
        file if file.is_file() && args.after.is_empty() => from_proof(file)?,
        file if file.is_file() => {
            return Err(CliError::Usage("a proof knows what comes before its findings: leave out --after".to_owned()));
        }
        _ => vec![Again { history: history(&args.after)?, ..named(&args.what)? }],
    };
    let launcher = target::launcher(&args.command, select::mutants(&args.mutant)?, args.timeout);
    let mut exit = Exit::Conforms;
    for again in cases {
        if run_again(again, &*launcher, args)? == Exit::DoesNot {
            exit = Exit::DoesNot;
        }
    }
    Ok(exit)
}

fn run_again(again: Again, launcher: &dyn Launcher, args: &ReplayArgs) -> Result<Exit, CliError> {
    // A subject that cannot be started is an error of the command, not a fault of the case.
    launcher.launch().map_err(RunError::from)?.end();
    let overheard = Overheard::new(launcher);
    let (suite, rule, check) = again.of;
    let replayed =
        replay_case(again.of, again.input, &again.history, &overheard, args.timeout).map_err(RunError::from)?;
    output::to_stdout(|out| {
        writeln!(out, "{BOLD}{}/{}/{}{BOLD:#}: {}", suite.name, rule.id, check.id, check.property)?;
        writeln!(out, "{DIM}input{DIM:#} {}", replayed.input)?;
        for line in overheard.lines() {
            writeln!(out, "{}", plain(&line))?;
        }
        verdict(&replayed, out)
    })?;
    Ok(if replayed.failure.is_some() || replayed.fault.is_some() { Exit::DoesNot } else { Exit::Conforms })
}

fn verdict(replayed: &Replayed, out: &mut dyn Write) -> io::Result<()> {
    if !replayed.stderr.is_empty() {
        writeln!(out, "{DIM}stderr{DIM:#}\n{}", replayed.stderr)?;
    }
    if let Some((expected, observed)) = &replayed.failure {
        writeln!(out, "{BOLD}fails{BOLD:#}\n  expected {expected}\n  observed {observed}")
    } else if let Some(fault) = &replayed.fault {
        writeln!(out, "{BOLD}fault{BOLD:#}: {fault}")
    } else if let Some(why) = &replayed.open {
        writeln!(out, "{BOLD}open{BOLD:#}: {why}")
    } else {
        writeln!(out, "{BOLD}holds{BOLD:#}")
    }
}

/// The case named `CHECK:SEED:INDEX`.
fn named(name: &str) -> Result<Again, CliError> {
    let mut parts = name.rsplitn(3, ':');
    let (index, seed, id) = (parts.next(), parts.next(), parts.next());
    let numbers = index.and_then(|index| index.parse().ok()).zip(seed.and_then(|seed| seed.parse().ok()));
    let Some(((index, seed), id)) = numbers.zip(id) else {
        return Err(CliError::Usage(format!(
            "`{name}` is neither a case (CHECK:SEED:INDEX, as a finding names it) nor a file"
        )));
    };
    let of = find(id)?;
    let input = case(of.0, of.1, of.2, seed, index)
        .map_err(RunError::from)?
        .ok_or_else(|| CliError::Usage(format!("{id} has no case {index}: it draws no random cases")))?;
    Ok(Again { of, input: (*input).clone(), history: Vec::new() })
}

/// The cases that come first.
fn history(names: &[String]) -> Result<Vec<(&'static Check, Value)>, CliError> {
    names.iter().map(|name| named(name).map(|again| (again.of.2, again.input))).collect()
}

fn find(id: &str) -> Result<Target, CliError> {
    suites::check(id).ok_or_else(|| {
        CliError::Usage(format!("there is no check `{id}`; `proofmark rules --json` lists rules and their checks"))
    })
}

/// The findings of a saved proof, each with its smallest case.
fn from_proof(path: &Path) -> Result<Vec<Again>, CliError> {
    let proof = saved::proof(path)?;
    if proof.findings.is_empty() {
        return Err(CliError::Usage(format!("{} has no findings to replay", path.display())));
    }
    proof
        .findings
        .into_iter()
        .map(|finding| {
            let history = finding
                .history
                .into_iter()
                .map(|earlier| Ok((find(&earlier.check)?.2, earlier.input)))
                .collect::<Result<_, CliError>>()?;
            Ok(Again { of: find(&finding.check)?, input: finding.input, history })
        })
        .collect()
}
