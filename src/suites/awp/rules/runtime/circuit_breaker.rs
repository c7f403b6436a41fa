//! Completions that are rejected again and again lead to a repair, or to the end.
//!
//! Every gate counts, in any mixture, until a delegation succeeds: a counter
//! per gate never trips on alternating ones.

use super::prelude::*;
use crate::suites::awp::draw::runtime::history::{SHAPE, after_the_trip, around, case, history, rejection, subtasks};
use crate::suites::awp::draw::runtime::rejections::{classify, edges};
use crate::suites::awp::exam::delegation::{METHOD, examine};
use crate::suites::awp::reference::delegation::{
    DOCUMENT, Progress, delegated, planned, policy, rejected, repair, repairs,
};
use crate::suites::awp::reference::spoil::given_up;

pub(super) static RULE: Rule = Rule {
    id: "circuit-breaker",
    title: "Completion-Retry Circuit Breaker: forces repair after too many rejections",
    level: Level::Must,
    source: "Completion-Retry Circuit Breaker",
    statement: "Every rejection by any gate adds one to a counter that a successful DELEGATE sets to zero. At \
                `maxRejectedCompletions` (2 unless told otherwise) a concrete defect becomes a critical repair subtask \
                with the defect's outputs, DELEGATE is forced and the counter is zero again; without one the run ends as \
                partial for `max_rejected_completions`. Either way an event tells the counter, and the repair subtask.",
    checks: &[Check {
        id: "histories",
        property: "every count, repair, event and end is that of the state machine",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(3, "rejections", |draw| history(draw, [1, 2, 6])),
            arm(2, "rejections only", |draw| {
                let limit = draw.length(1..=4);
                let operations = around(draw, limit, rejection);
                case(3, Some(limit), &subtasks(draw), &operations)
            }),
            arm(2, "right after the breaker trips", after_the_trip),
            arm(2, "everything", |draw| history(draw, [3, 3, 3])),
        ],
        classify,
        labels: &[
            "completed",
            "broken off",
            "a repair",
            "the default limit",
            "alternating gates",
            "the same gate again",
            "a delegation between",
            "a plan between",
            "a repair that fails",
            "a second repair",
            "the last iteration",
            "not obeyed",
        ],
        exam: examine,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::doing("trips one rejection late", |it| policy(it).trips = |rejections, most| rejections > most),
        Mutant::doing("trips one rejection early", |it| {
            policy(it).trips = |rejections, most| rejections >= most.saturating_sub(1).max(1);
        }),
        Mutant::doing("allows three rejections unless told otherwise", |it| policy(it).most_rejections = 3),
        Mutant::doing("does not reset the counter after a delegation", |it| policy(it).delegated = without_reset),
        Mutant::doing("resets the counter on a plan", |it| policy(it).planned = afresh_with_a_plan),
        Mutant::doing("counts only rejections by the same gate", |it| policy(it).rejected = afresh_with_another_gate),
        Mutant::doing("does not count the same gate twice", |it| {
            policy(it).rejected = |progress, gates| {
                counting(progress, gates, progress.last_gate.as_deref() != gates["rejectedBy"].as_str());
            }
        }),
        Mutant::doing("does not count the gates that are a SHOULD", |it| {
            policy(it).rejected = |progress, gates| {
                counting(
                    progress,
                    gates,
                    gates["rejectedBy"] != "deliverable" && gates["rejectedBy"] != "structural_integrity",
                );
            }
        }),
        Mutant::doing("does not count the evaluation", |it| {
            policy(it).rejected = |progress, gates| counting(progress, gates, gates["rejectedBy"] != "eval");
        }),
        Mutant::doing("counts only rejections with a defect", |it| {
            policy(it).rejected = |progress, gates| counting(progress, gates, !gates["defect"].is_null());
        }),
        Mutant::doing("repairs a defect of an earlier rejection", |it| policy(it).rejected = keeping_the_defect),
        Mutant::doing("ends although there is a defect to repair", |it| policy(it).repair = |_| None),
        Mutant::doing("repairs where there is no defect", |it| policy(it).repair = |progress| Some(repair(progress))),
        Mutant::doing("makes a repair subtask without outputs", |it| {
            policy(it).repair = |progress| spoiled(progress, |it| it["requiredOutputs"] = json!([]));
        }),
        Mutant::doing("takes over the first output only", |it| {
            policy(it).repair = |progress| spoiled(progress, |it| first_only(&mut it["requiredOutputs"]));
        }),
        Mutant::doing("takes over five outputs at most", |it| {
            policy(it).repair = |progress| {
                spoiled(progress, |it| {
                    it["requiredOutputs"].as_array_mut().into_iter().for_each(|list| list.truncate(5));
                })
            };
        }),
        Mutant::doing("takes over the outputs in small letters", |it| {
            policy(it).repair =
                |progress| spoiled(progress, |it| it["requiredOutputs"] = in_small_letters(&it["requiredOutputs"]));
        }),
        Mutant::doing("repairs only what is missing", |it| {
            policy(it).repair =
                |progress| (DOCUMENT.repair)(progress).filter(|_| progress.defect["kind"] == "missing_output");
        }),
        Mutant::doing("repairs only files with an extension", |it| {
            policy(it).repair = |progress| {
                let named = strings(&progress.defect["paths"]).all(|path| path.contains('.'));
                (DOCUMENT.repair)(progress).filter(|_| named)
            };
        }),
        Mutant::doing("makes a repair subtask of high priority", |it| {
            policy(it).repair = |progress| spoiled(progress, |it| it["priority"] = json!("high"));
        }),
        Mutant::doing("does not hand the repair subtask to the manager", |it| {
            policy(it).repairs = |progress, subtask| going_on(progress, subtask, |progress| progress.repair = None);
        }),
        Mutant::doing("does not force the DELEGATE", |it| {
            policy(it).repairs = |progress, subtask| going_on(progress, subtask, |progress| progress.forced = false);
        }),
        Mutant::doing("does not reset the counter after a delegation once there was a repair", |it| {
            policy(it).delegated = |progress, ids, succeeded| {
                if progress.repairs > 0 {
                    without_reset(progress, ids, succeeded);
                } else {
                    delegated(progress, ids, succeeded);
                }
            };
        }),
        Mutant::doing("forgets rejections that were three plans ago", |it| {
            policy(it).planned = |progress, decision| {
                planned(progress, decision);
                if progress.plans > 3 {
                    progress.rejections = 0;
                }
            };
        }),
        Mutant::doing("does not reset the counter after a repair", |it| policy(it).repairs = counting_on),
        Mutant::doing("emits no event", |it| policy(it).trip_event = |_| None),
        Mutant::doing("reports the counter after its reset", |it| {
            policy(it).trip_event = |event| told(event, |it| it["counter"] = json!(0));
        }),
        Mutant::doing("does not name the repair subtask in the event", |it| {
            policy(it).trip_event =
                |event| told(event, |it| drop(it.as_object_mut().map(|it| it.remove("repair_subtask_id"))));
        }),
        Mutant::doing("names another repair subtask in the event", |it| {
            policy(it).trip_event = |event| told(event, another_repair);
        }),
        Mutant::doing("repairs once and never again", |it| {
            policy(it).repair = |progress| (DOCUMENT.repair)(progress).filter(|_| progress.repairs == 0);
        }),
        Mutant::doing("counts to ten at most", |it| {
            policy(it).trips = |rejections, most| rejections >= most.min(10);
        }),
        Mutant::doing("completes at the last iteration whatever the gates say", |it| {
            policy(it).runs_out = |progress| {
                if progress.rejections > 0 { json!({"status": "completed"}) } else { (DOCUMENT.runs_out)(progress) }
            };
        }),
        Mutant::doing("completes at the last iteration where a repair is due", |it| {
            policy(it).runs_out = |progress| {
                if progress.repair.is_some() { json!({"status": "completed"}) } else { (DOCUMENT.runs_out)(progress) }
            };
        }),
        Mutant::doing("takes a COMPLETE right after the trip without asking the gates", |it| {
            policy(it).takes = |progress| progress.told && progress.repairs > 0;
        }),
        Mutant::doing("ends as failed instead of partial", |it| {
            policy(it).gives_up = |reason| given_up("max_rejected_completions", reason, "failed", Some(reason));
        }),
        Mutant::doing("gives no reason for its end", |it| {
            policy(it).gives_up = |reason| given_up("max_rejected_completions", reason, "partial", None);
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/circuit-breaker.yaml"),
    questions: &[],
};

fn without_reset(progress: &mut Progress, ids: &[&str], succeeded: bool) {
    let rejections = progress.rejections;
    delegated(progress, ids, succeeded);
    progress.rejections = rejections;
}

fn afresh_with_a_plan(progress: &mut Progress, decision: &Value) {
    progress.rejections = 0;
    planned(progress, decision);
}

fn afresh_with_another_gate(progress: &mut Progress, gates: &Value) {
    if progress.last_gate.as_deref() != gates["rejectedBy"].as_str() {
        progress.rejections = 0;
    }
    rejected(progress, gates);
}

fn counting(progress: &mut Progress, gates: &Value, counts: bool) {
    if counts {
        rejected(progress, gates);
    }
}

fn keeping_the_defect(progress: &mut Progress, gates: &Value) {
    let defect = progress.defect.take();
    rejected(progress, gates);
    if progress.defect.is_null() {
        progress.defect = defect;
    }
}

/// The right repair subtask, where there is one, changed.
fn spoiled(progress: &Progress, change: fn(&mut Value)) -> Option<Value> {
    let mut subtask = (DOCUMENT.repair)(progress)?;
    change(&mut subtask);
    Some(subtask)
}

fn in_small_letters(paths: &Value) -> Value {
    strings(paths).map(str::to_lowercase).collect()
}

fn going_on(progress: &mut Progress, subtask: Value, change: fn(&mut Progress)) {
    repairs(progress, subtask);
    change(progress);
}

fn counting_on(progress: &mut Progress, subtask: Value) {
    let rejections = progress.rejections;
    repairs(progress, subtask);
    progress.rejections = rejections;
}

fn another_repair(event: &mut Value) {
    if event.get("repair_subtask_id").is_some() {
        event["repair_subtask_id"] = json!("repair-0");
    }
}

/// The event of a trip, changed.
#[expect(clippy::unnecessary_wraps, reason = "an event is told or not")]
fn told(mut event: Value, change: fn(&mut Value)) -> Option<Value> {
    change(&mut event);
    Some(event)
}
