//! The corpus agrees with the model: every hand-checked case of every rule.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};
use proofmark::draw::json::{same, without_nulls};
use proofmark::rule::{CorpusCase, Expect, Level, Rule, Step, Suite, read_corpus};
use proofmark::suites;
use serde_json::json;

use crate::support::snapshot;

/// One test per rule.
pub(crate) fn trials() -> Vec<Trial> {
    suites::rules()
        .map(|(suite, rule)| Trial::test(format!("corpus::{}::{}", suite.name, rule.id), move || agrees(suite, rule)))
        .collect()
}

fn agrees(suite: &'static Suite, rule: &'static Rule) -> Result<(), Failed> {
    let id = format!("{}/{}", suite.name, rule.id);
    let cases = read_corpus(&id, rule.corpus)?;
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
    snapshot(&format!("corpus/{}", suite.name), &rule.id.replace('.', "-"), &answers);
    Ok(())
}

/// What the model says of the case, one call per line.
fn one_agrees(suite: &'static Suite, rule: &'static Rule, case: &CorpusCase) -> Result<String, Failed> {
    let check = match &case.check {
        None => rule.checks.first(),
        Some(id) => rule.checks.iter().find(|check| check.id == id),
    };
    let check = check.ok_or_else(|| format!("“{}” is for a check that does not exist", case.name))?;
    let step = (check.exam)(&case.case, &[]).map_err(|wrong| format!("“{}”: {}", case.name, wrong.0))?;
    let Step::Ask(calls) = step else {
        return Err(format!("“{}” asks the subject nothing", case.name).into());
    };
    let call = calls.first().ok_or("an exam that asks nothing")?;
    // What the world does during a call is in the case alone.
    let params = if call.world.is_some() { &case.case } else { &call.params };
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
    Ok(format!("{}: {verdict}{answer}\n", case.name))
}
