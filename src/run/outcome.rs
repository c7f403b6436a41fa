//! What the cases of one check come to, and why where that is not plain.

use super::enough::is_for_want_of_answers;
use super::floor::Floor;
use super::plan::Planned;
use super::shard::Shard;
use super::tally::{First, Signature, Tally, Unjudged};
use crate::proof::{Finding, Outcome, ProvenSubject, Unseen};
use crate::subject::protocol;

/// Why a check was not exercised that has its cases elsewhere.
pub(super) const IN_ANOTHER_SHARD: &str = "no case of it is in this shard";

/// Why a check is not wholly seen whose replies were held until nothing more was heard for a while.
const RESTLESS: &str =
    "the subject does not announce the feature idle, so that nothing more would have come was not seen but waited for";

/// Why a check was not exercised that was never begun.
pub(super) const NOT_RUN: &str = "no case was run";

/// What the cases of a check come to, and why where that is not plain.
pub(super) fn outcome(
    planned: &Planned,
    tally: &Tally,
    floor: Option<&Floor>,
    subject: &ProvenSubject,
    shard: Shard,
    findings: &[Finding],
) -> (Outcome, Option<String>) {
    let mut mine = findings.iter().filter(|finding| finding.check == planned.id);
    let failed = tally.failures.keys().any(|signature| matches!(signature, Signature::Disagreement(_)))
        || mine.clone().any(|finding| finding.outcome == Outcome::Fail);
    let faulted = tally.faults > 0 || mine.any(|finding| finding.outcome == Outcome::Fault);
    if let Some(lack) = planned.lacks(&subject.methods, &subject.features) {
        return (Outcome::NotExercised, Some(lack));
    }
    if failed || faulted {
        return (if failed { Outcome::Fail } else { Outcome::Fault }, None);
    }
    if let Some(why) = tally.given_up {
        let outcome = if is_for_want_of_answers(why) { Outcome::Blocked } else { Outcome::Inconclusive };
        return (outcome, Some(why.to_owned()));
    }
    if tally.cases == 0 {
        let why = if shard == Shard::WHOLE { NOT_RUN } else { IN_ANOTHER_SHARD };
        return (Outcome::NotExercised, Some(why.to_owned()));
    }
    if shard != Shard::WHOLE {
        // What did not come up in one shard may have come up in another.
        return if tally.held > 0 { (Outcome::Pass, None) } else { nothing_judged(tally) };
    }
    if tally.unanswered == tally.cases {
        return nothing_judged(tally);
    }
    let missing = tally.missing_labels(planned);
    if !missing.is_empty() {
        return (Outcome::Inconclusive, Some(format!("{} never came up", quoted(&missing))));
    }
    let Some(floor) = floor else {
        return if tally.held > 0 { passed(tally, subject) } else { nothing_judged(tally) };
    };
    if !floor.decides() {
        return nothing_judged(tally);
    }
    let (least, unseen) = (floor.least(planned, tally), floor.unseen_labels(planned, tally));
    if tally.judged >= least.max(1) && unseen.is_empty() {
        return passed(tally, subject);
    }
    // Where nothing at all was judged, what the document leaves open is not why: the reference gets over it.
    let of_the_subject = || tally.unjudged.iter().filter(|(reason, _)| reason.how.is_the_subjects());
    if tally.judged == 0
        && let Some(most) = most_of(of_the_subject())
    {
        return unjudged_for(Some(most));
    }
    let mostly = mostly(tally);
    let what = if tally.judged < least {
        format!("{} of {} cases were judged, and {least} would have to be", tally.judged, tally.cases)
    } else {
        format!("{} came up and was never judged", quoted(&unseen))
    };
    let why = mostly.map_or_else(String::new, |reason| format!(": {}", reason.why));
    let blocked = mostly.is_some_and(|reason| reason.how == Unseen::Blocked);
    (if blocked { Outcome::Blocked } else { Outcome::Inconclusive }, Some(what + &why))
}

/// What a check comes to of which enough was judged and all of it held.
fn passed(tally: &Tally, subject: &ProvenSubject) -> (Outcome, Option<String>) {
    if tally.rested.is_none() || subject.features.iter().any(|feature| feature == protocol::IDLE) {
        return (Outcome::Pass, None);
    }
    (Outcome::Partial, Some(RESTLESS.to_owned()))
}

/// What a check comes to of which no case was judged.
fn nothing_judged(tally: &Tally) -> (Outcome, Option<String>) {
    unjudged_for(mostly(tally))
}

/// What it comes to where this is why.
fn unjudged_for(reason: Option<&Unjudged>) -> (Outcome, Option<String>) {
    let outcome = match reason.map(|reason| reason.how) {
        Some(Unseen::Open) => Outcome::Undecided,
        Some(Unseen::Blocked) => Outcome::Blocked,
        Some(Unseen::NotShown | Unseen::Inexpressible) | None => Outcome::NotExercised,
    };
    (outcome, reason.map(|reason| reason.why.to_string()))
}

/// The reason for which most cases were not judged.
fn mostly(tally: &Tally) -> Option<&Unjudged> {
    most_of(tally.unjudged.iter())
}

fn most_of<'a>(reasons: impl Iterator<Item = (&'a Unjudged, &'a First)>) -> Option<&'a Unjudged> {
    let most = reasons.min_by_key(|(reason, first)| (std::cmp::Reverse(first.count), first.index, *reason))?;
    Some(most.0)
}

fn quoted(labels: &[&str]) -> String {
    let names: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
    names.join(", ")
}
