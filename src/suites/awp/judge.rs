//! Judging a verdict beside the model's, on ground that the subject accepts.

use serde_json::{Value, json};

use super::METHOD;
use super::draw::{in_company, shape};
use super::ground::{accepted, accepts, distance, doubts, grounds, other_cause};
use super::model::{Ask, Report, Standing, report};
use super::verdict::Said;
use crate::rule::{Case, Check, Judgement, Question, Reading, Stop, Talk};

/// What the checks of these rules have in common.
pub(super) const CHECK: Check = Check {
    methods: &[METHOD],
    shape: &shape::PROJECT,
    company: Some(in_company),
    classify: standing,
    labels: &["valid", "broken"],
    ..Check::NEW
};

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

/// The exam of the verdict alone: a project that breaks exactly the rule is rejected, one that breaks nothing is
/// accepted, and one that others leave open is treated like its ground; of all others nothing is said.
pub(super) fn verdict(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(METHOD))?;
    let said = Said::of(&answer.value)?;
    let report = report(case);
    let (rule, broken, open) = (case.rule_id(), report.broken_rules(), report.open_rules());
    if !report.is_fit() {
        return Ok(Judgement::open("the project cannot be as it is described"));
    }
    if broken.iter().eq([&rule]) {
        return if said.valid {
            wrongly_accepted(case, talk, &report, &answer.value)
        } else {
            rejected(case, talk, &report)
        };
    }
    if !broken.is_empty() {
        return Ok(Judgement::open("another rule is broken"));
    }
    if open.is_empty() {
        return if said.valid { Ok(Judgement::held()) } else { wrongly_rejected(case, talk, &said, &answer.value) };
    }
    match report.question() {
        Some((of, ask)) if of == rule => read(case, talk, ask, &said),
        _ if open.contains(rule) => Ok(Judgement::open("the document leaves this project open")),
        _ => like_its_ground(case, talk, &report, &said, &answer.value),
    }
}

/// The project breaks the rule, and is accepted.
fn wrongly_accepted(case: &Case<'_>, talk: &mut Talk<'_>, report: &Report, answer: &Value) -> Result<Judgement, Stop> {
    let failed = Judgement::failed(ACCEPTED, json!({"valid": false, "because": reasons(report)}), answer.clone());
    let grounds = grounds(case.of.rule, case);
    Ok(match grounds.last() {
        Some(ground) if !accepted(talk, &grounds)?.contains(&true) => {
            if doubts(&self::report(ground), case.rule_id()).is_empty() {
                Judgement::blocked("the same project without the fault is rejected", ground).instead_of(failed)
            } else {
                Judgement::open("something else is left open, and the same project without the fault is rejected")
            }
        }
        _ => failed,
    })
}

/// The project breaks the rule, and is rejected: for its sake, if the ground is not.
fn rejected(case: &Case<'_>, talk: &mut Talk<'_>, broken: &Report) -> Result<Judgement, Stop> {
    let grounds = grounds(case.of.rule, case);
    let doubts_of = |report: &Report| !doubts(report, case.rule_id()).is_empty();
    let Some(ground) = grounds.first() else {
        return Ok(if doubts_of(broken) { Judgement::open("something else is left open") } else { Judgement::held() });
    };
    let plain = report(ground);
    Ok(if !doubts(broken, case.rule_id()).is_subset(&doubts(&plain, case.rule_id())) {
        Judgement::open("something else is left open, and may be the reason")
    } else if accepts(talk, ground)? {
        Judgement::held()
    } else if doubts_of(&plain) {
        Judgement::open("something else is left open, and is the reason")
    } else {
        Judgement::blocked("the same project without the fault is rejected too", ground)
    })
}

/// Nothing is wrong with the project, and it is rejected: for the sake of this rule's matter, or of another's.
fn wrongly_rejected(case: &Case<'_>, talk: &mut Talk<'_>, said: &Said, answer: &Value) -> Result<Judgement, Stop> {
    let failed = || Judgement::failed(REJECTED, json!({"valid": true}), answer.clone());
    let grounds = grounds(case.of.rule, case);
    let Some(last) = grounds.last() else { return Ok(failed()) };
    let accepted = accepted(talk, &grounds)?;
    let near =
        grounds.iter().zip(&accepted).filter(|(_, accepted)| **accepted).map(|(ground, _)| distance(case, ground));
    let Some(near) = near.min() else {
        // Unless the subject itself calls it a breach of this rule, and of no other.
        return Ok(if said.named.iter().eq([case.rule_id()]) {
            failed()
        } else {
            Judgement::blocked("it is rejected whatever this rule is about", last).instead_of(failed())
        });
    };
    if said.named.contains(case.rule_id()) {
        return Ok(failed());
    }
    Ok(match other_cause(case, case, talk, said, near)? {
        Some((rule, ground)) => {
            Judgement::blocked(format!("it is rejected for what {rule} is about"), &ground).instead_of(failed())
        }
        None => failed(),
    })
}

/// What other rules leave open, the subject has decided on the ground: this rule's matter changes nothing.
fn like_its_ground(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    report_of_case: &Report,
    said: &Said,
    answer: &Value,
) -> Result<Judgement, Stop> {
    let open = Judgement::open("the document leaves this project open");
    let grounds = grounds(case.of.rule, case);
    let Some(ground) = grounds.first().filter(|ground| *ground != case.input) else { return Ok(open) };
    let rule = case.rule_id();
    if doubts(report_of_case, rule) != doubts(&report(ground), rule) || said.valid || !accepts(talk, ground)? {
        return Ok(open);
    }
    wrongly_rejected(case, talk, said, answer)
}

/// A question of this rule alone: what the subject says of a project that it accepts when it is plain.
fn read(case: &Case<'_>, talk: &mut Talk<'_>, ask: &'static Ask, said: &Said) -> Result<Judgement, Stop> {
    if let Some(ground) = grounds(case.of.rule, case).first()
        && !accepts(talk, ground)?
    {
        return Ok(Judgement::blocked("the question cannot be read: without it the project is rejected too", ground));
    }
    let open = Judgement::open("the document allows several readings");
    if !said.valid {
        return Ok(if ask.rejection_tells { open.consistent_with(ask.question, &[ask.rejecting]) } else { open });
    }
    // Who does not look at all does not read anything either.
    let mut edges = (case.of.rule.checks[0].edges)().into_iter();
    match edges.find(|edge| breaks_alone(&report(edge), case.rule_id())) {
        Some(broken) if accepts(talk, &broken)? => Ok(Judgement::open("the subject does not know this rule")),
        _ => Ok(open.consistent_with(ask.question, &[ask.accepting])),
    }
}

/// Whether a project breaks this rule and no other, and nothing about the others is left open.
pub(super) fn breaks_alone(report: &Report, rule: &str) -> bool {
    report.broken_rules().iter().eq([&rule]) && report.open_rules().iter().all(|open| *open == rule)
}

fn reasons(report: &Report) -> Vec<String> {
    let broken = report.notes.iter().filter(|note| note.standing == Standing::Broken);
    broken.map(|note| format!("{}: {}", note.rule, note.why)).collect()
}

/// A question that a subject answers by what it accepts.
pub(super) const fn question(ask: &'static Ask, asks: &'static str, readings: &'static [Reading; 2]) -> Question {
    Question { id: ask.question, asks, readings }
}
