//! From tallies and findings to the proof.

use std::collections::BTreeMap;

use super::Selection;
use super::finding::contradiction;
use super::investigate::Findings;
use super::plan::Planned;
use super::shard::Shard;
use super::tally::{Signature, Tally};
use crate::proof::{
    CheckResult, Conformance, Finding, Outcome, Proof, ProvenSubject, QuestionResult, RuleResult, SuiteResult, Timings,
    VERSION, Witness,
};
use crate::rule::{Level, Question};

/// Everything that a proof is made of.
pub(super) struct Facts<'a> {
    pub(super) selection: &'a Selection,
    pub(super) plan: &'a [Planned],
    pub(super) subject: ProvenSubject,
    pub(super) seed: u64,
    pub(super) cases: u64,
    pub(super) shard: Shard,
    pub(super) complete: bool,
    /// Per check of the plan.
    pub(super) tallies: &'a [Tally],
    pub(super) findings: Findings,
    pub(super) notes: Vec<String>,
    pub(super) timings: Timings,
}

/// Puts everything together.
pub(super) fn conclude(facts: Facts<'_>) -> Proof {
    let Facts { selection, plan, subject, tallies, shard, .. } = facts;
    let questions = questions(plan, tallies, &facts.findings);
    let failures = facts.findings.into_iter().filter(|((_, key), _)| !matches!(key, Signature::Excludes(..)));
    let mut findings: Vec<Finding> = failures.map(|(_, finding)| finding).collect();
    findings
        .extend(questions.iter().filter_map(|(planned, question, result)| contradiction(planned, question, result)));
    let order: BTreeMap<&str, usize> = plan.iter().enumerate().map(|(n, planned)| (planned.id.as_str(), n)).collect();
    findings.sort_by(|a, b| (order.get(a.check.as_str()), &a.kind).cmp(&(order.get(b.check.as_str()), &b.kind)));
    let rules: Vec<RuleResult> = selection
        .iter()
        .map(|(suite, rule)| {
            let checks: Vec<(&Planned, &Tally)> = plan
                .iter()
                .zip(tallies)
                .filter(|(planned, _)| planned.suite.name == suite.name && planned.rule.id == rule.id)
                .collect();
            rule_result(&checks, &subject, shard, &findings)
        })
        .collect();
    Proof {
        proof: VERSION,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        subject,
        seed: facts.seed,
        cases: facts.cases,
        shard: (shard != Shard::WHOLE).then(|| shard.to_string()),
        complete: facts.complete,
        suites: suites(selection, &rules),
        rules,
        findings,
        questions: questions.into_iter().map(|(_, _, result)| result).collect(),
        do_nothing: Vec::new(),
        notes: facts.notes,
        objections: Vec::new(),
        partial: None,
        timings: facts.timings,
    }
}

