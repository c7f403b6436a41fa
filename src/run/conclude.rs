//! From tallies and findings to the proof.

use std::collections::BTreeMap;

use super::Selection;
use super::blamed::{blame, blockers};
use super::budget::Extent;
use super::cause::name_alike;
use super::finding::contradiction;
use super::floor::Floors;
use super::investigate::Findings;
use super::outcome::{IN_ANOTHER_SHARD, NOT_RUN, outcome};
use super::plan::Planned;
use super::shard::Shard;
use super::tally::{First, Signature, Tally, Unjudged};
use super::unexplained::{foreign_to_all, unexplained, without_failure};
use crate::proof::{
    CheckResult, Conformance, Finding, Outcome, Proof, ProvenSubject, QuestionResult, RuleResult, SuiteResult, Timings,
    UnjudgedCases, VERSION, Witness,
};
use crate::rule::{Level, Question, Rule, Suite};

/// How many reasons for not judging a check a proof names.
const REASONS: usize = 3;

/// Everything that a proof is made of.
pub(super) struct Facts<'a> {
    pub(super) selection: &'a Selection,
    pub(super) plan: &'a [Planned],
    pub(super) subject: ProvenSubject,
    pub(super) seed: u64,
    pub(super) extent: Extent,
    /// How many random cases were asked for, where a budget decided how many were drawn.
    pub(super) cut: Option<u64>,
    /// After how many failures the run ended, where it was to end there.
    pub(super) enough: Option<usize>,
    pub(super) shard: Shard,
    pub(super) complete: bool,
    pub(super) stopped: Option<String>,
    /// Per check of the plan.
    pub(super) tallies: &'a [Tally],
    pub(super) findings: Findings,
    /// Whether it was looked for who blocks whom.
    pub(super) traced: bool,
    /// What the reference makes of checks of which not all cases were judged.
    pub(super) floors: &'a Floors,
    /// The words that were put where a vocabulary is closed.
    pub(super) words: Vec<String>,
    pub(super) notes: Vec<String>,
    pub(super) timings: Timings,
}

/// Puts everything together.
pub(super) fn conclude(facts: Facts<'_>) -> Proof {
    let Facts { selection, plan, subject, tallies, shard, floors, .. } = facts;
    let questions = questions(plan, tallies, &facts.findings);
    let failures = facts.findings.into_iter().filter(|((_, key), _)| !matches!(key, Signature::Excludes(..)));
    let mut findings: Vec<Finding> = failures.flat_map(|(_, findings)| findings).collect();
    // Where a rule is broken anyhow, that no reading explains it says nothing more.
    let contradictions: Vec<Finding> = questions
        .iter()
        .filter_map(|(planned, question, result)| contradiction(planned, question, result))
        .filter(|contradiction| !findings.iter().any(|finding| finding.rule == contradiction.rule))
        .collect();
    findings.extend(contradictions);
    let without_failure = without_failure(selection, plan, tallies, &findings);
    let order: BTreeMap<&str, usize> = plan.iter().enumerate().map(|(n, planned)| (planned.id.as_str(), n)).collect();
    findings.sort_by(|a, b| (order.get(a.check.as_str()), &a.kind).cmp(&(order.get(b.check.as_str()), &b.kind)));
    name_alike(plan, &mut findings);
    let rules: Vec<RuleResult> = selection
        .iter()
        .map(|(suite, rule)| {
            let checks: Vec<CheckResult> = plan
                .iter()
                .enumerate()
                .filter(|(_, planned)| planned.suite.name == suite.name && planned.rule.id == rule.id)
                .map(|(place, planned)| {
                    let floor = floors.get(&place);
                    let (outcome, reason) = outcome(planned, &tallies[place], floor, &subject, shard, &findings);
                    let (outcome, reason) = match facts.cut.and_then(|asked| cut_short(planned, &tallies[place], asked))
                    {
                        Some(why) if outcome == Outcome::Pass => (Outcome::Inconclusive, Some(why)),
                        _ => (outcome, reason),
                    };
                    let unexplained = if without_failure.contains(suite.name) {
                        unexplained(planned, &tallies[place])
                    } else if facts.traced {
                        foreign_to_all(plan, tallies, place)
                    } else {
                        None
                    };
                    let (outcome, reason) = match unexplained {
                        Some(why) if outcome == Outcome::Pass && shard == Shard::WHOLE => {
                            (Outcome::Inconclusive, Some(why))
                        }
                        _ => (outcome, reason),
                    };
                    let ended = facts.enough.filter(|_| reason.as_deref() == Some(NOT_RUN));
                    let reason = ended.map(not_begun).or(reason);
                    let mut result = check_result(planned, &tallies[place], outcome, reason, shard);
                    blame(planned, &tallies[place], &mut result, &mut findings);
                    result
                })
                .collect();
            rule_result(suite, rule, checks)
        })
        .collect();
    Proof {
        proof: VERSION,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        program: None,
        subject,
        seed: facts.seed,
        cases: facts.extent.random,
        first: facts.extent.first,
        shard: (shard != Shard::WHOLE).then(|| shard.to_string()),
        complete: facts.complete,
        stopped: facts.stopped,
        suites: suites(selection, &rules),
        rules,
        findings,
        questions: questions.into_iter().map(|(_, _, result)| result).collect(),
        do_nothing: Vec::new(),
        words: facts.words,
        notes: facts.notes,
        objections: Vec::new(),
        partial: None,
        timings: facts.timings,
    }
}

