//! What was left to other rules, none of which fails: a pass would hide that the subject was wrong about something.

use std::collections::BTreeSet;

use super::Selection;
use super::plan::Planned;
use super::shard::Shard;
use super::tally::{Signature, Tally};
use crate::proof::{Finding, Unseen};
use crate::rule::Level;

/// Takes back what was left to other rules, where none of these fails: in every such suite, for one check. It is one
/// finding; what other checks left may be the same.
pub(super) fn take_back(selection: &Selection, plan: &[Planned], tallies: &mut [Tally], shard: Shard) {
    for suite in without_failure(selection, plan, tallies, &[]) {
        let of_suite = |place: &usize| plan[*place].suite.name == suite && tallies[*place].left_disagreements() > 0;
        let mut places: Vec<usize> = (0..plan.len()).filter(of_suite).collect();
        // Which one it is, the shards find out together.
        if shard == Shard::WHOLE {
            places = nearest(plan, tallies, &places).into_iter().collect();
        }
        for place in places {
            plan[place].take_back();
            tallies[place].take_back(Signature::is_disagreement);
        }
    }
}

/// The check that is the nearest to what went wrong: the first that left about as large a part of its cases as any.
fn nearest(plan: &[Planned], tallies: &[Tally], places: &[usize]) -> Option<usize> {
    const ABOUT: u64 = 4;
    let is_must = |place: &&usize| plan[**place].rule.level == Level::Must;
    let musts: Vec<usize> = places.iter().filter(is_must).copied().collect();
    let places = if musts.is_empty() { places } else { &musts };
    // In millionths of its cases.
    let part = |place: usize| tallies[place].left_disagreements() * 1_000_000 / tallies[place].cases.max(1);
    let most = places.iter().map(|place| part(*place)).max()?;
    places.iter().copied().find(|place| part(*place) * ABOUT >= most)
}

/// The suites that were run as a whole and of which no rule fails: whatever was left to another rule is explained by none.
pub(super) fn without_failure<'a>(
    selection: &Selection,
    plan: &'a [Planned],
    tallies: &[Tally],
    findings: &[Finding],
) -> BTreeSet<&'a str> {
    let mut suites: BTreeSet<&str> = plan.iter().map(|planned| planned.suite.name).collect();
    for (planned, tally) in plan.iter().zip(tallies) {
        let selected = selection.iter().filter(|(suite, _)| suite.name == planned.suite.name).count();
        let fails = !tally.failures.is_empty() || findings.iter().any(|finding| finding.check == planned.id);
        if fails || selected < planned.suite.rules.len() {
            suites.remove(planned.suite.name);
        }
    }
    suites
}

/// Why a check does not pass of which cases were left to other rules, where none of these fails: the subject was wrong
/// about something, by chance perhaps, and a pass would hide it.
pub(super) fn unexplained(planned: &Planned, tally: &Tally) -> Option<String> {
    left(planned, tally, "none of which fails")
}

/// The same where other rules fail, but none of them on the first case that was left to them: it may be something else.
pub(super) fn foreign_to_all(plan: &[Planned], tallies: &[Tally], place: usize) -> Option<String> {
    let tally = &tallies[place];
    let blocked = tally.blocked.as_ref().filter(|_| tally.left_disagreements() > 0)?;
    let is_red = |id: &str| plan.iter().zip(tallies).any(|(one, tally)| one.id == id && !tally.failures.is_empty());
    if blocked.by.iter().any(|(check, _)| is_red(check)) {
        return None;
    }
    left(&plan[place], tally, "and none of those that fail explains the first of them")
}

fn left(planned: &Planned, tally: &Tally, to: &str) -> Option<String> {
    let mut blocked = tally.unjudged.iter().filter(|(unjudged, _)| unjudged.how == Unseen::Blocked);
    let (unjudged, first) = blocked.next()?;
    let count = blocked.map(|(_, first)| first.count).sum::<u64>() + first.count;
    let cases = if count == 1 { "1 case was".to_owned() } else { format!("{count} cases were") };
    let again = tally.blocked.as_ref().map(|blocked| format!(" (replay {})", planned.name(blocked.index)));
    Some(format!("{cases} left to other rules, {to}: {}{}", unjudged.why, again.unwrap_or_default()))
}