/// What was learnt about every question that came up, over all checks of its rule.
fn questions<'a>(
    plan: &'a [Planned],
    tallies: &[Tally],
    findings: &Findings,
) -> Vec<(&'a Planned, &'static Question, QuestionResult)> {
    let mut results: Vec<(&Planned, &'static Question, QuestionResult)> = Vec::new();
    for (check, planned) in plan.iter().enumerate() {
        for question in planned.rule.questions {
            if !tallies.get(check).is_some_and(|tally| tally.asked.contains_key(question.id)) {
                continue;
            }
            let id = format!("{}/{}", planned.rule_id(), question.id);
            if !results.iter().any(|(_, _, result)| result.question == id) {
                let readings = question.readings.iter().map(|reading| reading.id.to_owned()).collect();
                let result = QuestionResult {
                    question: id.clone(),
                    asks: question.asks.to_owned(),
                    readings,
                    excluded: BTreeMap::new(),
                };
                results.push((planned, question, result));
            }
            let Some((_, _, result)) = results.iter_mut().find(|(_, _, result)| result.question == id) else {
                continue;
            };
            for reading in question.readings {
                let key = (check, Signature::Excludes(question.id, reading.id));
                if let Some(finding) = findings.get(&key) {
                    result.readings.retain(|left| left != reading.id);
                    result
                        .excluded
                        .entry(reading.id.to_owned())
                        .or_insert_with(|| Witness { case: finding.case.clone(), input: finding.input.clone() });
                }
            }
        }
    }
    results
}

fn rule_result(
    checks: &[(&Planned, &Tally)],
    subject: &ProvenSubject,
    shard: Shard,
    findings: &[Finding],
) -> RuleResult {
    let results: Vec<CheckResult> =
        checks.iter().map(|(planned, tally)| check_result(planned, tally, subject, shard, findings)).collect();
    let has = |outcome| results.iter().any(|check| check.outcome == outcome);
    let outcome = if has(Outcome::Fail) {
        Outcome::Fail
    } else if has(Outcome::Fault) {
        Outcome::Fault
    } else if has(Outcome::Pass) {
        Outcome::Pass
    } else if has(Outcome::Undecided) {
        Outcome::Undecided
    } else {
        Outcome::NotExercised
    };
    let planned = checks.first().map(|(planned, _)| *planned);
    RuleResult {
        rule: planned.map(|planned| planned.rule_id()).unwrap_or_default(),
        suite: planned.map(|planned| planned.suite.name.to_owned()).unwrap_or_default(),
        level: planned.map_or(Level::Must, |planned| planned.rule.level),
        title: planned.map(|planned| planned.rule.title.to_owned()).unwrap_or_default(),
        outcome,
        cases: results.iter().map(|check| check.cases).sum(),
        reason: results.iter().find(|check| check.outcome == outcome).and_then(|check| check.reason.clone()),
        checks: results,
    }
}

fn check_result(
    planned: &Planned,
    tally: &Tally,
    subject: &ProvenSubject,
    shard: Shard,
    findings: &[Finding],
) -> CheckResult {
    let mut mine = findings.iter().filter(|finding| finding.check == planned.id);
    let failed = tally.failures.keys().any(|signature| matches!(signature, Signature::Disagreement(_)))
        || mine.clone().any(|finding| finding.outcome == Outcome::Fail);
    let faulted = tally.faults > 0 || mine.any(|finding| finding.outcome == Outcome::Fault);
    // What did not come up in one shard may have come up in another.
    let sees_all = tally.cases > 0 && shard == Shard::WHOLE;
    let missing = if sees_all { tally.missing_labels(planned) } else { Vec::new() };
    let (outcome, reason) = if let Some(lack) = planned.lacks(&subject.methods, &subject.features) {
        (Outcome::NotExercised, Some(lack))
    } else if failed {
        (Outcome::Fail, None)
    } else if faulted {
        (Outcome::Fault, None)
    } else if let Some(why) = tally.given_up {
        (Outcome::NotExercised, Some(why.to_owned()))
    } else if tally.cases == 0 && shard != Shard::WHOLE {
        (Outcome::NotExercised, Some("no case of it is in this shard".to_owned()))
    } else if tally.cases == 0 {
        (Outcome::NotExercised, Some("no case was run".to_owned()))
    } else if !missing.is_empty() {
        let names: Vec<String> = missing.iter().map(|label| format!("`{label}`")).collect();
        (Outcome::NotExercised, Some(format!("inconclusive: {} never came up", names.join(", "))))
    } else if tally.held > 0 {
        (Outcome::Pass, None)
    } else if let Some((_, why)) = &tally.open {
        (Outcome::Undecided, Some(why.clone()))
    } else {
        (Outcome::NotExercised, tally.not_shown.as_ref().map(|(_, why)| why.clone()))
    };
    CheckResult {
        check: planned.check.id.to_owned(),
        outcome,
        cases: tally.cases,
        held: tally.held,
        reason,
        labels: tally.labels.iter().map(|(label, count)| (label.to_string(), *count)).collect(),
        missing_labels: missing.into_iter().map(str::to_owned).collect(),
    }
}

fn suites(selection: &Selection, rules: &[RuleResult]) -> Vec<SuiteResult> {
    let mut results: Vec<SuiteResult> = Vec::new();
    for (suite, _) in selection {
        if results.iter().any(|result| result.suite == suite.name) {
            continue;
        }
        let mine: Vec<&RuleResult> = rules.iter().filter(|rule| rule.suite == suite.name).collect();
        let musts = || mine.iter().filter(|rule| rule.level == Level::Must);
        let verdict = if musts().any(|rule| matches!(rule.outcome, Outcome::Fail | Outcome::Fault)) {
            Conformance::DoesNotConform
        } else if mine.iter().all(|rule| rule.outcome == Outcome::NotExercised) {
            Conformance::NotExercised
        } else if musts().any(|rule| rule.outcome == Outcome::NotExercised) {
            Conformance::PartlyExercised
        } else {
            Conformance::Conforms
        };
        results.push(SuiteResult {
            suite: suite.name.to_owned(),
            version: suite.version,
            verdict,
            rules: mine.len(),
            passed: mine.iter().filter(|rule| rule.outcome == Outcome::Pass).count(),
        });
    }
    results
}
