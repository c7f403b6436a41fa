//! A manager that only ever plans is made to delegate, or stopped.
//!
//! What counts is consecutive plans without progress: the counter that is not
//! reset, or reset by a new plan, is the usual mistake.

use super::super::prelude::*;
use super::METHOD;
use super::draw::{SHAPE, case, history, plan, subtasks};
use super::judge::{Part, examine};

pub(in super::super::super) static RULE: Rule = Rule {
    id: "plan-loop",
    title: "gets a manager out of planning without progress",
    level: Level::Must,
    source: "Plan-Loop Deterministic Transition",
    statement: "When more than the allowed number of consecutive PLAN decisions came without worker progress, the run \
                forces a DELEGATE if a subtask is pending, and otherwise ends as partial for `plan_loop_stall`. The gate \
                event tells the transition, the number of plans and the number of pending subtasks.",
    checks: &[Check {
        id: "histories",
        property: "every transition, counter, event and end is that of the state machine",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(3, "plans", |draw| history(draw, [6, 2, 0])),
            arm(2, "plans only", |draw| {
                let operations = draw.list(1..=5, plan);
                let (limit, subtasks) = (draw.size(1..=3), subtasks(draw));
                case(limit, Some(2), &subtasks, &operations)
            }),
            arm(2, "everything", |draw| history(draw, [3, 3, 2])),
        ],
        classify,
        labels: &[
            "accepted at once",
            "forced to delegate",
            "terminated",
            "reset by a delegation",
            "out of iterations",
            "a new plan",
        ],
        steps: |case, answers| examine(Part::PlanLoop, case, answers),
        ..Check::NEW
    }],
    mutants: &[
        Mutant::quirk("acts one plan early", "plan-limit-early"),
        Mutant::quirk("acts one plan late", "plan-limit-late"),
        Mutant::quirk("never notices that it only plans", "plan-loop-unseen"),
        Mutant::quirk("does not reset the plans after a delegation", "plan-never-reset"),
        Mutant::quirk("resets the plans when the plan changes", "plan-new-plan-resets"),
        Mutant::quirk("does not force the DELEGATE that it announces", "plan-not-forced"),
        Mutant::quirk("goes on forcing after the delegation", "loop-stays-forced"),
        Mutant::quirk("terminates although subtasks are pending", "plan-always-terminates"),
        Mutant::quirk("forces a DELEGATE with nothing to delegate", "plan-never-terminates"),
        Mutant::quirk("counts pending subtasks in the first plan", "plan-keeps-first"),
        Mutant::quirk("takes failed subtasks for pending", "plan-failed-is-pending"),
        Mutant::quirk("takes skipped subtasks for pending", "plan-skipped-is-pending"),
        Mutant::quirk("takes completed subtasks for pending", "plan-all-is-pending"),
        Mutant::quirk("forgets that subtasks were delegated", "plan-delegation-forgotten"),
        Mutant::quirk("emits no event", "plan-no-event"),
        Mutant::quirk("reports the limit instead of the count", "plan-event-counts-limit"),
        Mutant::quirk("reports all subtasks as pending", "plan-event-all-subtasks"),
        Mutant::quirk("leaves the transition out of the event", "plan-event-no-transition"),
        Mutant::quirk("ends as failed instead of partial", "loop-fails"),
        Mutant::quirk("gives no reason for its end", "loop-no-reason"),
    ],
    corpus: include_str!("../../../../../corpus/awp/plan-loop.yaml"),
    questions: &[],
};

fn edges() -> Vec<Value> {
    let (plan, ok) = (json!({"op": "PLAN"}), json!({"op": "DELEGATE", "outcome": "ok", "count": 1}));
    let plans = |count: usize| vec![plan.clone(); count];
    let one = |status: &str| json!([{"id": "s1", "status": status}]);
    let two = json!([{"id": "s1", "status": "pending"}, {"id": "s2", "status": "pending"}]);
    let new = |status: &str| json!({"op": "PLAN", "subtasks": [{"id": "n1", "status": status}]});
    let mut cases = vec![case(1, None, &json!([]), &[])];
    for limit in 1..=3 {
        for status in ["pending", "completed", "failed", "skipped"] {
            cases.extend([limit, limit + 1, limit + 2].map(|count| case(limit, Some(2), &one(status), &plans(count))));
        }
        cases.push(case(limit, Some(2), &two, &[plans(limit), vec![ok.clone()], plans(limit)].concat()));
        cases.push(case(limit, Some(2), &two, &[plans(limit), vec![ok.clone()], plans(limit + 1)].concat()));
        cases.push(case(
            limit,
            Some(2),
            &one("pending"),
            &[plans(limit + 1), vec![ok.clone()], plans(limit + 1)].concat(),
        ));
        cases.push(case(limit, Some(2), &one("pending"), &[plans(limit), vec![new("completed")]].concat()));
        cases.push(case(limit, Some(2), &one("completed"), &[plans(limit), vec![new("pending")]].concat()));
        let mut short = case(limit, Some(2), &two, &plans(limit + 2));
        short["maxIterations"] = json!(limit + 1);
        cases.push(short);
    }
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    let expected = super::expect_loop(case);
    let history = items(&case["history"]);
    let plans = history.iter().filter(|op| op["op"] == "PLAN").count();
    labels.extend(history.is_empty().then_some("accepted at once"));
    labels.extend((expected.reason == "plan_loop_stall").then_some("terminated"));
    labels.extend(expected.reason.starts_with("the iterations").then_some("out of iterations"));
    let many = case["maxPreProgressPlans"].as_u64().is_some_and(|limit| plans as u64 > limit);
    labels.extend((many && expected.expect == Expect::Accept).then_some("forced to delegate"));
    let delegates = history.iter().any(|op| op["op"] == "DELEGATE");
    labels.extend((many && delegates).then_some("reset by a delegation"));
    labels.extend(history.iter().any(|op| op["subtasks"].is_array()).then_some("a new plan"));
    labels
}
