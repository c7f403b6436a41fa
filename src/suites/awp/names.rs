//! The names that a rejection gives: every rule that it names is broken.

use serde_json::json;

use super::METHOD;
use super::ground::{accepts, grounds, rules_at_load};
use super::judge::breaks_alone;
use super::model::{Report, report, table_number};
use super::own_edge::accused_for_nothing;
use super::verdict::Said;
use crate::rule::{Case, Check, Judgement, Question, Reading, Stop, Talk, Verdict};

/// The check that a rejected project is rejected for the right reason, with the cases of `check`.
pub(super) const fn named(check: &Check) -> Check {
    Check {
        id: "named",
        property: "a project that breaks this rule alone is rejected in the name of no other rule",
        features: &["ruleIds"],
        exam: in_its_name,
        ..*check
    }
}

/// What the rule alone breaks is rejected in no other name.
fn in_its_name(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(METHOD))?;
    let said = Said::of(&answer.value)?;
    let report = report(case);
    if !breaks_alone(&report, case.rule_id()) || said.valid || !report.is_fit() {
        return Ok(Judgement::open("this rule is not the one broken, or the verdict is wrong"));
    }
    let judgement = names_of(case, &report, &said);
    if !matches!(judgement.verdict, Verdict::Failed(_)) {
        return Ok(judgement);
    }
    match grounds(case.of.rule, case).first() {
        Some(ground) if !accepts(talk, ground)? => {
            Ok(Judgement::blocked("it is rejected without the fault too, for another reason", ground))
        }
        _ => Ok(named_for_nothing(case, talk, &report, &said)?.unwrap_or(judgement)),
    }
}

/// Blocked, if a rule is named that the subject names where nothing is wrong as well.
pub(super) fn named_for_nothing(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    report: &Report,
    said: &Said,
) -> Result<Option<Judgement>, Stop> {
    let broken = report.broken_rules();
    for rule in rules_at_load(case).filter(|rule| said.named.contains(rule.id) && !broken.contains(rule.id)) {
        if let Some(edge) = accused_for_nothing(talk, rule)? {
            let why = format!("{} is named where nothing is wrong too: that is its own fault", rule.id);
            return Ok(Some(Judgement::blocked(why, &edge)));
        }
    }
    Ok(None)
}

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
        Reading { id: "sections", predicts: "kinds are R27, thresholds R28, weights R29" },
        Reading { id: "summary-table", predicts: "kinds and weights are R28, thresholds R29" },
    ],
};
