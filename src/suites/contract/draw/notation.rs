//! Runs written by hand, and the labels of any run.

use serde_json::{Value, json};

use super::super::model::workflow::{Strategy, Workflow};
use super::super::model::world::failing;

/// A run of steps, from its steps written as `"s3<-s1,s2"`.
pub(crate) fn workflow(steps: &[&str]) -> Value {
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
pub(crate) fn parallel(steps: &[&str], limit: usize, strategy: &str, schedule: &[usize], fails: &[&str]) -> Value {
    let mut run = workflow(steps);
    run["parallel"] = json!({"maxConcurrency": limit, "failureStrategy": strategy});
    run["world"] = json!({"schedule": schedule, "fails": fails});
    run
}

/// So many steps, each of which needs the one before: well beyond what a runtime may have for a default.
pub(crate) fn long(steps: usize, limit: usize) -> Value {
    let names: Vec<String> = (1..=steps).map(|number| format!("s{number}")).collect();
    let steps: Vec<String> = (0..steps)
        .map(|at| if at == 0 { names[0].clone() } else { format!("{}<-{}", names[at], names[at - 1]) })
        .collect();
    parallel(&steps.iter().map(String::as_str).collect::<Vec<_>>(), limit, "failFast", &[0], &[])
}

/// Labels a run: how many steps, how they depend on each other, who fails.
pub(crate) fn classify_run(case: &Value) -> Vec<&'static str> {
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
