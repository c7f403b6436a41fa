//! From tallies and findings to the proof.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::investigate::{Investigated, Investigation};
use super::plan::Planned;
use super::pool::{Shard, Swept};
use super::shrink::Steadiness;
use super::tally::{Ending, Signature, Tally};
use super::{Options, Selection};
use crate::draw::json::size;
use crate::proof::{
    CheckResult, Conformance, Earlier, Finding, Outcome, Proof, ProvenSubject, QuestionResult, RuleResult, SuiteResult,
    Timings, VERSION, Witness,
};
use crate::rule::{Level, Question};
use crate::subject::{Implementation, Launcher};

/// Puts everything together.
#[expect(clippy::too_many_arguments, reason = "this is where all the threads of a run meet")]
pub(super) fn conclude(
    selection: &Selection,
    plan: &[Planned],
    subject: &Implementation,
    launcher: &dyn Launcher,
    options: &Options<'_>,
    swept: &Swept,
    investigated: &Investigated,
    timings: Timings,
) -> Proof {
    let mut findings: Vec<Finding> = investigated
        .iter()
        .filter(|((_, signature), _)| !matches!(signature, Signature::Excludes(..)))
        .map(|((check, signature), investigation)| finding(&plan[*check], signature, investigation))
        .collect();
    let questions = questions(plan, swept, investigated);
    findings
        .extend(questions.iter().filter_map(|(planned, question, result)| contradiction(planned, question, result)));
    let order: BTreeMap<&str, usize> = plan.iter().enumerate().map(|(n, planned)| (planned.id.as_str(), n)).collect();
    findings.sort_by(|a, b| (order.get(a.check.as_str()), &a.kind).cmp(&(order.get(b.check.as_str()), &b.kind)));
    let rules: Vec<RuleResult> = selection
        .iter()
        .map(|(suite, rule)| {
            let checks: Vec<(&Planned, &Tally)> = plan
                .iter()
                .zip(&swept.tallies)
                .filter(|(planned, _)| planned.suite.name == suite.name && planned.rule.id == rule.id)
                .collect();
            rule_result(&checks, subject, &findings)
        })
        .collect();
    Proof {
        proof: VERSION,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        subject: ProvenSubject {
            name: subject.name.clone(),
            version: subject.version.clone(),
            language: subject.language.clone(),
            methods: subject.methods.clone(),
            features: subject.features.clone(),
            command: launcher.command().map(<[String]>::to_vec),
        },
        seed: options.seed,
        cases: options.cases,
        shard: (options.shard != Shard::WHOLE).then(|| format!("{}/{}", options.shard.number, options.shard.of)),
        complete: !options.interrupted.load(std::sync::atomic::Ordering::Relaxed),
        suites: suites(selection, &rules),
        rules,
        findings,
        questions: questions.into_iter().map(|(_, _, result)| result).collect(),
        do_nothing: Vec::new(),
        notes: swept.endings.first().map(|fault| format!("at shutdown: {fault}")).into_iter().collect(),
        objections: Vec::new(),
        timings,
    }
}

fn finding(planned: &Planned, signature: &Signature, investigation: &Investigation) -> Finding {
    let Investigation { index, count, found } = investigation;
    let (expected, observed, stderr) = match &found.ending {
        Ending::Failed(disagreement) => (disagreement.expected.clone(), disagreement.observed.clone(), String::new()),
        Ending::Fault(fault, stderr) => {
            (Value::from("an answer in the protocol"), Value::from(fault.to_string()), stderr.clone())
        }
        Ending::Open(why) | Ending::NotShown(why) => (Value::Null, Value::from(why.clone()), String::new()),
        Ending::Held => (Value::Null, Value::Null, String::new()),
    };
    let (outcome, kind) = match signature {
        Signature::Fault(kind) => (Outcome::Fault, format!("fault: {kind}")),
        Signature::Disagreement(kind) => (Outcome::Fail, kind.clone()),
        Signature::Excludes(question, reading) => (Outcome::Fail, format!("{question} is not {reading}")),
    };
    let (history, flaky) = match &found.steadiness {
        Steadiness::Alone => (Vec::new(), None),
        Steadiness::After(history) => (
            history.iter().map(|(check, input)| Earlier { check: check.clone(), input: (**input).clone() }).collect(),
            None,
        ),
        Steadiness::Flaky(failed, of) => (Vec::new(), Some(format!("{failed} of {of}"))),
    };
    Finding {
        rule: rule_id(planned),
        check: planned.id.clone(),
        level: planned.rule.level,
        statement: planned.rule.statement.to_owned(),
        source: format!("{}, {}", planned.suite.document, planned.rule.source),
        outcome,
        kind,
        case: planned.name(*index),
        count: *count,
        size: size(&found.document),
        input: (*found.document).clone(),
        expected,
        observed,
        history,
        flaky,
        stderr: (!stderr.is_empty()).then_some(stderr),
        excused: None,
    }
}

