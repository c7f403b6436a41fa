//! `proofmark replay CASE|FILE`

use std::io::{self, Write};
use std::path::Path;

use anstyle::Style;
use serde_json::Value;

use super::args::ReplayArgs;
use super::{CliError, Exit, output, regressions, saved, select, target};
use crate::draw::json::size;
use crate::inert::{json, plain, plain_lines};
use crate::rule::{Catalogue, CheckRef};
use crate::run::{CaseName, Company, MARK, Options, Replayed, RunError, case, replay as replay_case, shrink};
use crate::subject::{Launcher, Overheard};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// A case to run again, after others on the same process.
struct Again {
    of: CheckRef,
    input: Value,
    history: Vec<(CheckRef, Value)>,
    beside: Vec<(CheckRef, Value)>,
}

/// Runs a case again, or the findings of a proof.
pub(super) fn replay(catalogue: &Catalogue, args: &ReplayArgs) -> Result<Exit, CliError> {
    let is_proof = Path::new(&args.what).is_file();
    let cases = match Path::new(&args.what) {
        _ if is_proof && args.shrink => {
            return Err(CliError::Usage("the findings of a proof are shrunk already: leave out --shrink".to_owned()));
        }
        file if is_proof && args.after.is_empty() && args.input.is_none() && args.beside.is_empty() => {
            from_proof(catalogue, file)?
        }
        _ if is_proof => {
            let what = "a proof knows the inputs of its findings and what comes with them: leave out --input, --after \
                        and --beside";
            return Err(CliError::Usage(what.to_owned()));
        }
        _ => {
            let again = match &args.input {
                Some(input) => given(catalogue, &args.what, input)?,
                None => named(catalogue, &args.what, &args.regressions)?,
            };
            let (history, beside) = {
                let all = |names: &[String]| all_named(catalogue, names, &args.regressions);
                (all(&args.after)?, all(&args.beside)?)
            };
            vec![Again { history, beside, ..again }]
        }
    };
    let mutants = select::mutants(catalogue, &args.mutant)?;
    let launcher = target::launcher(catalogue, &args.command, mutants, args.timeout, args.limits.limits());
    if args.command.is_empty() && args.mutant.is_empty() {
        let note = "no command was given, so this is the built-in reference; name your subject after `--`";
        writeln!(anstream::stderr(), "proofmark: {note}")?;
    }
    let (number, mut fail) = (cases.len(), 0);
    for again in cases {
        fail += usize::from(run_again(again, &*launcher, args)? == Exit::DoesNot);
    }
    if is_proof {
        output::to_stdout(|out| writeln!(out, "\n{fail} of {number} findings show again"))?;
    }
    Ok(if fail > 0 { Exit::DoesNot } else { Exit::Conforms })
}

fn run_again(again: Again, launcher: &dyn Launcher, args: &ReplayArgs) -> Result<Exit, CliError> {
    // A subject that cannot be started is an error of the command, not a fault of the case.
    let link = launcher.launch().map_err(RunError::from)?;
    let (name, version) = (link.implementation().name.clone(), link.implementation().version.clone());
    link.end();
    let options = Options { deadline: args.timeout, life: args.limits.life(), ..Options::default() };
    let input = if args.shrink { smallest(&again, launcher, &options)? } else { again.input };
    let overheard = Overheard::new(launcher);
    let company = Company { history: &again.history, beside: &again.beside };
    let replayed = replay_case(again.of, input, company, &overheard, &options).map_err(RunError::from)?;
    output::to_stdout(|out| {
        writeln!(out, "{BOLD}{}{BOLD:#}: {}", again.of.id(), again.of.check.property)?;
        writeln!(out, "{DIM}subject{DIM:#} {}", plain(format!("{name} {version}").trim()))?;
        writeln!(out, "{DIM}input{DIM:#} {}", json(&replayed.input.to_string()))?;
        for line in overheard.lines() {
            writeln!(out, "{}", plain(&line))?;
        }
        verdict(&replayed, out)
    })?;
    Ok(if replayed.failure.is_some() || replayed.fault.is_some() { Exit::DoesNot } else { Exit::Conforms })
}

