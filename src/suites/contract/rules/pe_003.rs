//! What a failure means for the other steps is what the workflow says.
//!
//! A failure is answered while the others are held, so what starts after it starts in spite of it. A runtime that
//! works in batches looks at failures too late; one that keeps a flag may take it into the next run.

use super::prelude::*;
use std::collections::BTreeSet;

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
    title: "follows the failure strategy",
    level: Level::Must,
    source: "INV-PE-003",
    statement: "failFast: after a failure nothing new starts and the run has failed. continueOnError: all that does not depend \
                on a failure completes, and every failure is reported. rollback: what had completed is undone once, the \
                latest first. In any case every step is reported once.",
    checks: &[
        Check {
            id: "fail-fast",
            property: "failFast: once the runtime has rested after a failure, nothing new starts, and the run has failed",
            edges: fail_fasts,
            arms: &[arm(1, "one fails", |draw| draw::parallel(draw, Some("failFast"), 1))],
            labels: &["failFast", "one fails", "more ready than the limit"],
            steps: |case, answers| judge_run(case, answers, fail_fast),
            ..CHECK
        },
        Check {
            id: "default",
            property: "without a strategy a run fails fast",
            edges: || fail_fasts().into_iter().map(without_strategy).collect(),
            arms: &[arm(1, "one fails", |draw| draw::parallel(draw, None, 1))],
            steps: |case, answers| judge_run(case, answers, fail_fast),
            ..CHECK
        },
        Check {
            id: "continue",
            property: "continueOnError: every step that does not depend on a failure completes",
            edges: continues,
            arms: &[arm(1, "some fail", some_fail)],
            labels: &["continueOnError", "one fails", "several fail", "dependencies"],
            steps: |case, answers| judge_run(case, answers, goes_on),
            ..CHECK
        },
        Check {
            id: "errors",
            property: "continueOnError: every failure is in `errors`",
            edges: continues,
            arms: &[arm(1, "some fail", some_fail)],
            labels: &["continueOnError", "one fails", "several fail"],
            steps: |case, answers| judge_run(case, answers, errors),
            ..CHECK
        },
        Check {
            id: "compensation",
            property: "rollback: every compensable step that had completed is undone, once, and no other step is",
            steps: |case, answers| judge_run(case, answers, compensation),
            ..ROLLBACK
        },
        Check {
            id: "reverse-order",
            property: "rollback: steps are undone in the reverse of the order in which they completed",
            steps: |case, answers| judge_run(case, answers, reverse_order),
            ..ROLLBACK
        },
        Check {
            id: "every-step-once",
            property: "every step is in `steps` exactly once, with the status that it came to",
            edges: || fail_fasts().into_iter().chain(continues()).collect(),
            arms: &[arm(1, "some fail", |draw| {
                let (strategy, fails) = (*draw.pick(&["failFast", "continueOnError"]), draw.size(0..=2));
                draw::parallel(draw, Some(strategy), fails)
            })],
            steps: |case, answers| judge_run(case, answers, every_step_once),
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
            steps: next_run,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("stops between batches only", "stops-between-batches-only"),
        Mutant::quirk("never stops", "never-stops"),
        Mutant::quirk("goes on after a failure unless told not to", "continues-by-default"),
        Mutant::quirk("stops at any failure", "stops-at-any-failure"),
        Mutant::quirk("stops at the second failure", "stops-at-the-second-failure"),
        Mutant::quirk("never clears its cancel flag", "cancel-flag-is-never-cleared"),
        Mutant::quirk("undoes steps in the order in which they started", "rolls-back-in-start-order"),
        Mutant::quirk("undoes steps in the reverse order of their starts", "rolls-back-in-reverse-start-order"),
        Mutant::quirk("undoes the oldest step first", "rolls-back-oldest-first"),
        Mutant::quirk("undoes the failed step as well", "rolls-back-the-failed-step-too"),
        Mutant::quirk("undoes steps that did not complete", "rolls-back-all-started"),
        Mutant::quirk("undoes the last step only", "rolls-back-the-last-step-only"),
        Mutant::quirk("undoes steps twice", "rolls-back-twice"),
        Mutant::quirk("undoes steps that cannot be undone", "rolls-back-what-cannot-be-undone"),
        Mutant::answers("reports the first failure only", |_, mut answer| {
            if let Some(errors) = answer["errors"].as_array_mut() {
                errors.truncate(1);
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
    corpus: include_str!("../../../corpus/contract/PE-003.yaml"),
    questions: &[],
};

fn fail_fasts() -> Vec<Value> {
    let run =
        |steps: &[&str], limit, schedule: &[usize], fails: &[&str]| parallel(steps, limit, "failFast", schedule, fails);
    vec![
        run(&["s1"], 5, &[0], &["s1"]),
        run(&["s1", "s2", "s3", "s4", "s5"], 2, &[0], &["s1"]),
        run(&["s1", "s2", "s3", "s4", "s5", "s6"], 3, &[1], &["s2"]),
        run(&["s1", "s2<-s1", "s3", "s4<-s3"], 2, &[0], &["s1"]),
        run(&["s1", "s2", "s3<-s2", "s4<-s3", "s5<-s4"], 1, &[0], &["s1"]),
    ]
}

fn continues() -> Vec<Value> {
    let run = |steps: &[&str], limit, schedule: &[usize], fails: &[&str]| {
        parallel(steps, limit, "continueOnError", schedule, fails)
    };
    vec![
        run(&["s1", "s2"], 1, &[0], &["s1"]),
        run(&["s1", "s2", "s3", "s4"], 2, &[0], &["s1", "s2"]),
        run(&["s1", "s2<-s1", "s3", "s4<-s3", "s5<-s2,s4"], 2, &[0], &["s1"]),
        run(&["s1", "s2", "s3", "s4", "s5"], 1, &[0], &["s1", "s2", "s3"]),
    ]
}

fn rollbacks() -> Vec<Value> {
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
    ]
}

fn rollback(draw: &mut Draw) -> Value {
    let mut run = draw::parallel(draw, Some("rollback"), 1);
    for step in run["steps"].as_array_mut().into_iter().flatten() {
        step["compensable"] = json!(draw.chance(3, 4));
    }
    run
}

fn some_fail(draw: &mut Draw) -> Value {
    let fails = draw.size(1..=3);
    draw::parallel(draw, Some("continueOnError"), fails)
}

fn without_strategy(mut run: Value) -> Value {
    run["parallel"].as_object_mut().map(|parallel| parallel.remove("failureStrategy"));
    run
}

fn after_another(run: &Value, before: &Value) -> Value {
    let mut case = run.clone();
    case["before"] = before.clone();
    case
}

fn has_strategy(workflow: &Workflow<'_>, strategy: Strategy) -> bool {
    workflow.parallel.is_some_and(|parallel| parallel.strategy == strategy)
}

fn fail_fast(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, status, .. } = run;
    let failure = tale.first_failure();
    if !has_strategy(workflow, Strategy::FailFast) || failure == tale.events.len() {
        return Judgement::open("nothing fails, or another strategy");
    }
    let rest = tale.events.iter().skip(failure).position(|event| *event == Event::Rest).map(|at| at + failure);
    let late =
        rest.and_then(|rest| (rest..tale.events.len()).find(|at| matches!(tale.events[*at], Event::Start { .. })));
    if let Some(at) = late {
        let told = tale.told(at, "a step starts after the failure was taken in");
        return Judgement::failed("a step starts after a failure", "nothing new starts", told);
    }
    match status {
        "failed" => Judgement::held(),
        other => Judgement::failed(
            "a run with a failure has not failed",
            "status failed",
            tale.all(format!("the run is {other}")),
        ),
    }
}

fn goes_on(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, answer, .. } = run;
    if !has_strategy(workflow, Strategy::ContinueOnError) {
        return Judgement::open("another strategy");
    }
    let failed: BTreeSet<&str> = tale.answered(false, tale.events.len()).into_iter().collect();
    let behind = workflow.depending_on(&failed);
    let (started, innocent) =
        (tale.starts(), workflow.ids().into_iter().filter(|id| !failed.contains(id) && !behind.contains(id)));
    for id in innocent {
        let status = step_status(answer, id).1.unwrap_or("not reported");
        if !started.contains(&id) || status != "completed" {
            let told = tale.all(format!("{id}, which depends on no failure, is {status}"));
            return Judgement::failed(
                "a step that depends on no failure does not complete",
                format!("{id} completes"),
                told,
            );
        }
    }
    Judgement::held()
}

fn errors(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, answer, .. } = run;
    if !has_strategy(workflow, Strategy::ContinueOnError) {
        return Judgement::open("another strategy");
    }
    let failed = tale.answered(false, tale.events.len());
    let reported: Vec<&str> =
        list(&answer.value, "errors").iter().filter_map(|error| error["stepId"].as_str()).collect();
    let missing = failed.iter().find(|id| !reported.contains(id));
    missing.map_or_else(Judgement::held, |id| {
        let told = tale.all(format!("errors holds {}", json!(reported)));
        Judgement::failed("a failure is not in errors", format!("{id} is in errors"), told)
    })
}

