//! A wrong answer of the corpus is refused.
//!
//! An exam that looks for the cause of a wrong answer asks on. A subject that is wrong once, and right about everything
//! like it, is then wrong in a way that no rule is about. So beside the reference, the rule's own mutants answer what is
//! asked elsewhere: one of them has to be refused for this answer, and for nothing else.

use libtest_mimic::Failed;
use serde_json::Value;

use crate::rule::{CheckRef, CorpusCase, Declared, Step, Verdict, WrongAnswer};
use crate::subject::{Answer, Host, Reference, Request, Subject};

/// Who gives the wrong answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    /// The process that was asked first, whenever it is asked the same.
    OneProcess,
    /// Every process, whenever it is asked the same.
    EveryProcess,
    /// Nobody: the answer is the right one.
    Nobody,
}

/// How the check refuses the wrong answer, as a line.
///
/// # Errors
/// That it does not.
pub(super) fn is_refused(of: CheckRef, case: &CorpusCase, wrong: &WrongAnswer) -> Result<String, Failed> {
    let mut why = String::new();
    for who in [Wrong::OneProcess, Wrong::EveryProcess] {
        match judged(of, case, wrong, who, &of.suite.reference())? {
            Verdict::Failed(failure) => return Ok(line(wrong, &failure.kind)),
            Verdict::Blocked { why: blocked, .. } => why = blocked,
            other => return Err(passes(case, wrong, &format!("{other:?}"))),
        }
    }
    for mutant in of.rule.mutants {
        let elsewhere = || Declared { suite: of.suite, rule: of.rule, mutant }.reference();
        let by = |who| judged(of, case, wrong, who, &elsewhere());
        if let (Ok(Verdict::Failed(failure)), Ok(right)) = (by(Wrong::EveryProcess), by(Wrong::Nobody))
            && !matches!(right, Verdict::Failed(_))
        {
            return Ok(line(wrong, &failure.kind));
        }
    }
    Err(passes(case, wrong, &why))
}

fn line(wrong: &WrongAnswer, kind: &str) -> String {
    format!("  wrong, {}: {kind}\n", wrong.why)
}

fn passes(case: &CorpusCase, wrong: &WrongAnswer, verdict: &str) -> Failed {
    format!("“{}”, “{}”: the check does not fail: {verdict}", case.name, wrong.why).into()
}

/// What becomes of the case when its call is answered wrongly, and everything else by `elsewhere`.
fn judged(
    of: CheckRef,
    case: &CorpusCase,
    wrong: &WrongAnswer,
    who: Wrong,
    elsewhere: &Reference,
) -> Result<Verdict, Failed> {
    let right = of.suite.reference();
    let ask = |subject: &Reference, method, params: &Value| {
        let answer = subject.call(Request::new(method, params), &Host::none());
        answer.map_err(|refusal| Failed::from(format!("“{}”: {refusal:?}", case.name)))
    };
    let mut answers: Vec<Answer> = Vec::new();
    let mut given_to: Option<(&str, Value)> = None;
    loop {
        match of.step(&case.case, &answers).map_err(|shape| format!("“{}”: {}", wrong.why, shape.0))? {
            Step::Judged(judgement) => return Ok(judgement.verdict),
            Step::Ask(calls) => {
                for call in calls {
                    let params = call.params(&case.case);
                    let is_again =
                        given_to.as_ref().is_some_and(|(method, before)| *method == call.method && before == params);
                    let is_it = answers.len() + 1 == wrong.call;
                    let value = if is_it || is_again && (who != Wrong::OneProcess || !call.fresh) {
                        given_to = Some((call.method, params.clone()));
                        if who == Wrong::Nobody { ask(&right, call.method, params)? } else { wrong.answer.clone() }
                    } else {
                        ask(elsewhere, call.method, params)?
                    };
                    answers.push(Answer { value, trace: Vec::new() });
                }
            }
        }
    }
}