fn rule_id(planned: &Planned) -> String {
    format!("{}/{}", planned.suite.name, planned.rule.id)
}

/// What was learnt about every question that came up, over all checks of its rule.
fn questions<'a>(
    plan: &'a [Planned],
    swept: &Swept,
    investigated: &Investigated,
) -> Vec<(&'a Planned, &'static Question, QuestionResult)> {
    let mut results: Vec<(&Planned, &'static Question, QuestionResult)> = Vec::new();
    for (check, planned) in plan.iter().enumerate() {
        for question in planned.rule.questions {
            if !swept.tallies.get(check).is_some_and(|tally| tally.asked.contains_key(question.id)) {
                continue;
            }
            let id = format!("{}/{}", rule_id(planned), question.id);
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
                if let Some(Investigation { index, found, .. }) = investigated.get(&key) {
                    result.readings.retain(|left| left != reading.id);
                    result
                        .excluded
                        .entry(reading.id.to_owned())
                        .or_insert_with(|| Witness { case: planned.name(*index), input: (*found.document).clone() });
                }
            }
        }
    }
    results
}

/// The finding of a question for which no reading is left: the cases that contradict each other.
fn contradiction(planned: &Planned, question: &Question, result: &QuestionResult) -> Option<Finding> {
    if !result.readings.is_empty() {
        return None;
    }
    let first = result.excluded.values().next()?;
    let input: Value =
        result.excluded.iter().map(|(reading, witness)| (reading.clone(), witness.input.clone())).collect();
    let predictions: Value =
        question.readings.iter().map(|reading| (reading.id.to_owned(), json!(reading.predicts))).collect();
    Some(Finding {
        rule: rule_id(planned),
        check: planned.id.clone(),
        level: planned.rule.level,
        statement: planned.rule.statement.to_owned(),
        source: format!("{}, {}", planned.suite.document, planned.rule.source),
        outcome: Outcome::Fail,
        kind: format!("no reading of `{}` is left", question.id),
        case: first.case.clone(),
        count: 1,
        size: size(&input),
        expected: predictions,
        observed: Value::from("each reading is contradicted by the case shown under its name"),
        input,
        history: Vec::new(),
        flaky: None,
        stderr: None,
        excused: None,
    })
}

fn rule_result(checks: &[(&Planned, &Tally)], subject: &Implementation, findings: &[Finding]) -> RuleResult {
    let results: Vec<CheckResult> =
        checks.iter().map(|(planned, tally)| check_result(planned, tally, subject, findings)).collect();
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
        rule: planned.map(rule_id).unwrap_or_default(),
        suite: planned.map(|planned| planned.suite.name.to_owned()).unwrap_or_default(),
        level: planned.map_or(Level::Must, |planned| planned.rule.level),
        title: planned.map(|planned| planned.rule.title.to_owned()).unwrap_or_default(),
        outcome,
        cases: results.iter().map(|check| check.cases).sum(),
        reason: results.iter().find(|check| check.outcome == outcome).and_then(|check| check.reason.clone()),
        checks: results,
    }
}

fn check_result(planned: &Planned, tally: &Tally, subject: &Implementation, findings: &[Finding]) -> CheckResult {
    let mut mine = findings.iter().filter(|finding| finding.check == planned.id);
    let failed = tally.failures.keys().any(|signature| matches!(signature, Signature::Disagreement(_)))
        || mine.clone().any(|finding| finding.outcome == Outcome::Fail);
    let faulted = tally.faults > 0 || mine.any(|finding| finding.outcome == Outcome::Fault);
    let missing = if tally.cases == 0 { Vec::new() } else { tally.missing_labels(planned) };
    let (outcome, reason) = if let Some(lack) = planned.lacks(subject) {
        (Outcome::NotExercised, Some(lack))
    } else if failed {
        (Outcome::Fail, None)
    } else if faulted {
        (Outcome::Fault, None)
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
        labels: tally.labels.iter().map(|(label, count)| ((*label).to_owned(), *count)).collect(),
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