/// The compensable steps that had completed when the failure was answered, in that order.
fn due_for_compensation<'a>(workflow: &Workflow<'a>, tale: &Tale<'a>) -> Vec<&'a str> {
    let compensable = |id: &&str| workflow.step(id).is_some_and(|step| step.compensable);
    tale.answered(true, tale.first_failure()).into_iter().filter(compensable).collect()
}

fn compensation(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, status, .. } = run;
    if !has_strategy(workflow, Strategy::Rollback) || tale.first_failure() == tale.events.len() {
        return Judgement::open("nothing fails, or another strategy");
    }
    let undone = tale.compensations();
    let times = |id: &str| undone.iter().filter(|undone| **undone == id).count();
    let wrong = |kind: &str, id: &str, what: &str| {
        Judgement::failed(kind, format!("{id} {what}"), tale.all(format!("compensated: {}", json!(undone))))
    };
    if let Some(id) = due_for_compensation(workflow, tale).into_iter().find(|id| times(id) == 0) {
        return wrong("a completed step is not undone", id, "is compensated, it had completed");
    }
    let well = tale.answered(true, tale.events.len());
    for id in &undone {
        if !well.contains(id) {
            return wrong("a step is undone that did not complete", id, "is not compensated, it did not complete");
        }
        if times(id) > 1 {
            return wrong("a step is undone twice", id, "is compensated once");
        }
        if workflow.step(id).is_some_and(|step| !step.compensable) {
            return wrong("a step is undone that cannot be", id, "is not compensated, it is not compensable");
        }
    }
    match status {
        "failed" => Judgement::held(),
        other => Judgement::failed(
            "a run that was rolled back has not failed",
            "status failed",
            tale.all(format!("the run is {other}")),
        ),
    }
}

