//! The command line: one file per command.

mod args;
mod blame;
mod book;
mod cases;
mod certify;
mod check;
mod compare;
mod completions;
mod config;
mod coverage;
mod diff;
mod doctor;
mod drawn;
mod edges;
mod error;
mod events;
mod expect;
mod explain;
mod gate;
mod hint;
mod init;
mod journal;
mod known;
mod limits;
mod merge;
mod mutants;
mod output;
mod pages;
mod progress;
mod questions;
mod regressions;
mod replay;
mod report;
mod rules;
mod run;
mod saved;
mod select;
mod serve;
mod shard;
mod side_by_side;
mod target;
mod values;
mod verify;
mod words;

use std::process::ExitCode;

use clap::Parser;

use self::args::{Args, Command};
pub(crate) use self::config::read_settings;
use self::error::CliError;
use crate::proof::Exit;
use crate::rule::Catalogue;

/// Parses the command line, runs the command, and says how the process exits.
#[must_use]
pub fn main(catalogue: &Catalogue) -> ExitCode {
    if let Some(exit) = crate::subject::supervise() {
        return exit;
    }
    let args = match config::completed(std::env::args_os()) {
        Ok(words) => Args::try_parse_from(words).unwrap_or_else(|error| hint::with_hint(error).exit()),
        Err(error) => return ExitCode::from(error.report().code()),
    };
    if let Some(color) = args.color {
        anstream::ColorChoice::from(color).write_global();
    }
    let result = match args.command.unwrap_or_else(|| Command::Run(Box::default())) {
        Command::Run(args) => run::run(catalogue, &args),
        Command::Report(args) => report::report(catalogue, &args),
        Command::Replay(args) => replay::replay(catalogue, &args),
        Command::Rules(args) => rules::rules(catalogue, &args),
        Command::Explain(args) => explain::explain(catalogue, &args),
        Command::Expect(args) => expect::expect(catalogue, &args),
        Command::Serve(args) => serve::serve(catalogue, &args),
        Command::Mutants(args) => mutants::mutants(catalogue, &args),
        Command::Cases(args) => cases::cases(catalogue, &args),
        Command::Judge(args) => cases::judge(catalogue, &args),
        Command::Config(args) => config::config(&args),
        Command::Doctor(args) => doctor::doctor(catalogue, &args),
        Command::Init(args) => init::init(catalogue, &args),
        Command::Protocol => pages::protocol(),
        Command::Schema(args) => pages::schema(catalogue, &args),
        Command::Edges(args) => edges::edges(catalogue, &args),
        Command::Coverage(args) => coverage::coverage(catalogue, &args),
        Command::Questions(args) => questions::questions(catalogue, &args),
        Command::Book(args) => book::book(catalogue, &args),
        Command::Check(args) => check::check(catalogue, &args),
        Command::Certify(args) => certify::certify(catalogue, &args),
        Command::Verify(args) => verify::verify(catalogue, &args),
        Command::Known(args) => known::known(catalogue, &args),
        Command::Diff(args) => diff::diff(&args),
        Command::Compare(args) => compare::compare(catalogue, &args),
        Command::Merge(args) => merge::merge(catalogue, &args),
        Command::Completions(args) => completions::completions(&args),
    };
    match result {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(error) => ExitCode::from(error.report().code()),
    }
}
