//! The check of the names that a rejection gives, beside that of its verdict.

use super::METHOD;
use super::ground::{accepts, grounds, rules_at_load};
use super::judge::breaks_alone;
use super::model::{Report, report};
use super::naming::names_of;
use super::own_edge::accused_for_nothing;
use super::verdict::Said;
use crate::rule::{Case, Check, Judgement, Stop, Talk, Verdict};

/// The check that a rejected project is rejected for the right reason, with the cases of `check`.
pub(super) const fn named(check: &Check) -> Check {
    Check {
        id: "named",
        property: "a project that breaks this rule alone is rejected in the name of no other rule",
        features: &["ruleIds"],
        // Few of the given cases break the rule alone.
        company: None,
        // Most of what a typed runtime has no way to express would be judged here.
        floor: 40,
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
        _ => Ok(judgement.unless(named_for_nothing(case, talk, &report, &said)?)),
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
