//! What a failure means for the other steps is what the workflow says.
//!
//! A failure is answered while the others are held, so what starts after it starts in spite of it. A runtime that
//! works in batches looks at failures too late; one that keeps a flag may take it into the next run.

use std::collections::BTreeSet;

use super::super::draw::failures::{
    after_another, continues, fail_fasts, fails_fast, rollback, rollbacks, some_fail, without_strategy,
};
use super::super::judge::failure::{
    compensation, errors, every_step_once, fail_fast, goes_on, listed_once, next_run, reverse_order,
};
use super::super::prelude::*;
use super::super::reference::parallel::{Executor, Status, is_stopped, policy};

const CHECK: Check = Check {
    methods: &["contract/run"],
    shape: &shape::PARALLEL_RUN,
    classify: classify_run,
    labels: &["one fails"],
    ..Check::NEW
};

const ROLLBACK: Check = Check {
    features: &["rollback"],
    edges: rollbacks,
    arms: &[arm(1, "one fails", rollback)],
    labels: &["rollback", "one fails"],
    ..CHECK
};

pub(super) static RULE: Rule = Rule {
    id: "PE-003",
    title: "Failure Strategy: stops, continues or rolls back as configured",
    level: Level::Must,
    source: "INV-PE-003",
    statement: "failFast: after a failure nothing new starts and the run has failed. continueOnError: all that does not depend \
                on a failure completes, and every failure is reported. rollback: what had completed is undone once, the \
                latest first; otherwise nothing is. In any case every step is reported once.",
    checks: &[
        Check {
            id: "fail-fast",
            property: "failFast: once the runtime has rested after a failure, nothing new starts, and the run has failed",
            edges: fail_fasts,
            arms: &[arm(1, "one fails", |draw| fails_fast(draw, Some("failFast")))],
            labels: &["failFast", "one fails", "more ready than the limit"],
            exam: fail_fast,
            ..CHECK
        },
        Check {
            id: "default",
            property: "without a strategy a run fails fast",
            edges: || fail_fasts().into_iter().map(without_strategy).collect(),
            arms: &[arm(1, "one fails", |draw| fails_fast(draw, None))],
            exam: fail_fast,
            ..CHECK
        },
        Check {
            id: "continue",
            property: "continueOnError: every step that does not depend on a failure completes",
            edges: continues,
            arms: &[arm(1, "some fail", some_fail)],
            labels: &["continueOnError", "one fails", "several fail", "dependencies"],
            exam: goes_on,
            ..CHECK
        },
        Check {
            id: "errors",
            property: "continueOnError: every failure is in `errors`",
            edges: continues,
            arms: &[arm(1, "some fail", some_fail)],
            labels: &["continueOnError", "one fails", "several fail"],
            exam: errors,
            ..CHECK
        },
        ROLLBACK.asserts(
            "compensation",
            "rollback: every compensable step that had completed is undone, once, and no other step is",
            compensation,
        ),
        ROLLBACK.asserts(
            "reverse-order",
            "rollback: steps are undone in the reverse of the order in which they completed",
            reverse_order,
        ),
        ROLLBACK.asserts("undone-steps", "rollback: every step is in `steps` exactly once, undone or not", listed_once),
        Check {
            id: "every-step-once",
            property: "every step is in `steps` exactly once, with the status that it came to",
            edges: || fail_fasts().into_iter().chain(continues()).chain([many_and_a_failure()]).collect(),
            arms: &[arm(1, "some fail", |draw| {
                let (strategy, fails) = (*draw.pick(&["failFast", "continueOnError"]), draw.size(0..=2));
                draw::parallel(draw, Some(strategy), fails)
            })],
            exam: every_step_once,
            ..CHECK
        },
        Check {
            id: "next-run",
            property: "a failed run does not touch the next one",
            shape: &shape::AFTER_ANOTHER,
            edges: || vec![after_another(&parallel(&["s1"], 5, "failFast", &[0], &[]), &fail_fasts()[0])],
            arms: &[arm(1, "after a failed run", |draw| {
                let before = draw::parallel(draw, Some("failFast"), 1);
                after_another(&draw::peaceful(draw), &before)
            })],
            labels: &["nothing fails"],
            exam: next_run,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("stops between batches only", |it| {
            policy(it).is_stopped = |run| is_stopped(run) && run.ready().iter().all(|at| !run.needs(*at).is_empty());
        }),
        Mutant::doing("never stops", |it| policy(it).is_stopped = |run| run.is(Strategy::Rollback) && is_stopped(run)),
        Mutant::doing("goes on after a failure unless told not to", |it| {
            policy(it).is_stopped = |run| run.parallel.is_named && is_stopped(run);
        }),
        Mutant::doing("stops at any failure", |it| policy(it).is_stopped = |run| !run.errors.is_empty()),
        Mutant::doing("stops at the second failure", |it| {
            policy(it).is_stopped = |run| is_stopped(run) || run.errors.len() > 1;
        }),
        Mutant::doing("takes a failure without a reason for a success", |it| {
            policy(it).is_completed = |reply| reply["error"].as_str().unwrap_or_default().is_empty();
        }),
        Mutant::doing("takes an output that speaks of an error for a failure", |it| {
            policy(it).is_completed = |reply| reply["ok"] == true && reply["output"]["error"].is_null();
        }),
        Mutant::doing("never clears its cancel flag", |it| policy(it).is_stopped = stays_stopped),
        Mutant::doing("undoes steps in the order in which they started", |it| {
            policy(it).undo = |run| completed(run, run.started.iter());
        }),
        Mutant::doing("undoes steps in the reverse order of their starts", |it| {
            policy(it).undo = |run| completed(run, run.started.iter().rev());
        }),
        Mutant::doing("undoes the oldest step first", |it| {
            policy(it).undo = |run| completed(run, run.completed.iter());
        }),
        Mutant::doing("undoes the failed step as well", |it| {
            policy(it).undo = |run| {
                let failed = run.errors.iter().map(|(at, _)| *at);
                run.compensable(run.completed.iter().rev().copied().chain(failed))
            };
        }),
        Mutant::doing("undoes steps that did not complete", |it| {
            policy(it).undo = |run| run.compensable(run.started.iter().rev().copied());
        }),
        Mutant::doing("undoes steps whatever the strategy", |it| policy(it).rolls_back = |run| !run.errors.is_empty()),
        Mutant::doing("undoes steps though nothing failed", |it| {
            policy(it).rolls_back = |run| run.is(Strategy::Rollback);
        }),
        Mutant::doing("undoes the last step only", |it| {
            policy(it).undo = |run| run.compensable(run.completed.last().copied().into_iter());
        }),
        Mutant::doing("undoes steps twice", |it| {
            policy(it).undo = |run| completed(run, run.completed.iter().rev().chain(run.completed.iter().rev()));
        }),
        Mutant::doing("undoes steps once for every failure", |it| {
            policy(it).undo = |run| {
                let undone = run.compensable(run.completed.iter().rev().copied());
                undone.repeat(run.errors.len())
            };
        }),
        Mutant::doing("undoes steps that cannot be undone", |it| {
            policy(it).undo = |run| run.completed.iter().rev().copied().collect();
        }),
        Mutant::answers("reports the first failure only", |_, mut answer| {
            if let Some(errors) = answer["errors"].as_array_mut() {
                errors.truncate(1);
            }
            answer
        }),
        Mutant::answers("reports four failures at most", |_, mut answer| {
            if let Some(errors) = answer["errors"].as_array_mut() {
                errors.truncate(4);
            }
            answer
        }),
        Mutant::answers("reports failures of the same reason once", |_, mut answer| {
            let mut seen = BTreeSet::new();
            if let Some(errors) = answer["errors"].as_array_mut() {
                errors.retain(|error| seen.insert(error["message"].to_string()));
            }
            answer
        }),
        Mutant::answers("does not report steps that were undone", |request, mut answer| {
            let is_rollback =
                request.params["parallel"]["failureStrategy"] == "rollback" && answer["status"] == "failed";
            if let Some(steps) = answer["steps"].as_array_mut() {
                steps.retain(|step| !is_rollback || step["status"] != "completed");
            }
            answer
        }),
        Mutant::answers("calls a failed run completed", |_, mut answer| {
            if answer["status"] == "failed" {
                answer["status"] = json!("completed");
            }
            answer
        }),
        Mutant::answers("does not report steps that never started", |_, mut answer| {
            let kept = |step: &Value| step["status"] != "skipped" && step["status"] != "cancelled";
            if let Some(steps) = answer["steps"].as_array_mut() {
                steps.retain(kept);
            }
            answer
        }),
        Mutant::answers("reports a failed step as completed", |_, mut answer| {
            for step in answer["steps"].as_array_mut().into_iter().flatten() {
                if step["status"] == "failed" {
                    step["status"] = json!("completed");
                }
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/PE-003.yaml"),
    questions: &[],
};

/// Thirty steps beside each other, of which the last one fails.
fn many_and_a_failure() -> Value {
    let names: Vec<String> = (1..=30).map(|number| format!("s{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    parallel(&names, 5, "continueOnError", &[0], &["s30"])
}

fn stays_stopped(run: &Executor<'_>) -> bool {
    let mut memory = run.quirks().memory();
    if run.is(Strategy::FailFast) && !run.errors.is_empty() {
        memory.insert("cancelled".to_owned(), json!(true));
    }
    is_stopped(run) || memory.contains_key("cancelled")
}

/// Those of the steps that completed and can be undone.
fn completed<'a>(run: &Executor<'_>, steps: impl Iterator<Item = &'a usize>) -> Vec<usize> {
    run.compensable(steps.copied().filter(|at| run.status[*at] == Status::Completed))
}
