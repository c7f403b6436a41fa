//! The command line as clap reads it: parsing validates and does nothing else.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Parser, Subcommand};

use super::certify::CertifyArgs;
use super::config::ProfileArgs;
use super::diff::DiffArgs;
use super::known::KnownArgs;
use super::limits::LimitArgs;
use super::merge::MergeArgs;
use super::questions::QuestionsArgs;
use super::report::ReportArgs;
use super::run::RunArgs;
use super::select::SelectArgs;
use super::values::{cases, duration, jobs};
use super::verify::VerifyArgs;
use crate::run::DEFAULT_CASES;

/// Tells you, rule by rule, whether an agent runtime does what its specification says, and hands you the
/// smallest input that shows it does not.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    /// Colours and other styles [default: where the output is a terminal]
    #[arg(long, global = true, value_name = "WHEN")]
    pub(super) color: Option<Color>,
}

/// When output is coloured.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

const AFTER_HELP: &str = "\
Start here:
  proofmark                               all suites, on the built-in reference
  proofmark init python DIR               an adapter to fill in; also typescript, csharp, go, rust
  proofmark doctor -- python3 adapter.py  is it well behaved?
  proofmark run -- python3 adapter.py     all suites, on your runtime
  proofmark rules                         what is tested
  proofmark explain preflight/presence    one rule, in full

