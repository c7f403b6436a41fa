//! Judging a verdict beside the model's.

use serde_json::{Value, json};

use super::draw::shape;
use super::model::{Ask, Report, Standing, report, table_number};
use super::verdict::Said;
use crate::rule::{Case, Check, Judgement, Question, Reading, Stop, Talk};
use crate::subject::Call;

/// The one method of these rules.
pub(super) const METHOD: &str = "awp/validate";

/// What the checks of these rules have in common.
pub(super) const CHECK: Check = Check {
    methods: &[METHOD],
    shape: &shape::PROJECT,
    classify: standing,
    labels: &["valid", "broken"],
    ..Check::NEW
};

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

/// Nobody may accept it.
pub(super) const ACCEPTED: &str = "accepted, though the rule is broken";
/// Nobody may reject it.
pub(super) const REJECTED: &str = "rejected, though no rule is broken";

/// Labels a project by what the model says of it.
pub(super) fn standing(project: &Value) -> Vec<&'static str> {
    let report = report(project);
    vec![match (report.broken_rules().len(), report.open_rules().len()) {
        (0, 0) => "valid",
        (0, _) => "open",
        (1, _) => "broken",
        _ => "several broken",
    }]
}

/// The call that puts a project to the subject which is not the case itself.
pub(super) fn validate(project: &Value) -> Call {
    Call::new(METHOD, project.clone())
}

/// The exam of the verdict alone: a project that breaks exactly the rule is
/// rejected, one that breaks nothing is accepted; of all others nothing is said.
pub(super) fn verdict(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(METHOD))?;
    let said = Said::of(&answer.value)?;
    Ok(judged(case.rule_id(), &report(case), &said, &answer.value))
}

fn judged(rule: &'static str, report: &Report, said: &Said, answer: &Value) -> Judgement {
    if !report.is_fit() {
        return Judgement::open("the project cannot be as it is described");
    }
    let broken = report.broken_rules();
    if breaks_alone(report, rule) {
        return if said.valid {
            Judgement::failed(ACCEPTED, json!({"valid": false, "because": reasons(report)}), answer.clone())
        } else {
            Judgement::held()
        };
    }
    if !broken.is_empty() {
        return Judgement::open("another rule is broken, or something else is left open");
    }
    if report.open_rules().is_empty() {
        return if said.valid {
            Judgement::held()
        } else {
            Judgement::failed(REJECTED, json!({"valid": true}), answer.clone())
        };
    }
    match report.question() {
        Some((of, ask)) if of == rule => {
            let reading = if said.valid { ask.accepting } else { ask.rejecting };
            Judgement::open("the document allows several readings").consistent_with(ask.question, &[reading])
        }
        _ => Judgement::open("the document leaves this project open"),
    }
}

/// Whether a project breaks this rule and no other, and nothing about the others is left open.
fn breaks_alone(report: &Report, rule: &'static str) -> bool {
    report.broken_rules().iter().eq([&rule]) && report.open_rules().iter().all(|open| *open == rule)
}

fn reasons(report: &Report) -> Vec<String> {
    let broken = report.notes.iter().filter(|note| note.standing == Standing::Broken);
    broken.map(|note| format!("{}: {}", note.rule, note.why)).collect()
}

/// The exam of the names: what the rule alone breaks is rejected in no other name.
fn in_its_name(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(METHOD))?;
    let said = Said::of(&answer.value)?;
    let report = report(case);
    if !breaks_alone(&report, case.rule_id()) || said.valid || !report.is_fit() {
        return Ok(Judgement::open("this rule is not the one broken, or the verdict is wrong"));
    }
    Ok(names_of(case, &report, &said))
}

/// Whether a verdict can name that rule: one of load time, with a number.
fn is_at_load(case: &Case<'_>, name: &str) -> bool {
    name.starts_with('R') && case.of.suite.rule(name).is_some_and(|rule| rule.checks[0].methods == [METHOD])
}

/// Whether every rule that a rejection names is broken, or at least in doubt.
pub(super) fn names_of(case: &Case<'_>, report: &Report, said: &Said) -> Judgement {
    let broken = report.broken_rules();
    let known = |name: &&String| is_at_load(case, name);
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

/// A question that a subject answers by what it accepts.
pub(super) const fn question(ask: &'static Ask, asks: &'static str, readings: &'static [Reading; 2]) -> Question {
    Question { id: ask.question, asks, readings }
}
