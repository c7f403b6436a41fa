//! Without `parallel`, the array is the order.
//!
//! The traps are runtimes that sort steps (by name, by dependencies) or start the next one early because
//! nothing seems to depend on the one before.

use super::prelude::*;

const CHECK: Check = Check { methods: &["contract/run"], shape: &shape::SEQUENTIAL, classify, ..Check::NEW };

pub(super) static RULE: Rule = Rule {
    id: "AGT-003",
    title: "runs steps in the order of their definition",
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
            steps: |case, answers| judge_run(case, answers, order),
            ..CHECK
        },
        Check {
            id: "one-at-a-time",
            property: "a step starts only after the one before was answered",
            edges,
            arms: &[arm(1, "dependencies point backwards", draw::sequential)],
            labels: &["independent", "dependencies", "five or more steps"],
            steps: |case, answers| judge_run(case, answers, one_at_a_time),
            ..CHECK
        },
        Check {
            id: "no-reordering",
            property: "a dependency on a later step never changes the order: the run is rejected, or keeps to the array",
            edges: || vec![workflow(&["s1<-s2", "s2"]), workflow(&["s1", "s2<-s3", "s3", "s4"])],
            arms: &[arm(1, "a dependency points forwards", forwards)],
            labels: &["points forwards"],
            steps: |case, answers| judge_run(case, answers, no_reordering),
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("runs steps in the order of their names", "runs-steps-by-name"),
        Mutant::quirk("runs steps without dependencies first", "runs-independent-steps-first"),
        Mutant::quirk("runs steps level by level", "runs-steps-by-depth"),
        Mutant::quirk("swaps the last two of five steps or more", "swaps-the-last-two-of-many"),
        Mutant::quirk("starts a step before the one before was answered", "starts-the-next-step-early"),
        Mutant::quirk("runs independent steps side by side unasked", "parallel-when-independent"),
        Mutant::quirk("moves a step behind the later one it depends on", "reorders-forward-dependencies"),
    ],
    corpus: include_str!("../../../corpus/contract/AGT-003.yaml"),
    questions: &[],
};

fn edges() -> Vec<Value> {
    vec![
        workflow(&["s1"]),
        workflow(&["s1", "s2"]),
        workflow(&["s2", "s1"]),
        workflow(&["s1", "s2", "s3"]),
        workflow(&["s3", "s1<-s3", "s2"]),
        workflow(&["s1", "s2<-s1", "s3", "s4<-s2,s3"]),
        workflow(&["s5", "s4", "s3", "s2", "s1", "s6"]),
    ]
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

fn order(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, status, .. } = run;
    if !workflow.points_backwards() {
        return Judgement::open("a dependency on a later step");
    }
    let (due, started) = (workflow.ids(), tale.starts());
    match status {
        _ if started == due => Judgement::held(),
        // What follows a failure is open; up to it the order is not.
        "failed" if due.starts_with(&started) && !tale.answered(false, tale.events.len()).is_empty() => {
            Judgement::held()
        }
        _ => {
            let kind = if started.len() < due.len() && due.starts_with(&started) {
                "a step is never started"
            } else {
                "the steps start in another order"
            };
            Judgement::failed(kind, json!(due), tale.all(format!("the array says {}", due.join(", "))))
        }
    }
}

fn one_at_a_time(run: &Ran<'_>) -> Judgement {
    let &Ran { tale, .. } = run;
    let early = tale
        .events
        .iter()
        .enumerate()
        .find(|(at, event)| matches!(event, Event::Start { .. }) && !tale.in_flight(*at).is_empty());
    early.map_or_else(Judgement::held, |(at, _)| {
        let told = tale.told(at, "a sequential run has one step in flight at most");
        Judgement::failed("two steps are in flight", "one step after the other", told)
    })
}

fn no_reordering(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, status, .. } = run;
    if workflow.points_backwards() {
        return Judgement::open("no dependency on a later step");
    }
    let (due, started) = (workflow.ids(), tale.starts());
    // What becomes of the step whose dependency comes too late is open: it may be skipped, and the run may end.
    let mut rest = due.iter();
    let in_array_order = started.iter().all(|step| rest.any(|due| due == step));
    if status == "rejected" || in_array_order {
        return Judgement::held();
    }
    let told = tale.all(format!("the array says {}", due.join(", ")));
    Judgement::failed("the steps are reordered", "a rejection, or array order", told)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let workflow = Workflow::of(case);
    let mut labels = classify_run(case);
    let ids = workflow.ids();
    labels.extend((!ids.is_sorted()).then_some("names out of order"));
    labels.extend((!workflow.points_backwards()).then_some("points forwards"));
    labels
}
