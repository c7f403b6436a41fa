//! The corpus agrees with the model: every hand-checked case of every rule.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};

use super::Snapshot;
use super::wrong_answer::is_refused;
use crate::draw::json::{same, without_nulls};
use crate::rule::{Catalogue, Check, CheckRef, CorpusCase, Expect, Level, Rule, Step, Suite, read_corpus};

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
    let mut inputs = BTreeSet::new();
    let mut answers = String::new();
    for case in &cases {
        if !names.insert(&case.name) {
            return Err(format!("two cases are called “{}”", case.name).into());
        }
        if !inputs.insert(format!("{:?} {}", case.check, case.case)) {
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
    let mut lines = Vec::new();
    let own = format!("{}/{}", suite.name, rule.id);
    if expected.expect == Expect::Reject && expected.rules.iter().any(|broken| *broken != own) {
        lines.push(format!("  breaks {}\n", expected.rules.join(", ")));
    }
    if let (None, Some(answer)) = (&case.answer, &expected.answer) {
        lines.push(format!("  {answer}\n"));
    }
    for wrong in &case.wrong {
        lines.push(is_refused(of, case, wrong)?);
    }
    Ok(if lines.is_empty() { String::new() } else { format!("{}\n{}", case.name, lines.concat()) })
}
