//! The corpus agrees with the model: every hand-checked case of every rule.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use super::Snapshot;
use crate::draw::json::{same, without_nulls};
use crate::rule::{
    Catalogue, Check, CheckRef, CorpusCase, Expect, Level, Rule, Step, Suite, Verdict, WrongAnswer, read_corpus,
};
use crate::subject::{Answer, Host, Request, Subject};

/// One test per rule.
pub(super) fn trials(catalogue: &Catalogue, snapshot: Snapshot) -> Vec<Trial> {
    let trial = |(suite, rule): (&'static Suite, &'static Rule)| {
        Trial::test(format!("corpus::{}::{}", suite.name, rule.id), move || agrees(suite, rule, snapshot))
    };
    catalogue.rules().map(trial).collect()
}

fn agrees(suite: &'static Suite, rule: &'static Rule, snapshot: Snapshot) -> Result<(), Failed> {
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
    if !answers.is_empty() {
        snapshot(&format!("corpus/{}", suite.name), &rule.id.replace('.', "-"), &answers);
    }
    Ok(())
}

/// Puts the case to the reference, with the wrong answer in the place of its own: the check may not hold.
fn is_refused(of: CheckRef, case: &CorpusCase, wrong: &WrongAnswer) -> Result<String, Failed> {
    let reference = of.suite.reference();
    let mut answers: Vec<Answer> = Vec::new();
    let mut given_to: Option<(&str, Value)> = None;
    loop {
        match of.step(&case.case, &answers).map_err(|shape| format!("“{}”: {}", wrong.why, shape.0))? {
            Step::Ask(calls) => {
                for call in calls {
                    let params = call.params(&case.case);
                    // Whoever gives it gives it again when asked again, unless the process is a new one.
                    let again =
                        given_to.as_ref().is_some_and(|(method, before)| *method == call.method && before == params);
                    let value = if answers.len() + 1 == wrong.call || (again && !call.fresh) {
                        given_to = Some((call.method, params.clone()));
                        wrong.answer.clone()
                    } else {
                        let answer = reference.call(Request::new(call.method, params), &Host::none());
                        answer.map_err(|refusal| format!("“{}”: {refusal:?}", case.name))?
                    };
                    answers.push(Answer { value, trace: Vec::new() });
                }
            }
            Step::Judged(judgement) => {
                return match judgement.verdict {
                    Verdict::Failed(failure) => Ok(format!("  wrong, {}: {}\n", wrong.why, failure.kind)),
                    // One wrong answer among right ones looks like another rule's fault to an exam that experiments.
                    Verdict::Blocked { why, .. } => Ok(format!("  wrong, {}: {why}\n", wrong.why)),
                    other => {
                        Err(format!("“{}”, “{}”: the check does not fail: {other:?}", case.name, wrong.why).into())
                    }
                };
            }
        }
    }
}

/// What the model says of the case beyond what its file says: nothing, a line, or several.
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
    let is_known = |id: &String| suite.rules.iter().any(|rule| *id == format!("{}/{}", suite.name, rule.id));
    if let Some(unknown) = expected.rules.iter().find(|id| !is_known(id)) {
        return Err(format!("“{}”: the model names {unknown}, which is no rule of the suite", case.name).into());
    }
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
    let mut lines = String::new();
    let own = format!("{}/{}", suite.name, rule.id);
    if expected.expect == Expect::Reject && expected.rules.iter().any(|broken| *broken != own) {
        lines.push_str(&format!("  breaks {}\n", expected.rules.join(", ")));
    }
    if let (None, Some(answer)) = (&case.answer, &expected.answer) {
        lines.push_str(&format!("  {answer}\n"));
    }
    for wrong in &case.wrong {
        lines.push_str(&is_refused(of, case, wrong)?);
    }
    Ok(if lines.is_empty() { lines } else { format!("{}\n{lines}", case.name) })
}
