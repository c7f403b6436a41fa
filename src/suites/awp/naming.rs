//! The names that a rejection gives: every rule that it names is broken.

use serde_json::json;

use super::ground::rules_at_load;
use super::model::{Report, table_number};
use super::verdict::Said;
use crate::rule::{Case, Judgement, Question, reading};

/// Whether every rule that a rejection names is broken, or at least in doubt.
pub(super) fn names_of(case: &Case<'_>, report: &Report, said: &Said) -> Judgement {
    let broken = report.broken_rules();
    let known = |name: &&String| rules_at_load(case).any(|rule| rule.id == name.as_str());
    if !said.named.iter().any(|name| known(&name)) {
        return Judgement::not_shown("the subject names no rule");
    }
    let open = report.open_rules();
    let is_broken = |name: &str| broken.contains(name) || open.contains(name);
    // The summary table numbers three rules in another way than their sections do.
    let by_table = |name: &str| broken.iter().any(|rule| table_number(rule) == Some(name));
    let wrong: Vec<&String> =
        said.named.iter().filter(known).filter(|name| !is_broken(name) && !by_table(name)).collect();
    if !wrong.is_empty() {
        return Judgement::failed("names a rule that is not broken", json!(broken), json!(said.named));
    }
    let judgement = Judgement::held();
    let names = |is: &dyn Fn(&str) -> bool| said.named.iter().filter(known).all(|name| is(name));
    match broken.iter().next().filter(|rule| broken.len() == 1 && table_number(rule).is_some()) {
        None => judgement,
        Some(_) => match (names(&is_broken), names(&by_table)) {
            (true, false) => judgement.consistent_with("numbering", &["sections"]),
            (false, true) => judgement.consistent_with("numbering", &["summary-table"]),
            _ => judgement,
        },
    }
}

/// The question of the numbers of R27, R28 and R29.
pub(super) const NUMBERING: Question = Question {
    id: "numbering",
    asks: "the summary table numbers R27, R28 and R29 in another way than their sections: which number is named?",
    readings: &[
        reading("sections", "kinds are R27, thresholds R28, weights R29"),
        reading("summary-table", "kinds and weights are R28, thresholds R29"),
    ],
};
