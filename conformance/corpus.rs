//! The corpus agrees with the model: every hand-checked case of every rule.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};
use proofmark::draw::json::{same, without_nulls};
use proofmark::rule::{
    Check, CheckRef, CorpusCase, Expect, Level, Rule, Step, Suite, Verdict, WrongAnswer, read_corpus,
};
use proofmark::subject::{Answer, Host, Request, Subject};
use proofmark::suites;
use serde_json::json;

use crate::support::snapshot;

/// The suites whose every rule shows two cases or answers on either side of its line.
const BOTH_SIDES: [&str; 2] = ["context", "turn"];

/// One test per rule.
pub(crate) fn trials() -> Vec<Trial> {
    suites::builtin()
        .rules()
        .map(|(suite, rule)| Trial::test(format!("corpus::{}::{}", suite.name, rule.id), move || agrees(suite, rule)))
        .collect()
}

fn agrees(suite: &'static Suite, rule: &'static Rule) -> Result<(), Failed> {
    let cases = read_corpus(suite, rule)?;
    let mut names = BTreeSet::new();
    let mut documents = BTreeSet::new();
    let mut answers = String::new();
    for case in &cases {
        if !names.insert(&case.name) {
            return Err(format!("two cases are called “{}”", case.name).into());
        }
        if !documents.insert(format!("{:?} {}", case.check, case.case)) {
            return Err(format!("“{}” is the same case as another one", case.name).into());
        }
        answers.push_str(&one_agrees(suite, rule, case)?);
    }
    // One case alone cannot show where the line is.
    if rule.level == Level::Must && cases.len() < 2 {
        return Err("a MUST rule needs at least two cases".into());
    }
    let [accepted, rejected] = [Expect::Accept, Expect::Reject].map(|side| of_side(&cases, side));
    if BOTH_SIDES.contains(&suite.name) && (accepted < 2 || rejected < 2) {
        return Err(format!("{accepted} accepted and {rejected} rejected cases or answers: two of each are due").into());
    }
    snapshot(&format!("corpus/{}", suite.name), &rule.id.replace('.', "-"), &answers);
    Ok(())
}

/// How many cases are on that side of the rule. An answer that is wrong for an accepted case is on the other side.
fn of_side(cases: &[CorpusCase], side: Expect) -> usize {
    let wrong = if side == Expect::Reject { cases.iter().map(|case| case.wrong.len()).sum() } else { 0 };
    wrong + cases.iter().filter(|case| case.expect == side).count()
}

/// Puts the case to the reference, with the wrong answer in the place of its own: the check has to fail.
fn is_refused(of: CheckRef, case: &CorpusCase, wrong: &WrongAnswer) -> Result<String, Failed> {
    let reference = suites::builtin().reference(&[]);
    let mut answers: Vec<Answer> = Vec::new();
    loop {
        match of.step(&case.case, &answers).map_err(|shape| format!("“{}”: {}", wrong.why, shape.0))? {
            Step::Ask(calls) => {
                for call in calls {
                    let value = if answers.len() + 1 == wrong.call {
                        wrong.answer.clone()
                    } else {
                        let answer = reference.call(Request::new(call.method, call.params(&case.case)), &Host::none());
                        answer.map_err(|refusal| format!("“{}”: {refusal:?}", case.name))?
                    };
                    answers.push(Answer { value, trace: Vec::new() });
                }
            }
            Step::Judged(judgement) => {
                return match judgement.verdict {
                    Verdict::Failed(failure) => Ok(format!("  wrong, {}: {}\n", wrong.why, failure.kind)),
                    other => {
                        Err(format!("“{}”, “{}”: the check does not fail: {other:?}", case.name, wrong.why).into())
                    }
                };
            }
        }
    }
}

/// What the model says of the case, one call per line.
fn one_agrees(suite: &'static Suite, rule: &'static Rule, case: &CorpusCase) -> Result<String, Failed> {
    let check = match &case.check {
        None => rule.checks.first(),
        Some(id) => rule.checks.iter().find(|check| check.id == id),
    };
    let check: &'static Check = check.ok_or_else(|| format!("“{}” is for a check that does not exist", case.name))?;
    let of = CheckRef { suite, rule, check };
    let step = of.step(&case.case, &[]).map_err(|wrong| format!("“{}”: {}", case.name, wrong.0))?;
    let Step::Ask(calls) = step else {
        return Err(format!("“{}” asks the subject nothing", case.name).into());
    };
    let call = calls.first().ok_or("an exam that asks nothing")?;
    // What the world does during a call is in the case alone.
    let params = if call.world.is_some() { &case.case } else { call.params(&case.case) };
    let expected =
        (suite.expect)(call.method, params).ok_or_else(|| format!("the model does not know {}", call.method))?;
    if expected.expect != case.expect {
        return Err(format!(
            "“{}”: the corpus says {}, the model says {} ({})",
            case.name, case.expect, expected.expect, expected.reason
        )
        .into());
    }
    if let (Some(by_hand), Some(by_model)) = (&case.answer, &expected.answer)
        && !same(&without_nulls(by_hand), &without_nulls(by_model))
    {
        return Err(format!("“{}”: worked out by hand {by_hand}, the model answers {by_model}", case.name).into());
    }
    let verdict = match expected.expect {
        Expect::Reject => format!("reject {}", expected.rules.join(", ")),
        other => other.to_string(),
    };
    let answer = expected.answer.map_or_else(String::new, |answer| format!("\n  {}", json!(answer)));
    let mut lines = format!("{}: {verdict}{answer}\n", case.name);
    for wrong in &case.wrong {
        lines.push_str(&is_refused(of, case, wrong)?);
    }
    Ok(lines)
}