/// The smallest input that fails like this one, and on stderr how it came about.
fn smallest(again: &Again, launcher: &dyn Launcher, options: &Options<'_>) -> Result<Value, CliError> {
    let mut note = anstream::stderr();
    let Some(shrunk) = shrink(again.of, &again.input, launcher, options).map_err(RunError::from)? else {
        writeln!(note, "proofmark: it does not fail by itself every time, so it is shown as it is")?;
        return Ok(again.input.clone());
    };
    let (before, after) = (size(&again.input), size(&shrunk.input));
    writeln!(note, "proofmark: shrunk from {before} to {after} values in {} executions", shrunk.executions)?;
    Ok(shrunk.input)
}

fn verdict(replayed: &Replayed, out: &mut dyn Write) -> io::Result<()> {
    if !replayed.stderr.is_empty() {
        writeln!(out, "{DIM}stderr{DIM:#}\n{}", plain_lines(&replayed.stderr))?;
    }
    if let Some((expected, observed)) = &replayed.failure {
        let (expected, observed) = (json(&expected.to_string()), json(&observed.to_string()));
        writeln!(out, "{BOLD}fails{BOLD:#}\n  expected {expected}\n  observed {observed}")
    } else if let Some(fault) = &replayed.fault {
        writeln!(out, "{BOLD}fault{BOLD:#}: {}", plain(&fault.to_string()))
    } else if let Some(why) = &replayed.open {
        writeln!(out, "{BOLD}open{BOLD:#}: {}", plain(why))
    } else {
        writeln!(out, "{BOLD}holds{BOLD:#}")
    }
}

/// The case named `CHECK:SEED:INDEX`, with the cases that it was made from or its word behind it, or `CHECK:regression:NAME` for one that is kept in a folder.
fn named(catalogue: &Catalogue, name: &str, kept: &Path) -> Result<Again, CliError> {
    if let Some((_, name)) = name.split_once(MARK) {
        let kept = regressions::one(kept, name)?;
        return Ok(Again { of: find(catalogue, &kept.check)?, input: kept.input, history: vec![], beside: vec![] });
    }
    let Some(name) = CaseName::read(name) else {
        return Err(CliError::Usage(format!(
            "`{name}` is neither a case (CHECK:SEED:INDEX, as a finding names it) nor a file"
        )));
    };
    let CaseName { check, index, word, .. } = name;
    let of = find(catalogue, check)?;
    let none = || match word {
        Some(_) => CliError::Usage(format!("{check} has no case {index} for a word")),
        None => CliError::Usage(format!("{check} has no case {index}: it draws no random cases")),
    };
    let input = case(of, name).map_err(RunError::from)?.ok_or_else(none)?;
    Ok(Again { of, input: (*input).clone(), history: Vec::new(), beside: Vec::new() })
}

/// A check with an input.
fn given(catalogue: &Catalogue, id: &str, input: &str) -> Result<Again, CliError> {
    let of = find(catalogue, id)?;
    let unread = |error: io::Error| CliError::Usage(format!("--input {input} cannot be read: {error}"));
    let text = match (input, input.strip_prefix('@')) {
        ("-", _) => io::read_to_string(io::stdin()).map_err(unread)?,
        (_, Some(file)) => std::fs::read_to_string(file).map_err(unread)?,
        (_, None) => input.to_owned(),
    };
    let input = serde_json::from_str(&text)
        .map_err(|error| CliError::Usage(format!("what --input says is not JSON: {error}")))?;
    Ok(Again { of, input, history: Vec::new(), beside: Vec::new() })
}

/// The cases of these names.
fn all_named(catalogue: &Catalogue, names: &[String], kept: &Path) -> Result<Vec<(CheckRef, Value)>, CliError> {
    names.iter().map(|name| named(catalogue, name, kept).map(|again| (again.of, again.input))).collect()
}

fn find(catalogue: &Catalogue, id: &str) -> Result<CheckRef, CliError> {
    catalogue.check(id).ok_or_else(|| {
        CliError::Usage(format!("there is no check `{id}`; `proofmark rules --json` lists rules and their checks"))
    })
}

/// The findings of a saved proof, each with its smallest case.
fn from_proof(catalogue: &Catalogue, path: &Path) -> Result<Vec<Again>, CliError> {
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
                .map(|earlier| Ok((find(catalogue, &earlier.check)?, earlier.input)))
                .collect::<Result<_, CliError>>()?;
            let beside = finding
                .beside
                .into_iter()
                .map(|other| Ok((find(catalogue, &other.check)?, other.input)))
                .collect::<Result<_, CliError>>()?;
            Ok(Again { of: find(catalogue, &finding.check)?, input: finding.input, history, beside })
        })
        .collect()
}
