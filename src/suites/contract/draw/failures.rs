//! Drawing runs in which steps fail, under every strategy.

use serde_json::{Value, json};

use super::notation::parallel;
use super::run;
use crate::draw::Draw;

/// Runs that end at a failure.
pub(crate) fn fail_fasts() -> Vec<Value> {
    let run =
        |steps: &[&str], limit, schedule: &[usize], fails: &[&str]| parallel(steps, limit, "failFast", schedule, fails);
    vec![
        run(&["s1"], 5, &[0], &["s1"]),
        run(&["s1", "s2", "s3", "s4", "s5"], 2, &[0], &["s1"]),
        run(&["s1", "s2", "s3", "s4", "s5", "s6"], 3, &[1], &["s2"]),
        run(&["s1", "s2<-s1", "s3", "s4<-s3"], 2, &[0], &["s1"]),
        run(&["s1", "s2", "s3<-s2", "s4<-s3", "s5<-s4"], 1, &[0], &["s1"]),
        giving(run(&["s1", "s2", "s3"], 1, &[0], &["s1"]), "", &["s1"]),
    ]
}

/// The same run, where these steps fail for that reason.
fn giving(mut run: Value, reason: &str, steps: &[&str]) -> Value {
    for step in steps {
        run["world"]["reasons"][*step] = json!(reason);
    }
    run
}

/// Runs that go on after failures.
pub(crate) fn continues() -> Vec<Value> {
    let run = |steps: &[&str], limit, schedule: &[usize], fails: &[&str]| {
        parallel(steps, limit, "continueOnError", schedule, fails)
    };
    vec![
        run(&["s1", "s2"], 1, &[0], &["s1"]),
        run(&["s1", "s2", "s3", "s4"], 2, &[0], &["s1", "s2"]),
        run(&["s1", "s2<-s1", "s3", "s4<-s3", "s5<-s2,s4"], 2, &[0], &["s1"]),
        run(&["s1", "s2", "s3", "s4", "s5"], 1, &[0], &["s1", "s2", "s3"]),
        run(&["s1", "s2", "s3", "s4", "s5", "s11"], 3, &[0], &["s1", "s2", "s3", "s4", "s11"]),
        giving(run(&["s1", "s2", "s3", "s4"], 2, &[0], &["s1", "s3"]), "out of order", &["s1", "s3"]),
        giving(run(&["s1", "s2<-s1", "s3"], 2, &[0], &["s1"]), "", &["s1"]),
    ]
}

/// Runs whose failure undoes what had completed.
pub(crate) fn rollbacks() -> Vec<Value> {
    let run = |steps: &[&str], limit, schedule: &[usize], fails: &[&str], fixed: &[&str]| {
        let mut run = parallel(steps, limit, "rollback", schedule, fails);
        for step in run["steps"].as_array_mut().into_iter().flatten() {
            step["compensable"] = json!(!fixed.iter().any(|id| step["stepId"] == *id));
        }
        run
    };
    vec![
        run(&["s1", "s2<-s1", "s3<-s2"], 1, &[0], &["s3"], &[]),
        run(&["s1", "s2", "s3", "s4<-s1,s2,s3"], 3, &[2, 0, 0], &["s4"], &[]),
        run(&["s1", "s2", "s3"], 3, &[1, 0], &["s1"], &[]),
        run(&["s1", "s2", "s3<-s1,s2"], 2, &[1, 0], &["s3"], &["s1"]),
        run(&["s1", "s2", "s3"], 3, &[0], &["s2", "s3"], &[]),
    ]
}

/// A run of which some steps can be undone, and one fails, or two at once.
pub(crate) fn rollback(draw: &mut Draw) -> Value {
    let fails = if draw.chance(3, 4) { 1 } else { 2 };
    let run = run::parallel(draw, Some("rollback"), fails);
    undoable(draw, run)
}

/// A run that ends at a failure, under that strategy. Steps that could be undone are not.
pub(crate) fn fails_fast(draw: &mut Draw, strategy: Option<&str>) -> Value {
    let run = run::parallel(draw, strategy, 1);
    sometimes_undoable(draw, run)
}

/// A run that goes on after up to five failures, now and then all for the same reason, or without one. Steps that could be
/// undone are not.
pub(crate) fn some_fail(draw: &mut Draw) -> Value {
    let fails = draw.size(1..=5);
    let mut run = run::parallel(draw, Some("continueOnError"), fails);
    if draw.chance(1, 4) {
        let reason = *draw.pick(&["", "timed out"]);
        for step in run::ids(run["steps"].as_array().map_or(&[], Vec::as_slice)) {
            run["world"]["reasons"][step] = json!(reason);
        }
    }
    sometimes_undoable(draw, run)
}

/// The same run with steps that can be undone.
fn undoable(draw: &mut Draw, mut run: Value) -> Value {
    for step in run["steps"].as_array_mut().into_iter().flatten() {
        step["compensable"] = json!(draw.chance(3, 4));
    }
    run
}

fn sometimes_undoable(draw: &mut Draw, run: Value) -> Value {
    if draw.chance(1, 3) { undoable(draw, run) } else { run }
}

/// The same run, without a strategy of its own.
pub(crate) fn without_strategy(mut run: Value) -> Value {
    run["parallel"].as_object_mut().map(|parallel| parallel.remove("failureStrategy"));
    run
}

/// A run after another one.
pub(crate) fn after_another(run: &Value, before: &Value) -> Value {
    let mut case = run.clone();
    case["before"] = before.clone();
    case
}
