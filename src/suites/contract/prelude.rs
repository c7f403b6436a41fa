//! What the rules of this suite share.

pub(super) use serde_json::{Value, json};

pub(super) use super::run::scheduler::{self, failing};
pub(super) use super::run::tale::{Event, Tale, status, step_status};
pub(super) use super::run::workflow::{Strategy, Workflow};
pub(super) use super::run::{draw, shape};
pub(super) use crate::draw::Draw;
pub(super) use crate::rule::{
    Check, Judgement, Level, Mutant, OnFault, Question, Reading, Rule, Step, WrongShape, arm,
};
pub(super) use crate::subject::{Answer, Call, Trace};

/// The text of an error, which is a text or has one as its `message`.
pub(super) fn message(error: &Value) -> String {
    error.as_str().or_else(|| error["message"].as_str()).unwrap_or_default().to_owned()
}

/// The list `name` of a result, with exactly `count` entries.
pub(super) fn results<'a>(answer: &'a Answer, name: &str, count: usize) -> Result<&'a [Value], WrongShape> {
    match answer.value[name].as_array() {
        Some(results) if results.len() == count => Ok(results),
        Some(results) => Err(WrongShape(format!("`{name}` has {} entries where {count} are due", results.len()))),
        None => Err(WrongShape(format!("`{name}` is not a list"))),
    }
}

/// The truth of a member that must be `true` or `false`.
pub(super) fn truth(value: &Value, name: &str) -> Result<bool, WrongShape> {
    value[name].as_bool().ok_or_else(|| WrongShape(format!("`{name}` is neither true nor false")))
}

/// The list `name` of a case.
pub(super) fn list<'a>(case: &'a Value, name: &str) -> &'a [Value] {
    case[name].as_array().map_or(&[], Vec::as_slice)
}

/// A run that came to its end.
pub(super) struct Ran<'a> {
    /// What was to be run.
    pub(super) workflow: &'a Workflow<'a>,
    /// What happened.
    pub(super) tale: &'a Tale<'a>,
    /// What came back.
    pub(super) answer: &'a Answer,
    /// How the run ended.
    pub(super) status: &'a str,
}

/// The exam of one run: puts it with its scheduler, then judges what happened. Runs that the document
/// leaves open, or rejects, are not for the rules that use this.
pub(super) fn judge_run(
    case: &Value,
    answers: &[Answer],
    judge: impl FnOnce(&Ran<'_>) -> Judgement,
) -> Result<Step, WrongShape> {
    let workflow = Workflow::of(case);
    if let Some(why) = workflow.doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    if !workflow.stuck().is_empty() {
        return Ok(Step::Judged(Judgement::open("a ring of dependencies: PE-002 says what is due")));
    }
    match answers.first() {
        None => Ok(Step::Ask(vec![scheduler::run(case)])),
        Some(answer) => {
            let (tale, status) = (Tale::of(answer)?, status(answer)?);
            Ok(Step::Judged(judge(&Ran { workflow: &workflow, tale: &tale, answer, status })))
        }
    }
}

/// Labels a run: how many steps, how they depend on each other, who fails.
pub(super) fn classify_run(case: &Value) -> Vec<&'static str> {
    let workflow = Workflow::of(case);
    let mut labels = vec![match workflow.steps.len() {
        0 | 1 => "one step",
        2..=4 => "a few steps",
        _ => "five or more steps",
    }];
    let independent = workflow.steps.iter().all(|step| step.dependencies.is_empty());
    labels.push(if independent { "independent" } else { "dependencies" });
    if workflow.steps.iter().any(|step| step.dependencies.len() > 1) {
        labels.push("several dependencies");
    }
    labels.push(match failing(case).len() {
        0 => "nothing fails",
        1 => "one fails",
        _ => "several fail",
    });
    let free = workflow.steps.iter().filter(|step| step.dependencies.is_empty()).count();
    if let Some(parallel) = workflow.parallel {
        labels.push(if free > parallel.limit { "more ready than the limit" } else { "within the limit" });
        labels.extend((case["parallel"].get("maxConcurrency").is_none()).then_some("default limit"));
        labels.push(match parallel.strategy {
            Strategy::FailFast => "failFast",
            Strategy::ContinueOnError => "continueOnError",
            Strategy::Rollback => "rollback",
        });
    }
    labels
}

/// A run of steps, from its steps written as `"s3<-s1,s2"`.
pub(super) fn workflow(steps: &[&str]) -> Value {
    let steps: Vec<Value> = steps
        .iter()
        .map(|step| match step.split_once("<-") {
            Some((id, on)) => json!({"stepId": id, "dependencies": on.split(',').collect::<Vec<_>>()}),
            None => json!({ "stepId": step }),
        })
        .collect();
    json!({ "steps": steps })
}

/// The same, side by side.
pub(super) fn parallel(steps: &[&str], limit: usize, strategy: &str, schedule: &[usize], fails: &[&str]) -> Value {
    let mut run = workflow(steps);
    run["parallel"] = json!({"maxConcurrency": limit, "failureStrategy": strategy});
    run["world"] = json!({"schedule": schedule, "fails": fails});
    run
}
