//! Certifying: every rule of the chosen suites, nothing excused, twice.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::certificate::{CERTIFICATE, Certificate, CertifiedSuite, Determinism, MutationScore, proof_digest};
use super::requirements::frozen;
use crate::mutex::{lock, unlock};
use crate::proof::{CheckResult, Conformance, Outcome, Proof, RuleResult};
use crate::rule::{Declared, Level, Suite};
use crate::run::{Options, RunError, Selection, run};
use crate::subject::{Implementation, Launcher, Surroundings, protocol};

/// What a certification came to.
#[derive(Debug)]
pub struct Certification {
    /// The proof of the first pass, with what speaks against a certificate as objections.
    pub proof: Proof,
    /// The certificate, if nothing does.
    pub certificate: Option<Certificate>,
}

/// Certifies what `launcher` starts, for all rules of `chosen`; `elsewhere` starts the same in other surroundings.
///
/// # Errors
/// [`RunError`] when the subject cannot be started, here or elsewhere.
pub fn certify(
    chosen: &[&'static Suite],
    launcher: &dyn Launcher,
    elsewhere: &dyn Launcher,
    options: &Options<'_>,
) -> Result<Certification, RunError> {
    let selection: Selection =
        chosen.iter().flat_map(|suite| suite.rules.iter().map(move |rule| (*suite, *rule))).collect();
    let mut proof = run(&selection, launcher, options)?;
    let exercised = proof.suites.iter().any(|suite| suite.verdict != Conformance::NotExercised);
    if !proof.complete || !exercised {
        return Ok(Certification { proof, certificate: None });
    }
    let mut objections = not_shown(chosen, &proof);
    let fails = |proof: &Proof| proof.suites.iter().any(|suite| suite.verdict == Conformance::DoesNotConform);
    // What is refused already is not run a second time.
    if objections.is_empty() && !fails(&proof) {
        let again = run(&selection, elsewhere, options)?;
        if !again.complete {
            return Ok(Certification { proof: again, certificate: None });
        }
        objections.extend(disagreements(&proof, &again));
    }
    let mut suites = Vec::new();
    for suite in chosen {
        match frozen(suite) {
            Ok(requirements) if objections.is_empty() && !fails(&proof) => {
                suites.push(certified(suite, requirements, &proof, options)?);
            }
            Ok(_) => {}
            Err(why) => objections.push(why),
        }
    }
    let holds = objections.is_empty() && !fails(&proof);
    let varied = if launcher.command().is_some() { &Surroundings::VARIED[..] } else { &[] };
    let certificate = holds.then(|| issue(&proof, suites, varied));
    proof.objections = objections;
    Ok(Certification { proof, certificate })
}

fn issue(proof: &Proof, suites: Vec<CertifiedSuite>, varied: &[&str]) -> Certificate {
    let subject = &proof.subject;
    Certificate {
        certificate: CERTIFICATE,
        harness: proof.harness.clone(),
        protocol: protocol::VERSION,
        implementation: Implementation {
            name: subject.name.clone(),
            version: subject.version.clone(),
            language: subject.language.clone(),
            methods: subject.methods.clone(),
            features: subject.features.clone(),
        },
        suites,
        seed: proof.seed,
        cases: proof.cases,
        readings: proof.questions.iter().map(|result| (result.question.clone(), result.readings.clone())).collect(),
        determinism: Determinism { passes: 2, varied: varied.iter().map(|&name| name.to_owned()).collect() },
        proof: proof_digest(proof),
        digest: String::new(),
    }
    .sealed()
}

/// The MUST rules of which not everything was shown: a certificate takes nothing less than a pass, or one of several
/// readings. What only an optional feature would show may be missing, and is named.
#[must_use]
pub fn not_shown(chosen: &[&'static Suite], proof: &Proof) -> Vec<String> {
    let optional = |rule: &RuleResult| {
        let suite = chosen.iter().find(|suite| suite.name == rule.suite)?;
        let local = rule.rule.split_once('/')?.1;
        let declared = suite.rule(local)?;
        let may_be_missing = |check: &CheckResult| {
            let check = declared.checks.iter().find(|known| known.id == check.check);
            check.is_some_and(|check| check.features.iter().any(|feature| suite.optional.contains(feature)))
        };
        let unseen = |check: &&CheckResult| matches!(check.outcome, Outcome::NotExercised | Outcome::Partial);
        Some(rule.checks.iter().filter(unseen).all(may_be_missing))
    };
    let short = |rule: &&RuleResult| match rule.outcome {
        Outcome::Pass | Outcome::Undecided | Outcome::Fail | Outcome::Fault => false,
        Outcome::Partial => !optional(rule).unwrap_or(false),
        Outcome::Blocked | Outcome::Inconclusive | Outcome::NotExercised => true,
    };
    let why = |rule: &RuleResult| rule.reason.clone().unwrap_or_else(|| "nothing was concluded".to_owned());
    let musts = proof.rules.iter().filter(|rule| rule.level == Level::Must);
    musts.filter(short).map(|rule| format!("{} is {}: {}", rule.rule, rule.outcome, why(rule))).collect()
}

/// Where the same cases came out otherwise in other surroundings, as far as a rule judges them.
fn disagreements(here: &Proof, elsewhere: &Proof) -> Vec<String> {
    let mut found = Vec::new();
    for (one, other) in here.rules.iter().zip(&elsewhere.rules).filter(|(one, other)| one != other) {
        let what = if one.outcome == other.outcome { "with other cases".to_owned() } else { other.outcome.to_string() };
        found.push(format!(
            "{} is {}, and in other surroundings {what}: the subject is not deterministic",
            one.rule, one.outcome
        ));
    }
    for (one, other) in here.questions.iter().zip(&elsewhere.questions) {
        if one.readings != other.readings {
            found.push(format!("{} is read otherwise in other surroundings", one.question));
        }
    }
    found
}

fn certified(
    suite: &'static Suite,
    requirements: String,
    proof: &Proof,
    options: &Options<'_>,
) -> Result<CertifiedSuite, RunError> {
    let rules = || proof.rules.iter().filter(|rule| rule.suite == suite.name);
    let named = |rule: &RuleResult| Some((rule.rule.clone(), rule.reason.clone()?));
    let mut outcomes = std::collections::BTreeMap::new();
    for rule in rules() {
        *outcomes.entry(rule.outcome).or_default() += 1;
    }
    Ok(CertifiedSuite {
        suite: suite.name.to_owned(),
        version: suite.version,
        requirements,
        rules: rules().count(),
        checks: rules().map(|rule| rule.checks.len()).sum(),
        cases: rules().map(|rule| rule.cases).sum(),
        outcomes,
        partial: rules().filter(|rule| rule.outcome == Outcome::Partial).filter_map(named).collect(),
        mutants: mutation_score(suite, options)?,
    })
}

/// How many of a suite's deliberate faults its rules catch in this very build, by corpus and edges alone: a score
/// that no seed can flatter, and that nobody has to keep up to date.
fn mutation_score(suite: &'static Suite, options: &Options<'_>) -> Result<MutationScore, RunError> {
    let mutants: Vec<Declared> = suite.mutants().collect();
    let (next, killed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let broken: Mutex<Option<RunError>> = Mutex::default();
    let work = || {
        while let Some(declared) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
            let options = Options {
                cases: 0,
                jobs: 1,
                investigate: false,
                score: false,
                most_failures: Some(1),
                interrupted: options.interrupted,
                ..Options::default()
            };
            let spoiled = || declared.reference();
            match run(&vec![(declared.suite, declared.rule)], &spoiled, &options) {
                Ok(proof) => {
                    let caught = proof.rules.iter().any(|rule| matches!(rule.outcome, Outcome::Fail | Outcome::Fault));
                    killed.fetch_add(usize::from(caught), Ordering::Relaxed);
                }
                Err(error) => *lock(&broken) = Some(error),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.jobs {
            scope.spawn(work);
        }
        work();
    });
    match unlock(broken) {
        Some(error) => Err(error),
        None => Ok(MutationScore { killed: killed.into_inner(), of: mutants.len() }),
    }
}
