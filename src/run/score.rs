//! The score of subjects that do nothing: a percentage alone says nothing.

use super::floor::{Floor, is_in_doubt, known_floor, tally_of};
use super::known::Known;
use super::outcome::outcome;
use super::plan::{Planned, plan};
use super::tally::{First, Tally, Unjudged};
use super::{Options, RunError, Selection, Shard};
use crate::proof::{DoNothingScore, Outcome, Proof, ProvenSubject, Unseen};
use crate::rule::{Rule, Suite};
use crate::share::share;
use crate::subject::DoNothing;

/// How many random cases are enough to see through a subject that does not look.
const CASES: u64 = 32;
/// After so many cases of a check, none of them judged because it is wrong about something else, it does not pass.
const IN_VAIN: u64 = 16;

/// How many of the rules that `proof` exercised each do-nothing subject passes, per suite.
///
/// # Errors
/// As [`run`](super::run).
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
    let plan = plan(&exercised, options.seed, options.first)?;
    let mut suites: Vec<&'static Suite> = exercised.iter().map(|(suite, _)| *suite).collect();
    suites.dedup_by_key(|suite| suite.name);
    let mut scores = Vec::new();
    for blind in do_nothing(&suites, &proof.subject.methods) {
        let passed = passed(&blind, &exercised, &plan, options);
        for suite in &suites {
            let mine = |of: &&(&'static Suite, &'static Rule)| of.0.name == suite.name;
            scores.push(DoNothingScore {
                suite: suite.name.to_owned(),
                name: blind.name().to_owned(),
                passed: passed.iter().filter(mine).count(),
                of: exercised.iter().filter(mine).count(),
            });
        }
    }
    Ok(scores)
}

/// The subjects that do nothing, offering `methods`.
fn do_nothing(suites: &[&'static Suite], methods: &[String]) -> [DoNothing; 3] {
    let answers: Vec<_> = suites.iter().map(|suite| suite.empty_answers).collect();
    [
        DoNothing::verdict(true, methods.to_vec(), answers.clone()),
        DoNothing::verdict(false, methods.to_vec(), answers),
        DoNothing::null(methods.to_vec()),
    ]
}

/// The rules that a subject passes which does nothing.
fn passed(blind: &DoNothing, rules: &Selection, plan: &[Planned], options: &Options<'_>) -> Selection {
    let passes = |rule: &Rule| {
        let checks: Vec<&Planned> = plan.iter().filter(|planned| std::ptr::eq(planned.rule, rule)).collect();
        is_known_to_pass(blind, &checks, options)
    };
    let found = share(rules, options.jobs, |rest| {
        rest.filter(|(_, (_, rule))| passes(rule)).map(|(place, of)| (place, *of)).collect()
    });
    found.into_iter().map(|(_, of)| of).collect()
}

/// Who does not look answers the same every time.
static KNOWN: Known<(&'static str, String), bool> = Known::new();

fn is_known_to_pass(blind: &DoNothing, checks: &[&Planned], options: &Options<'_>) -> bool {
    // Case 0 of a seed names the check and the seed.
    let cases: Vec<_> = checks.iter().map(|planned| (planned.name(0), planned.cases(random(options)))).collect();
    let key = (blind.name(), format!("{cases:?} {:?}", blind.methods()));
    KNOWN.or_find(key, options.interrupted, || passes(blind, checks, options))
}

fn random(options: &Options<'_>) -> u64 {
    CASES.min(options.cases)
}

/// Whether a subject that does nothing passes the rule of these checks, found out with as few cases as will show that it
/// does not.
fn passes(blind: &DoNothing, checks: &[&Planned], options: &Options<'_>) -> bool {
    let subject = ProvenSubject {
        name: blind.name().to_owned(),
        version: String::new(),
        language: String::new(),
        methods: blind.methods().to_vec(),
        features: Vec::new(),
        command: None,
        record: None,
    };
    if checks.iter().any(|planned| planned.lacks(&subject.methods, &subject.features).is_some()) {
        return false;
    }
    let mut outcomes = Vec::new();
    let mut excluded = Vec::new();
    for planned in checks {
        let tally = tally(blind, planned, options);
        let came_to = |floor: Option<&Floor>| outcome(planned, &tally, floor, &subject, Shard::WHOLE, &[]).0;
        let may_pass = |outcome: &Outcome| matches!(outcome, Outcome::Pass | Outcome::Undecided);
        let Some(mut outcome) = Some(came_to(None)).filter(may_pass) else { return false };
        // Only now: what the reference makes of a check takes longer.
        if is_in_doubt(planned, &tally) {
            outcome = came_to(Some(&known_floor(planned, random(options), options.interrupted)));
        }
        if !may_pass(&outcome) {
            return false;
        }
        outcomes.push(outcome);
        excluded.extend(tally.excluded.into_keys());
    }
    let contradicts_itself = checks.iter().flat_map(|planned| planned.rule.questions).any(|question| {
        !question.readings.is_empty()
            && question.readings.iter().all(|reading| excluded.contains(&(question.id, reading.id)))
    });
    outcomes.contains(&Outcome::Pass) && !contradicts_itself
}

/// What the cases of a check add up to, up to the first that fails, and no further than where all are in vain.
fn tally(blind: &DoNothing, planned: &Planned, options: &Options<'_>) -> Tally {
    let launcher = || blind.clone();
    tally_of(planned, &launcher, planned.cases(random(options)), options.interrupted, |tally| {
        let blocked = |(unjudged, first): (&Unjudged, &First)| (unjudged.how == Unseen::Blocked).then_some(first.count);
        let blocked: u64 = tally.unjudged.iter().filter_map(blocked).sum();
        tally.failures.is_empty() && !(blocked == tally.cases && blocked >= IN_VAIN)
    })
}
