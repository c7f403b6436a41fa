//! A manager that only ever plans is made to delegate, or stopped.
//!
//! What counts is consecutive plans without progress: the counter that is not
//! reset, or reset by a new plan, is the usual mistake.

use super::prelude::*;
use crate::suites::awp::draw::runtime::history::{SHAPE, around, case, history, plan, subtasks};
use crate::suites::awp::draw::runtime::plans::{LABELS, classify, edges};
use crate::suites::awp::exam::delegation::{METHOD, examine};
use crate::suites::awp::reference::delegation::{Progress, delegated, planned, policy};
use crate::suites::awp::reference::spoil::given_up;

pub(super) static RULE: Rule = Rule {
    id: "plan-loop",
    title: "Plan-Loop Deterministic Transition: ends planning that makes no progress",
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
                let limit = draw.length(1..=3);
                let operations = around(draw, limit, plan);
                case(limit, Some(2), &subtasks(draw), &operations)
            }),
            arm(2, "everything", |draw| history(draw, [3, 3, 2])),
        ],
        classify,
        labels: LABELS,
        exam: examine,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::doing("acts one plan early", |it| policy(it).stalls = |plans, most| plans >= most),
        Mutant::doing("acts one plan late", |it| policy(it).stalls = |plans, most| plans > most + 1),
        Mutant::doing("allows ten plans at most", |it| policy(it).stalls = |plans, most| plans > most.min(10)),
        Mutant::doing("never notices that it only plans", |it| policy(it).stalls = |_, _| false),
        Mutant::doing("does not reset the plans after a delegation", |it| policy(it).delegated = without_reset),
        Mutant::doing("resets the plans when the plan changes", |it| policy(it).planned = afresh_with_a_new_plan),
        Mutant::doing("does not force the DELEGATE that it announces", |it| policy(it).forces = |_| {}),
        Mutant::doing("goes on forcing after the delegation", |it| {
            policy(it).asked = |progress| progress.forced &= progress.plans > progress.most_plans;
        }),
        Mutant::doing("terminates although subtasks are pending", |it| policy(it).terminates = |_| true),
        Mutant::doing("forces a DELEGATE with nothing to delegate", |it| policy(it).terminates = |_| false),
        Mutant::doing("counts pending subtasks in the first plan", |it| {
            policy(it).planned = |progress, _| progress.plans += 1;
        }),
        Mutant::doing("takes failed subtasks for pending", |it| {
            policy(it).is_pending = |status| ["pending", "failed"].contains(&status);
        }),
        Mutant::doing("takes skipped subtasks for pending", |it| {
            policy(it).is_pending = |status| ["pending", "skipped"].contains(&status);
        }),
        Mutant::doing("takes completed subtasks for pending", |it| {
            policy(it).is_pending = |status| ["pending", "completed"].contains(&status);
        }),
        Mutant::doing("forgets that subtasks were delegated", |it| {
            policy(it).delegated = |progress, _, succeeded| delegated(progress, &[], succeeded);
        }),
        Mutant::doing("takes an id that begins like a delegated one for it", |it| {
            policy(it).delegated =
                |progress, ids, succeeded| alike(progress, ids, succeeded, |id, one| id.starts_with(one));
        }),
        Mutant::doing("takes an id within a delegated one for it", |it| {
            policy(it).delegated =
                |progress, ids, succeeded| alike(progress, ids, succeeded, |id, one| one.contains(id));
        }),
        Mutant::doing("keeps the status of a subtask that a new plan names without one", |it| {
            policy(it).planned = |progress, decision| {
                let before = progress.plan.clone();
                keeping(progress, decision, |id, _| before.iter().find(|(it, _)| it == id).cloned());
            };
        }),
        Mutant::doing("takes the status from the same place of the plan before", |it| {
            policy(it).planned = |progress, decision| {
                let before = progress.plan.clone();
                keeping(progress, decision, |_, at| before.get(at).cloned());
            };
        }),
        Mutant::doing("emits no event", |it| policy(it).stall_event = |_, _| None),
        Mutant::doing("reports the limit instead of the count", |it| {
            policy(it).stall_event = |progress, event| told(event, "pre_progress_plans", json!(progress.most_plans));
        }),
        Mutant::doing("reports all subtasks as pending", |it| {
            policy(it).stall_event = |progress, event| told(event, "pending_subtasks", json!(progress.plan.len()));
        }),
        Mutant::doing("reports three pending subtasks at most", |it| {
            policy(it).stall_event = |_, event| {
                let most = event["pending_subtasks"].as_u64()?.min(3);
                told(event, "pending_subtasks", json!(most))
            };
        }),
        Mutant::doing("leaves the transition out of the event", |it| {
            policy(it).stall_event = |_, event| told(event, "transition", Value::Null);
        }),
        Mutant::doing("ends as failed instead of partial", |it| {
            policy(it).gives_up = |reason| given_up("plan_loop_stall", reason, "failed", Some(reason));
        }),
        Mutant::doing("gives no reason for its end", |it| {
            policy(it).gives_up = |reason| given_up("plan_loop_stall", reason, "partial", None);
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/plan-loop.yaml"),
    questions: &[],
};

fn without_reset(progress: &mut Progress, ids: &[&str], succeeded: bool) {
    let plans = progress.plans;
    delegated(progress, ids, succeeded);
    progress.plans = plans;
}

fn afresh_with_a_new_plan(progress: &mut Progress, decision: &Value) {
    if decision.get("subtasks").is_some() {
        progress.plans = 0;
    }
    planned(progress, decision);
}

/// A delegation of all subtasks whose ids are like one of these.
fn alike(progress: &mut Progress, ids: &[&str], succeeded: bool, like: fn(&str, &str) -> bool) {
    let known: Vec<String> = progress.plan.iter().map(|(id, _)| id.clone()).collect();
    let all = known.iter().map(String::as_str).filter(|id| ids.iter().any(|one| id == one || like(id, one)));
    delegated(progress, &all.collect::<Vec<_>>(), succeeded);
}

/// A plan whose subtasks without a status have that of an earlier one.
fn keeping(progress: &mut Progress, decision: &Value, earlier: impl Fn(&str, usize) -> Option<(String, String)>) {
    planned(progress, decision);
    for (at, subtask) in items(&decision["subtasks"]).iter().enumerate() {
        if let Some((id, status)) = progress.plan.get_mut(at).filter(|_| subtask["status"].is_null())
            && let Some((_, old)) = earlier(id, at)
        {
            *status = old;
        }
    }
}

/// The event, with something else in one place.
fn told(mut event: Value, name: &str, instead: Value) -> Option<Value> {
    event.get_mut(name).map(|told| *told = instead)?;
    Some(event)
}