Exit codes: 0 conforms, 1 does not, 2 usage, 3 the subject could not be started,
4 nothing could be concluded, 130 interrupted.";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Put a runtime to the test and report what was found (the default command)
    Run(Box<RunArgs>),
    /// Show saved proofs, or turn them into JUnit, HTML, Markdown, SARIF or a badge
    Report(ReportArgs),
    /// Run one case again and show the whole conversation
    Replay(ReplayArgs),
    /// Write an adapter that already runs, to fill in
    Init(super::init::InitArgs),
    /// Show what proofmark.toml and the command line come to, and where each setting comes from
    Config(Box<super::config::ConfigArgs>),
    /// Look at an adapter itself: is it well behaved, and what is to change
    Doctor(super::doctor::DoctorArgs),
    /// Write inputs to a folder, with what the documents demand of each: for runtimes that cannot be a subprocess
    Cases(super::cases::CasesArgs),
    /// Judge the answers in such a folder
    Judge(Box<super::cases::JudgeArgs>),
    /// List the rules
    Rules(RulesArgs),
    /// Show one rule: what it demands, how it is tested, which faults it catches
    Explain(ExplainArgs),
    /// Show where the line of a rule runs: inputs one edit apart, accepted and rejected
    Edges(EdgesArgs),
    /// Check workflow directories and documents by the rules of the awp suite
    Check(super::check::CheckArgs),
    /// Show which sentence of a document is judged by which checks, or why by none
    Coverage(CoverageArgs),
    /// Show what the documents leave open: the readings, where they part, and how each subject reads it
    Questions(QuestionsArgs),
    /// Write a site of every rule, document and question, and of how each subject does
    Book(super::book::BookArgs),
    /// Say what the documents demand of one call, read from stdin
    Expect(ExpectArgs),
    /// Offer the reference runtime as an adapter on stdio
    Serve(ServeArgs),
    /// Show that every check can fail: run the deliberate faults and list what caught them
    Mutants(MutantsArgs),
    /// Certify a runtime: all rules of its suites, nothing excused, the same twice
    Certify(CertifyArgs),
    /// Run again what a certificate says, and tell whether it still holds
    Verify(VerifyArgs),
    /// Work on a file of known failures
    Known(KnownArgs),
    /// Compare two proofs: regressions, fixes, new and gone rules
    Diff(DiffArgs),
    /// Compare two subjects: the inputs on which they differ, whoever is right
    Compare(Box<super::compare::CompareArgs>),
    /// Put the proofs of all shards together to the proof of the whole run
    Merge(MergeArgs),
    /// Print the protocol that adapters speak
    Protocol,
    /// Print the JSON Schema of a document, or of what a method takes and answers
    Schema(super::pages::SchemaArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

#[derive(Debug, ClapArgs)]
pub(super) struct ReplayArgs {
    /// The case, as a finding names it (CHECK:SEED:INDEX), a check with --input, or a proof file to replay its findings
    #[arg(value_name = "CASE|CHECK|FILE")]
    pub(super) what: String,
    /// Put this input to the check, as JSON; `@FILE` for what is in a file, `-` for what is on stdin
    #[arg(long, value_name = "JSON|@FILE|-")]
    pub(super) input: Option<String>,
    /// Look for the smallest input that fails in the same way, and show that one
    #[arg(long, conflicts_with_all = ["after", "beside"])]
    pub(super) shrink: bool,
    /// Put this case at the same time (may be given several times)
    #[arg(long, value_name = "CASE")]
    pub(super) beside: Vec<String>,
    /// Put this case first, on the same process (may be given several times)
    #[arg(long, value_name = "CASE")]
    pub(super) after: Vec<String>,
    /// How long a call may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub(super) timeout: Duration,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// The folder of kept inputs, for a case that is one of them
    #[arg(long, value_name = "DIR", default_value = super::regressions::FOLDER)]
    pub(super) regressions: PathBuf,
    /// Spoil the reference with this mutant (may be given several times)
    #[arg(long, value_name = "MUTANT", conflicts_with = "command")]
    pub(super) mutant: Vec<String>,
    #[command(flatten)]
    _profile: ProfileArgs,
    /// The command that starts the subject; without one, the built-in reference
    #[arg(last = true, value_name = "COMMAND")]
    pub(super) command: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct RulesArgs {
    #[command(flatten)]
    pub(super) select: SelectArgs,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
    /// With --json: how many of the edges and of 1,000 drawn cases of every check the document decides, which takes
    /// some seconds to find out
    #[arg(long, requires = "json")]
    pub(super) shares: bool,
    /// Instead of the rules: which settings of their inputs come up together in the cases of a default run
    #[arg(long, conflicts_with = "shares")]
    pub(super) pairs: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ExplainArgs {
    /// The rule, for example preflight/presence
    pub(super) rule: String,
}

#[derive(Debug, ClapArgs)]
pub(super) struct EdgesArgs {
    /// The rule, for example awp/R28
    pub(super) rule: String,
    /// What an earlier version printed with --json: show whose verdict has changed since
    #[arg(long, value_name = "FILE")]
    pub(super) against: Option<PathBuf>,
    /// One JSON object per edge, with both inputs
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct CoverageArgs {
    /// Only this suite (may be given several times)
    #[arg(long, value_name = "SUITE")]
    pub(super) suite: Vec<String>,
    /// The file of a document: show its sentences, marked, and what is not found in it
    #[arg(long, value_name = "FILE")]
    pub(super) document: Option<PathBuf>,
    /// One JSON object per sentence
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ExpectArgs {
    /// The method, for example preflight/validate
    #[arg(required_unless_present = "jsonl")]
    pub(super) method: Option<String>,
    /// Read one {"method","params"} per line and answer line by line
    #[arg(long, conflicts_with = "method")]
    pub(super) jsonl: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ServeArgs {
    /// Spoil the reference with this mutant (may be given several times)
    #[arg(long, value_name = "MUTANT")]
    pub(super) mutant: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct MutantsArgs {
    #[command(flatten)]
    pub(super) select: SelectArgs,
    /// How many random cases to draw per check
    #[arg(long, value_name = "N", default_value_t = DEFAULT_CASES, value_parser = cases)]
    pub(super) cases: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// How many seeds to try, counting up from the first
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seeds: u64,
    /// How many workers [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub(super) jobs: Option<usize>,
    /// Put every mutant to its whole suite: how many rules turn red, how many are blocked, and is it the right one?
    #[arg(long)]
    pub(super) blame: bool,
    /// The same for so many mutants only, drawn by the seed
    #[arg(long, value_name = "N", requires = "blame")]
    pub(super) sample: Option<usize>,
    /// The same for this many random pairs of mutants of different rules: is each found on its own rule?
    #[arg(long, value_name = "N")]
    pub(super) pairs: Option<usize>,
    /// Leave corpus and edges aside: after how many drawn cases is every mutant caught?
    #[arg(long, conflicts_with_all = ["blame", "pairs"])]
    pub(super) drawn_only: bool,
    /// One JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}
