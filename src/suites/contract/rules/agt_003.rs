//! Without `parallel`, the array is the order.
//!
//! The traps are runtimes that sort steps (by name, by dependencies) or start the next one early because
//! nothing seems to depend on the one before.

use super::super::draw::failures::after_another;
use super::super::judge::order::{no_reordering, one_at_a_time, order};
use super::super::model::workflow::Step;
use super::super::prelude::*;
use super::super::reference::parallel::policy as parallel_policy;
use super::super::reference::sequential::policy;

const CHECK: Check = Check { methods: &["contract/run"], shape: &shape::SEQUENTIAL, classify, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "AGT-003",
    title: "Workflow Step Order: runs steps in array order, one at a time",
    level: Level::Must,
    source: "INV-AGT-003",
    statement: "Unless a workflow is configured to run in parallel, its steps run in array order, each one started \
                after the one before was answered, never two at once.",
    checks: &[
        Check {
            id: "order",
            property: "steps start in array order, each exactly once",
            edges,
            arms: &[arm(1, "dependencies point backwards", draw::sequential)],
            labels: &["independent", "dependencies", "five or more steps", "names out of order"],
            exam: order,
            ..CHECK
        },
        Check {
            id: "one-at-a-time",
            property: "a step starts only after the one before was answered, also after a parallel run",
            shape: &shape::ONE_BY_ONE_AFTER_ANOTHER,
            edges: || edges().into_iter().chain([after_many_at_once()]).collect(),
            arms: &[
                arm(3, "dependencies point backwards", draw::sequential),
                arm(1, "after a parallel run", |draw| after_another(&draw::sequential(draw), &draw::peaceful(draw))),
            ],
            labels: &["independent", "dependencies", "five or more steps"],
            exam: one_at_a_time,
            ..CHECK
        },
        Check {
            id: "no-reordering",
            property: "a dependency on a later step never changes the order: the run is rejected, or keeps to the array",
            edges: || vec![workflow(&["s1<-s2", "s2"]), workflow(&["s1", "s2<-s3", "s3", "s4"])],
            arms: &[arm(1, "a dependency points forwards", forwards)],
            labels: &["points forwards"],
            exam: no_reordering,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("runs steps in the order of their names", |it| {
            policy(it).order = |workflow| sorted(workflow, |step| step.id);
        }),
        Mutant::doing("runs steps without dependencies first", |it| {
            policy(it).order = |workflow| sorted(workflow, |step| !step.dependencies.is_empty());
        }),
        Mutant::doing("runs steps level by level", |it| policy(it).order = by_depth),
        Mutant::doing("runs steps whose names are numbers first, by number", |it| {
            policy(it).order =
                |workflow| sorted(workflow, |step| step.id.parse::<u64>().map_or((true, 0), |number| (false, number)));
        }),
        Mutant::doing("puts off steps that cannot be undone", |it| {
            policy(it).order = |workflow| {
                let is_any = workflow.steps.iter().any(|step| step.compensable);
                sorted(workflow, |step| is_any && !step.compensable)
            };
        }),
        Mutant::doing("swaps the last two of five steps or more", |it| {
            policy(it).order = |workflow| {
                let mut order: Vec<&Step<'_>> = workflow.steps.iter().collect();
                if let [_, _, _, .., a, b] = &mut order[..] {
                    std::mem::swap(a, b);
                }
                order
            };
        }),
        Mutant::doing("starts a step before the one before was answered", |it| {
            policy(it).most_in_flight = |workflow, _| if workflow.steps.len() > 2 { 2 } else { 1 };
        }),
        Mutant::doing("runs independent steps side by side unasked", |it| {
            policy(it).most_in_flight =
                |workflow, _| if workflow.steps.iter().all(|step| step.dependencies.is_empty()) { 2 } else { 1 };
        }),
        Mutant::doing("goes on side by side after a parallel run", |it| {
            parallel_policy(it).limit = |run| {
                run.quirks().memory().insert("parallel".to_owned(), json!(true));
                run.parallel.limit
            };
            policy(it).most_in_flight = |_, memory| if memory.contains_key("parallel") { 2 } else { 1 };
        }),
        Mutant::doing("moves a step behind the later one it depends on", |it| {
            let policy = policy(it);
            policy.may_run = |_| true;
            policy.order = |workflow| {
                if workflow.points_backwards() { workflow.steps.iter().collect() } else { by_depth(workflow) }
            };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/AGT-003.yaml"),
    questions: &[],
};

fn sorted<'w, 'a, K: Ord>(workflow: &'w Workflow<'a>, key: impl Fn(&'w Step<'a>) -> K) -> Vec<&'w Step<'a>> {
    let mut order: Vec<&Step<'_>> = workflow.steps.iter().collect();
    order.sort_by_key(|step| key(step));
    order
}

fn by_depth<'w, 'a>(workflow: &'w Workflow<'a>) -> Vec<&'w Step<'a>> {
    sorted(workflow, |step| depth(workflow, step, 0))
}

fn depth(workflow: &Workflow<'_>, step: &Step<'_>, so_far: usize) -> usize {
    if so_far > workflow.steps.len() {
        return so_far;
    }
    let below = step.dependencies.iter().filter_map(|on| workflow.step(on));
    below.map(|on| depth(workflow, on, so_far + 1)).max().unwrap_or(so_far)
}

fn edges() -> Vec<Value> {
    vec![
        workflow(&["s1"]),
        workflow(&["s1", "s2"]),
        workflow(&["s2", "s1"]),
        workflow(&["s1", "s2", "s3"]),
        workflow(&["s3", "s1<-s3", "s2"]),
        workflow(&["s1", "s2<-s1", "s3", "s4<-s2,s3"]),
        workflow(&["s5", "s4", "s3", "s2", "s1", "s6"]),
        workflow(&["10", "load-data<-10", "9", "constructor<-9,load-data", "2"]),
        json!({"steps": [{"stepId": "s1"}, {"stepId": "s2", "compensable": true}, {"stepId": "s3"}]}),
        one_by_one(12),
        one_by_one(60),
        one_by_one(300),
    ]
}

/// Three steps one after the other, after two side by side.
fn after_many_at_once() -> Value {
    after_another(&workflow(&["s1", "s2", "s3"]), &parallel(&["s1", "s2"], 5, "failFast", &[0], &[]))
}

/// So many steps, each of which needs the one before.
fn one_by_one(steps: usize) -> Value {
    json!({"steps": long(steps, 1)["steps"]})
}

/// A sequential run in which one step depends on a later one.
fn forwards(draw: &mut Draw) -> Value {
    let count = draw.size(2..=6);
    let names = draw::names(draw, count);
    let mut dependencies = vec![Vec::new(); count];
    let early = draw.below(count - 1);
    let late = draw.size(early + 1..=count - 1);
    dependencies[early].push(late);
    json!({"steps": draw::steps(&names, &dependencies)})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let workflow = Workflow::of(case);
    let mut labels = classify_run(case);
    let ids = workflow.ids();
    labels.extend((!ids.is_sorted()).then_some("names out of order"));
    labels.extend((!workflow.points_backwards()).then_some("points forwards"));
    labels
}
