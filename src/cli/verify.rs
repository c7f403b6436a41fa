//! `proofmark verify CERT -- COMMAND`

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::certify::{Certifying, denied};
use super::config::ProfileArgs;
use super::limits::LimitArgs;
use super::report::Reports;
use super::values::{MOST_CASES, duration, jobs};
use super::{CliError, Exit, output, run, saved};
use crate::gate::{CERTIFICATE, Certificate, Certification};
use crate::proof::plain;
use crate::rule::Catalogue;

#[derive(Debug, ClapArgs)]
pub(super) struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "CERT")]
    certificate: PathBuf,
    /// How many workers [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// How long a call may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    timeout: Duration,
    #[command(flatten)]
    _profile: ProfileArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// The command that starts the subject; without one, the built-in reference
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Runs again what a certificate says, and tells whether it still holds.
pub(super) fn verify(catalogue: &Catalogue, args: &VerifyArgs) -> Result<Exit, CliError> {
    let path = &args.certificate;
    let text = saved::text(path)?;
    let certificate: Certificate = serde_json::from_str(&text)
        .map_err(|error| CliError::Usage(format!("{} is not a certificate: {error}", path.display())))?;
    let doubts = doubts(catalogue, &certificate);
    if !doubts.is_empty() {
        return does_not_hold(&doubts);
    }
    let certifying = Certifying {
        catalogue: *catalogue,
        suites: certificate.suites.iter().filter_map(|certified| catalogue.suite(&certified.suite)).collect(),
        seed: certificate.seed,
        cases: certificate.cases,
        jobs: args.jobs,
        timeout: args.timeout,
        life: args.limits.life(),
        limits: args.limits.limits(),
        command: &args.command,
    };
    let Certification { proof, certificate: again } = certifying.certify()?;
    let Some(again) = again else {
        run::publish(&proof, None, false, &Reports::default());
        does_not_hold(&["the subject would not be certified now".to_owned()])?;
        return Ok(denied(Exit::of(&proof)));
    };
    let differences = certificate.differences(&again);
    if !differences.is_empty() {
        return does_not_hold(&differences);
    }
    let cases: u64 = again.suites.iter().map(|suite| suite.cases).sum();
    output::to_stdout(|out| {
        writeln!(out, "the certificate holds: the same {cases} cases, run twice, came to the same proof")
    })?;
    Ok(Exit::Conforms)
}

/// What is wrong with a certificate before anything is run.
fn doubts(catalogue: &Catalogue, certificate: &Certificate) -> Vec<String> {
    let mut doubts = Vec::new();
    if certificate.digest != certificate.own_digest() {
        doubts.push("it was changed after it was issued: its digest does not fit its contents".to_owned());
    }
    if certificate.certificate != CERTIFICATE {
        doubts.push(format!("it is of version {}; this program reads {CERTIFICATE}", certificate.certificate));
    }
    if certificate.harness != env!("CARGO_PKG_VERSION") {
        doubts.push(format!(
            "proofmark {} issued it, and this is {}: verify it with that version, or certify anew",
            certificate.harness,
            env!("CARGO_PKG_VERSION")
        ));
    }
    if certificate.cases > MOST_CASES {
        doubts.push(format!("it asks for {} cases a check, and there are at most {MOST_CASES}", certificate.cases));
    }
    if certificate.suites.is_empty() {
        doubts.push("it certifies nothing".to_owned());
    }
    for certified in &certificate.suites {
        match catalogue.suite(&certified.suite) {
            None => doubts.push(format!("there is no suite `{}`", certified.suite)),
            Some(suite) if suite.version != certified.version => doubts.push(format!(
                "it is for version {} of {}, which has version {} now",
                certified.version, suite.name, suite.version
            )),
            Some(_) => {}
        }
    }
    doubts
}

fn does_not_hold(reasons: &[String]) -> Result<Exit, CliError> {
    output::to_stdout(|out| {
        writeln!(out, "the certificate does not hold")?;
        reasons.iter().try_for_each(|reason| writeln!(out, "  {}", plain(reason)))
    })?;
    Ok(Exit::DoesNot)
}