fn reverse_order(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, .. } = run;
    if !has_strategy(workflow, Strategy::Rollback) {
        return Judgement::open("another strategy");
    }
    let mut due = due_for_compensation(workflow, tale);
    due.reverse();
    let undone: Vec<&str> = tale.compensations().into_iter().filter(|id| due.contains(id)).collect();
    let order: Vec<&str> = due.into_iter().filter(|id| undone.contains(id)).collect();
    if order == undone || undone.len() != order.len() {
        return Judgement::held();
    }
    let told = tale.all(format!("compensated in the order {}", undone.join(", ")));
    Judgement::failed("steps are undone in another order", json!(order), told)
}

fn every_step_once(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, answer, .. } = run;
    let (failed, started) = (tale.answered(false, tale.events.len()), tale.starts());
    let before_failure = tale.answered(true, tale.first_failure());
    // A step in flight when the run was stopped may be cancelled, whatever its answer is then.
    let first = if has_strategy(workflow, Strategy::ContinueOnError) { failed.len() } else { 1 };
    let must_fail: Vec<&str> = failed.iter().copied().take(first).collect();
    for id in workflow.ids() {
        let (times, status) = step_status(answer, id);
        let status = status.unwrap_or("without a status");
        let wrong = |kind: &str, due: &str| {
            let told = tale.all(format!("{id} is listed {times} times, as {status}"));
            Judgement::failed(kind, format!("{id} is {due}"), told)
        };
        if times != 1 {
            return wrong("a step is not listed exactly once", "listed once");
        }
        let agrees = match status {
            "completed" => started.contains(&id) && !failed.contains(&id),
            "failed" => !before_failure.contains(&id),
            "skipped" => !started.contains(&id),
            "cancelled" => !must_fail.contains(&id) && !before_failure.contains(&id),
            _ => false,
        };
        if !agrees {
            return wrong("a step has another status than it came to", "listed as what became of it");
        }
    }
    Judgement::held()
}

/// The run `before`, then the run of the case, on the same process.
fn next_run(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let mut run = case.clone();
    run.as_object_mut().map(|members| members.remove("before"));
    let (workflow, earlier) = (Workflow::of(&run), Workflow::of(&case["before"]));
    let doubtful = |workflow: &Workflow<'_>| workflow.doubt(&run).is_some() || !workflow.stuck().is_empty();
    if doubtful(&workflow) || doubtful(&earlier) || !failing(&run).is_empty() {
        return Ok(Step::Judged(Judgement::open("the second run is not one that completes")));
    }
    match answers {
        [] => Ok(Step::Ask(vec![scheduler::run(&case["before"])])),
        [_] => Ok(Step::Ask(vec![scheduler::run(&run)])),
        [_, second, ..] => {
            let tale = Tale::of(second)?;
            let status = status(second)?;
            if status == "completed" && tale.starts().len() == workflow.steps.len() {
                return Ok(Step::Judged(Judgement::held()));
            }
            let told = tale.all(format!("the second run, in which nothing fails, is {status}"));
            Ok(Step::Judged(Judgement::failed(
                "a run suffers from the one before",
                "every step runs, status completed",
                told,
            )))
        }
    }
}
