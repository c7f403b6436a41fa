//! The score of subjects that do nothing: a percentage alone says nothing.

use super::{Options, Quiet, Readings, RunError, Selection, run};
use crate::proof::{DoNothingScore, Outcome, Proof};
use crate::rule::Suite;
use crate::subject::DoNothing;

/// How many random cases are enough to see through a subject that does not look.
const CASES: u64 = 32;

/// How many of the rules that `proof` exercised each do-nothing subject passes, per suite.
///
/// # Errors
/// As [`run`].
pub(super) fn score_do_nothing(
    selection: &Selection,
    proof: &Proof,
    options: &Options<'_>,
) -> Result<Vec<DoNothingScore>, RunError> {
    let exercised: Selection = selection
        .iter()
        .filter(|(suite, rule)| {
            let id = format!("{}/{}", suite.name, rule.id);
            proof.rules.iter().any(|result| result.rule == id && result.outcome != Outcome::NotExercised)
        })
        .copied()
        .collect();
    if exercised.is_empty() {
        return Ok(Vec::new());
    }
    let mut scores = Vec::new();
    for blind in do_nothing(&exercised, &proof.subject.methods) {
        let launcher = || blind.clone();
        let options = Options {
            cases: CASES.min(options.cases),
            time_box: None,
            readings: Readings::default(),
            progress: &Quiet,
            investigate: false,
            score: false,
            words: &[],
            ..*options
        };
        let result = run(&exercised, &launcher, &options)?;
        for suite in &result.suites {
            scores.push(DoNothingScore {
                suite: suite.suite.clone(),
                name: blind.name().to_owned(),
                passed: suite.passed,
                of: suite.rules,
            });
        }
    }
    Ok(scores)
}

/// The subjects that do nothing, offering `methods`.
fn do_nothing(selection: &Selection, methods: &[String]) -> [DoNothing; 3] {
    let mut suites: Vec<&'static Suite> = selection.iter().map(|(suite, _)| *suite).collect();
    suites.dedup_by_key(|suite| suite.name);
    let answers: Vec<_> = suites.into_iter().map(|suite| suite.empty_answers).collect();
    [
        DoNothing::verdict(true, methods.to_vec(), answers.clone()),
        DoNothing::verdict(false, methods.to_vec(), answers),
        DoNothing::null(methods.to_vec()),
    ]
}
