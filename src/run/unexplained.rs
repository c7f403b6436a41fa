//! What was left to other rules, none of which fails: a pass would hide that the subject was wrong about something.

use std::collections::BTreeSet;

use super::Selection;
use super::plan::Planned;
use super::tally::Tally;
use crate::proof::{Finding, Unseen};

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
pub(super) fn unexplained(tally: &Tally) -> Option<String> {
    let mut blocked = tally.unjudged.iter().filter(|(unjudged, _)| unjudged.how == Unseen::Blocked);
    let (unjudged, first) = blocked.next()?;
    let count = blocked.map(|(_, first)| first.count).sum::<u64>() + first.count;
    let cases = if count == 1 { "1 case was".to_owned() } else { format!("{count} cases were") };
    Some(format!("{cases} left to other rules, none of which fails: {}", unjudged.why))
}