/// Why no case of a check was run, where the run ended after so many failures.
fn not_begun(failures: usize) -> String {
    let when = if failures == 1 { "at the first failure".to_owned() } else { format!("after {failures} failures") };
    format!("the run ended {when}, before this was begun")
}

/// Why a check of which a budget let too few cases be run does not pass.
fn cut_short(planned: &Planned, tally: &Tally, asked: u64) -> Option<String> {
    let all = planned.all_cases(asked);
    let least = (all * planned.check.floor).div_ceil(100);
    (tally.cases < least)
        .then(|| format!("the budget let {} of its {all} cases be run, and {least} would have to be", tally.cases))
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
                if let Some(finding) = findings.get(&key).and_then(|findings| findings.first()) {
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

/// What the checks of a rule come to: only where all that could be asked was asked and held, it passes.
fn rule_result(suite: &Suite, rule: &Rule, checks: Vec<CheckResult>) -> RuleResult {
    const WORST_FIRST: [Outcome; 4] = [Outcome::Fail, Outcome::Fault, Outcome::Blocked, Outcome::Inconclusive];
    let has = |outcome| checks.iter().any(|check| check.outcome == outcome);
    let worst = WORST_FIRST.into_iter().find(|outcome| has(*outcome));
    let seen = has(Outcome::Pass) || has(Outcome::Undecided) || has(Outcome::Partial);
    // Another shard has the cases of a check that has none in this one.
    let missing = |check: &CheckResult| match check.outcome {
        Outcome::Partial => true,
        outcome => outcome == Outcome::NotExercised && check.reason.as_deref() != Some(IN_ANOTHER_SHARD),
    };
    let outcome = match worst {
        Some(worst) => worst,
        None if seen && checks.iter().any(missing) => Outcome::Partial,
        None if has(Outcome::Pass) => Outcome::Pass,
        None if seen => Outcome::Undecided,
        None => Outcome::NotExercised,
    };
    let because =
        |check: &&CheckResult| if outcome == Outcome::Partial { missing(check) } else { check.outcome == outcome };
    let lacking: Vec<&CheckResult> = checks.iter().filter(because).collect();
    let reason = if outcome == Outcome::Partial {
        Some(unseen_parts(&lacking)).filter(|parts| !parts.is_empty())
    } else {
        // What all parts lack is said once.
        lacking.iter().find_map(|check| check.reason.clone())
    };
    RuleResult {
        rule: format!("{}/{}", suite.name, rule.id),
        suite: suite.name.to_owned(),
        level: rule.level,
        title: rule.title.to_owned(),
        outcome,
        cases: checks.iter().map(|check| check.cases).sum(),
        judged: checks.iter().map(|check| check.judged).sum(),
        reason,
        blocked_by: if outcome == Outcome::Blocked { blockers(&checks) } else { Vec::new() },
        checks,
    }
}

/// Every part of a rule that was not seen, or not wholly, with the reason; parts that lack the same stand together.
fn unseen_parts(lacking: &[&CheckResult]) -> String {
    let mut groups: Vec<(bool, &str, Vec<String>)> = Vec::new();
    for check in lacking {
        let Some(reason) = check.reason.as_deref() else { continue };
        let (in_part, name) = (check.outcome == Outcome::Partial, format!("`{}`", check.check));
        match groups.iter_mut().find(|group| (group.0, group.1) == (in_part, reason)) {
            Some((.., names)) => names.push(name),
            None => groups.push((in_part, reason, vec![name])),
        }
    }
    let told = groups.iter().map(|(in_part, reason, names)| {
        let were = if names.len() == 1 { "was" } else { "were" };
        format!("{} {were} not {}seen: {reason}", names.join(", "), if *in_part { "wholly " } else { "" })
    });
    told.collect::<Vec<_>>().join("; ")
}

fn check_result(
    planned: &Planned,
    tally: &Tally,
    outcome: Outcome,
    reason: Option<String>,
    shard: Shard,
) -> CheckResult {
    let sees_all = tally.cases > 0 && shard == Shard::WHOLE;
    let missing = if sees_all { tally.missing_labels(planned) } else { Vec::new() };
    CheckResult {
        check: planned.check.id.to_owned(),
        outcome,
        cases: tally.cases,
        judged: tally.judged,
        held: tally.held,
        reason,
        blocked_by: Vec::new(),
        unjudged: unjudged(tally),
        labels: tally.labels.iter().map(|(label, count)| (label.to_string(), *count)).collect(),
        missing_labels: missing.into_iter().map(str::to_owned).collect(),
    }
}

/// Why cases were not judged, the commonest reasons first.
fn unjudged(tally: &Tally) -> Vec<UnjudgedCases> {
    let mut reasons: Vec<(&Unjudged, &First)> = tally.unjudged.iter().collect();
    reasons.sort_by_key(|(reason, first)| (std::cmp::Reverse(first.count), first.index, *reason));
    let shown = |(reason, first): (&Unjudged, &First)| UnjudgedCases {
        how: reason.how,
        reason: reason.why.to_string(),
        cases: first.count,
    };
    reasons.into_iter().take(REASONS).map(shown).collect()
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
        } else if musts().any(|rule| !matches!(rule.outcome, Outcome::Pass | Outcome::Undecided)) {
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
