//! `proofmark certify -- COMMAND`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args as ClapArgs;

use super::config::ProfileArgs;
use super::limits::LimitArgs;
use super::progress::Shown;
use super::report::Reports;
use super::select::SelectArgs;
use super::values::{MOST_CASES, duration, jobs};
use super::{CliError, Exit, output, run, select, target};
use crate::gate::{Certification, certify as certify_suites};
use crate::proof::{Outcome, plain};
use crate::rule::{Catalogue, Suite};
use crate::run::{DEFAULT_CASES, Options};
use crate::subject::{Launcher, Limits, Surroundings};

#[derive(Debug, ClapArgs)]
pub(super) struct CertifyArgs {
    /// Only this suite, with all its rules (may be given several times)
    #[arg(long, value_name = "SUITE")]
    suite: Vec<String>,
    /// How many random cases to draw per check; the usual number at least
    #[arg(long, value_name = "N", default_value_t = DEFAULT_CASES, value_parser = clap::value_parser!(u64).range(DEFAULT_CASES..=MOST_CASES))]
    cases: u64,
    /// The seed that all random cases follow from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many workers [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// How long a call may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    timeout: Duration,
    #[command(flatten)]
    limits: LimitArgs,
    /// Write the certificate to this file (- for stdout)
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Write the proof that the certificate stands for to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    _profile: ProfileArgs,
    /// The command that starts the subject; without one, the built-in reference
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// What to certify, and how.
pub(super) struct Certifying<'a> {
    pub(super) catalogue: Catalogue,
    pub(super) suites: Vec<&'static Suite>,
    pub(super) seed: u64,
    pub(super) cases: u64,
    pub(super) jobs: Option<usize>,
    pub(super) timeout: Duration,
    pub(super) life: Option<Duration>,
    pub(super) limits: Limits,
    pub(super) command: &'a [String],
}

/// Certifies a subject.
pub(super) fn certify(catalogue: &Catalogue, args: &CertifyArgs) -> Result<Exit, CliError> {
    let select = SelectArgs { suite: args.suite.clone(), rule: Vec::new() };
    select::selection(catalogue, &select)?;
    let chosen = |suite: &&&'static Suite| args.suite.is_empty() || args.suite.iter().any(|name| name == suite.name);
    let certifying = Certifying {
        catalogue: *catalogue,
        suites: catalogue.suites().iter().filter(chosen).copied().collect(),
        seed: args.seed,
        cases: args.cases,
        jobs: args.jobs,
        timeout: args.timeout,
        life: args.limits.life(),
        limits: args.limits.limits(),
        command: &args.command,
    };
    let Certification { proof, certificate } = certifying.certify()?;
    if let Some(path) = &args.json {
        output::to_file(path, &proof.to_json())?;
    }
    if let Some(certificate) = certificate {
        output::to_file(&args.out, &certificate.to_json())?;
        let names: Vec<&str> = certificate.suites.iter().map(|suite| suite.suite.as_str()).collect();
        writeln!(anstream::stderr(), "certified: {} for {}", plain(&proof.subject.name), names.join(", "))?;
        return Ok(Exit::Conforms);
    }
    run::publish(&proof, None, false, &Reports::default());
    if args.suite.is_empty() && proof.rules.iter().any(|rule| rule.outcome == Outcome::NotExercised) {
        let advice = "a runtime that implements some of the documents is certified for those: `--suite`";
        writeln!(anstream::stderr(), "proofmark: {advice}")?;
    }
    Ok(denied(Exit::of(&proof)))
}

/// Without a certificate there is no success, whatever the rules say.
pub(super) fn denied(exit: Exit) -> Exit {
    if exit == Exit::Conforms { Exit::DoesNot } else { exit }
}

impl Certifying<'_> {
    /// Runs everything that a certificate needs.
    pub(super) fn certify(&self) -> Result<Certification, CliError> {
        target::end_in_order_on_interrupt();
        let (shown, program) = (Shown::new(), target::program());
        let options = Options {
            program: program.as_deref(),
            seed: self.seed,
            cases: self.cases,
            jobs: target::jobs(self.jobs),
            most_jobs: target::most_jobs(self.jobs),
            deadline: self.timeout,
            life: self.life,
            interrupted: &target::INTERRUPTED,
            progress: &shown,
            ..Options::default()
        };
        let directory = Directory::new()?;
        let launcher = |surroundings: Surroundings| -> Box<dyn Launcher> {
            if self.command.is_empty() {
                let catalogue = self.catalogue;
                Box::new(move || catalogue.reference(&[]))
            } else {
                Box::new(target::subject(self.command, self.timeout, self.limits).in_surroundings(surroundings))
            }
        };
        let here = launcher(Surroundings::steady());
        let elsewhere = launcher(Surroundings::perturbed(directory.0.clone()));
        // Found out before the first pass, not after it.
        here.launch().map_err(crate::run::RunError::from)?.end();
        elsewhere
            .launch()
            .map_err(crate::run::RunError::from)
            .inspect_err(|_| advise())
            .map(crate::subject::Link::end)?;
        Ok(certify_suites(&self.suites, &*here, &*elsewhere, &options)?)
    }
}

fn advise() {
    let advice = "the subject starts here, but not in another working directory with another locale and time zone: \
                  name its files by absolute paths";
    // If stderr is gone too there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "proofmark: {advice}");
}

/// An empty folder to run in, gone at the end.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Result<Self, CliError> {
        let path = std::env::temp_dir().join(format!("proofmark-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|source| CliError::Write { path: path.clone(), source })?;
        Ok(Self(path))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // What a subject leaves behind in a temporary folder is no reason to fail.
        let _ = std::fs::remove_dir_all::<&Path>(self.0.as_ref());
    }
}
