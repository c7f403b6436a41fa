//! `proofmark cases --suite S --out DIR`

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::folder::{Entry, INDEX, Index, NotExercised, VERSION};
use crate::cli::select::SelectArgs;
use crate::cli::values::cases as number_of_cases;
use crate::cli::{CliError, Exit, output, select};
use crate::inert;
use crate::rule::{Catalogue, Expect, Expected};
use crate::run::{Asked, RunError, asks};

/// How many random cases a check draws unless told otherwise: every one is a file.
const DRAWN: u64 = 20;

#[derive(Debug, Args)]
pub(in crate::cli) struct CasesArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// The folder to write to; it is made, or empty
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many random cases to draw per check, after corpus and edges
    #[arg(long, value_name = "N", default_value_t = DRAWN, value_parser = number_of_cases)]
    cases: u64,
    /// The seed that all random cases follow from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Writes every call that recorded answers can be judged by.
pub(in crate::cli) fn cases(catalogue: &Catalogue, args: &CasesArgs) -> Result<Exit, CliError> {
    let selection = select::selection(catalogue, &args.select)?;
    let is_used = std::fs::read_dir(&args.out).is_ok_and(|mut entries| entries.next().is_some());
    if is_used {
        return Err(CliError::Usage(format!("{} is not empty: choose another folder", args.out.display())));
    }
    let asked = asks(&selection, args.seed, args.cases).map_err(RunError::from)?;
    let mut files = Vec::with_capacity(asked.calls.len());
    for (number, call) in asked.calls.iter().enumerate() {
        files.push(write_case(catalogue, &args.out, number + 1, call)?);
    }
    let not_exercised: Vec<NotExercised> =
        asked.beyond.into_iter().map(|(check, reason)| NotExercised { check, reason: reason.to_owned() }).collect();
    let (written, left) = (files.len(), not_exercised.len());
    let rules = selection.iter().map(|(suite, rule)| format!("{}/{}", suite.name, rule.id)).collect();
    let harness = env!("CARGO_PKG_VERSION").to_owned();
    let index = Index { cases: VERSION, harness, seed: args.seed, drawn: args.cases, rules, not_exercised, files };
    write(&args.out.join("README.md"), include_str!("README.md"))?;
    // Last: a folder with an index is whole.
    write(&args.out.join(INDEX), &pretty(&json!(index)))?;
    output::to_stdout(|out| {
        let folder = args.out.display();
        writeln!(out, "{written} cases are in {folder}; README.md there says how to answer them.")?;
        if left > 0 {
            let checks = if left == 1 { "check needs".to_owned() } else { "checks need".to_owned() };
            writeln!(out, "{left} {checks} more than recorded answers: index.json names them under `not_exercised`.")?;
        }
        writeln!(out, "\nThen: proofmark judge {folder}")
    })?;
    Ok(Exit::Conforms)
}

fn write_case(catalogue: &Catalogue, folder: &Path, number: usize, call: &Asked) -> Result<Entry, CliError> {
    let expected = catalogue.expect(call.method, &call.params).unwrap_or_else(|| Expected {
        expect: Expect::Unspecified,
        rules: Vec::new(),
        reason: "no document says anything about this call".to_owned(),
        answer: None,
    });
    let file = format!("{}/{number:05}.json", call.method);
    let mut case = json!(expected);
    case["method"] = call.method.into();
    case["params"] = call.params.clone();
    let path = folder.join(&file);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(|source| CliError::Write { path: parent.to_owned(), source })?;
    }
    write(&path, &pretty(&case))?;
    Ok(Entry {
        file,
        method: call.method.to_owned(),
        expect: expected.expect,
        drawn: call.drawn,
        checks: call.checks.clone(),
    })
}

fn pretty(value: &Value) -> String {
    inert::json(&format!("{value:#}\n"))
}

/// A file of a folder that is ours alone.
fn write(path: &Path, text: &str) -> Result<(), CliError> {
    std::fs::write(path, text).map_err(|source| CliError::Write { path: path.to_owned(), source })
}
