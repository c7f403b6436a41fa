//! A checkpoint is a snapshot of all that a later process needs.
//!
//! The classic fault is a checkpoint that shares its outputs with the running workflow: right when it is made, and
//! wrong once the next step has completed. It is seen because every checkpoint of a run is looked at after its end.

use super::super::draw::checkpointed::{checkpointed, failing_somewhere, incomplete};
use super::super::judge::checkpoint::{after_step, checkpoints, holds_memory, step_index};
use super::super::judge::resumption::{due_outputs, stands_on_resumption};
use super::super::model::workflow::CHECKPOINT_PARTS;
use super::super::prelude::*;
use super::super::reference::sequential::{DOCUMENT, State, restore};
use crate::draw::json::same;
use crate::rule::Arm;

const CHECK: Check =
    Check { methods: &["contract/run"], shape: &shape::CHECKPOINTED, arms: ARMS, classify, ..Check::NEW };

const ARMS: &[Arm] = &[arm(3, "with checkpoints", checkpointed), arm(1, "a step fails", failing_somewhere)];

pub(super) static RULE: Rule = Rule {
    id: "CP-001",
    title: "saves all that is needed to resume",
    level: Level::Must,
    source: "INV-CP-001",
    statement: "After every completed step there is a checkpoint with the position and name of the step, the outputs of \
                exactly the steps up to it, the context and the memory; one with a part missing is not resumed from.",
    checks: &[
        Check {
            id: "fields",
            property: "there is one checkpoint per completed step, with position, name, outputs and context",
            edges,
            labels: &["five or more steps", "one fails"],
            exam: fields,
            ..CHECK
        },
        Check {
            id: "outputs",
            property: "a checkpoint holds the outputs of the steps up to its own and of no later one, also at the end of the run",
            edges,
            labels: &["five or more steps", "one fails"],
            exam: outputs,
            ..CHECK
        },
        Check {
            id: "context",
            property: "a checkpoint holds the context that the run was given",
            edges,
            labels: &["five or more steps", "one fails"],
            exam: context,
            ..CHECK
        },
        Check {
            id: "memory",
            property: "a checkpoint holds the memory that the run was given",
            features: &["memorySnapshot"],
            edges,
            labels: &["memory"],
            exam: memory,
            ..CHECK
        },
        Check {
            id: "resumed",
            property: "the checkpoints of a resumed run hold what was restored: outputs, context, and memory where it is kept",
            edges,
            labels: &["dependencies", "memory"],
            exam: resumed,
            ..CHECK
        },
        Check {
            id: "incomplete",
            property: "a checkpoint without one of its parts is rejected, and nothing starts",
            shape: &shape::SEQUENTIAL,
            edges: || {
                let one = |part: &&str| incomplete(&["s1", "s2<-s1", "s3"], 1, part);
                CHECKPOINT_PARTS.iter().map(one).collect()
            },
            arms: &[arm(1, "one part missing", |draw| {
                let count = draw.size(1..=6);
                let names = draw::names(draw, count);
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let (at, part) = (draw.below(count), *draw.pick(CHECKPOINT_PARTS));
                incomplete(&names, at, part)
            })],
            classify: |case| {
                CHECKPOINT_PARTS.iter().copied().filter(|part| case["resumeFrom"].get(part).is_none()).collect()
            },
            labels: CHECKPOINT_PARTS,
            exam: refused,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::answers("lets checkpoints share the outputs of the run", |_, answer| {
            let last = list(&answer, "checkpoints").last().map(|last| last["stepOutputs"].clone());
            spoiled(answer, |checkpoint| checkpoint["stepOutputs"] = last.clone().unwrap_or_default())
        }),
        Mutant::answers("saves a checkpoint before the output is there", |_, answer| {
            spoiled(answer, |checkpoint| keep_outputs(checkpoint, |id, own| id != own))
        }),
        Mutant::answers("saves the output of the last step only", |_, answer| {
            spoiled(answer, |checkpoint| keep_outputs(checkpoint, |id, own| id == own))
        }),
        Mutant::answers("saves no context", |_, answer| {
            spoiled(answer, |checkpoint| checkpoint["context"] = Value::Null)
        }),
        Mutant::answers("saves no memory", |_, answer| {
            spoiled(answer, |checkpoint| checkpoint["memorySnapshot"] = Value::Null)
        }),
        Mutant::answers("loses the last entry of the memory", |_, answer| {
            spoiled(answer, |checkpoint| {
                checkpoint["memorySnapshot"].as_array_mut().map(Vec::pop);
            })
        }),
        Mutant::answers("counts steps from one in checkpoints", |_, answer| {
            spoiled(answer, |checkpoint| checkpoint["stepIndex"] = json!(step_index(checkpoint).map(|index| index + 1)))
        }),
        Mutant::answers("saves nothing after the last step", |request, mut answer| {
            let last = list(request.params, "steps").len();
            if let Some(checkpoints) = answer["checkpoints"].as_array_mut() {
                checkpoints.retain(|checkpoint| step_index(checkpoint).is_some_and(|index| index + 1 < last));
            }
            answer
        }),
        Mutant::doing("resumes without a context", |policies| {
            policies.change(&DOCUMENT).parts = &["stepIndex", "completedStepId", "stepOutputs"];
        }),
        Mutant::doing("resumes without outputs", |policies| {
            policies.change(&DOCUMENT).parts = &["stepIndex", "completedStepId", "context"];
        }),
        Mutant::doing("resumes without knowing which step completed", |policies| {
            policies.change(&DOCUMENT).parts = &["stepIndex", "stepOutputs", "context"];
        }),
        Mutant::doing("takes a missing position for the first", |policies| {
            policies.change(&DOCUMENT).parts = &["completedStepId", "stepOutputs", "context"];
        }),
        Mutant::doing("forgets the context when it resumes", |policies| {
            policies.change(&DOCUMENT).restore = |checkpoint, _| State { context: Value::Null, ..restore(checkpoint) };
        }),
        Mutant::doing("forgets the memory when it resumes", |policies| {
            policies.change(&DOCUMENT).restore = |checkpoint, _| State { memory: Value::Null, ..restore(checkpoint) };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/CP-001.yaml"),
    questions: &[],
};

fn spoiled(mut answer: Value, spoil: impl FnMut(&mut Value)) -> Value {
    answer["checkpoints"].as_array_mut().into_iter().flatten().for_each(spoil);
    answer
}

fn keep_outputs(checkpoint: &mut Value, kept: fn(&str, &str) -> bool) {
    let own = checkpoint["completedStepId"].as_str().unwrap_or_default().to_owned();
    if let Some(outputs) = checkpoint["stepOutputs"].as_object_mut() {
        outputs.retain(|id, _| kept(id, &own));
    }
}

fn edges() -> Vec<Value> {
    let mut runs = vec![
        workflow(&["s1"]),
        workflow(&["s1", "s2<-s1"]),
        workflow(&["s1", "s2", "s3<-s1,s2", "s4", "s5<-s1"]),
        workflow(&["s1", "s2", "s3"]),
    ];
    for (number, run) in runs.iter_mut().enumerate() {
        run["checkpoint"] = json!(true);
        run["context"] = json!({"task": "t", "depth": {"n": number}});
        run["memory"] = json!([{"key": "k1", "value": {"n": 1}}, {"key": "k2", "value": "two"}]);
    }
    runs[3]["world"] = json!({"fails": ["s2"]});
    runs
}

/// Judges the checkpoints after steps that completed, in order. What comes after a failed step is open.
fn each_checkpoint(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    judge: fn(&Value, &[&str], usize, &Value) -> Option<Judgement>,
) -> Result<Judgement, Stop> {
    if case["checkpoint"] != true || !Workflow::of(case).points_backwards() {
        return Ok(Judgement::open("no checkpoints are due"));
    }
    let run = Ran::of(case, talk)?;
    let ids = run.workflow.ids();
    let done = run.tale.answered(true, run.tale.first_failure());
    if !ids.starts_with(&done) {
        return Ok(Judgement::open("the steps ran in another order: AGT-003 says whether they may"));
    }
    let failed = (0..done.len()).find_map(|at| match after_step(run.answer, at) {
        None => {
            let found: Vec<Option<usize>> = checkpoints(run.answer).iter().map(step_index).collect();
            let expected = format!("a checkpoint with stepIndex {at}, after {}", ids[at]);
            Some(Judgement::failed("a checkpoint is missing", expected, json!({ "stepIndex": found })))
        }
        Some(checkpoint) => judge(case, &ids, at, checkpoint),
    });
    let Some(failed) = failed else { return Ok(Judgement::held()) };
    stands_on_plain_run(case, talk)?;
    Ok(failed)
}

fn fields(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    each_checkpoint(case, talk, |_, ids, at, checkpoint| {
        if let Some(part) = CHECKPOINT_PARTS.iter().find(|part| checkpoint[**part].is_null()) {
            let (kind, expected) = (format!("{part} is missing"), format!("{part} after {}", ids[at]));
            return Some(Judgement::failed(kind, expected, checkpoint.clone()));
        }
        let named = &checkpoint["completedStepId"];
        (*named != ids[at]).then(|| Judgement::failed("another step is named as completed", ids[at], named.clone()))
    })
}

fn outputs(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    each_checkpoint(case, talk, |case, ids, at, checkpoint| {
        let (due, found) = (due_outputs(case, ids, at), &checkpoint["stepOutputs"]);
        if same(&due, found) {
            return None;
        }
        let later = ids[at + 1..].iter().any(|id| found.get(id).is_some());
        let kind = if later { "a checkpoint holds outputs of later steps" } else { "a checkpoint lacks outputs" };
        let observed = json!({"stepIndex": at, "stepOutputs": found});
        Some(Judgement::failed(kind, json!({"stepIndex": at, "stepOutputs": due}), observed))
    })
}

fn context(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    each_checkpoint(case, talk, |case, _, _, checkpoint| {
        let (due, found) = (&case["context"], &checkpoint["context"]);
        (!same(due, found)).then(|| Judgement::failed("the context is not the one given", due.clone(), found.clone()))
    })
}

fn memory(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    each_checkpoint(case, talk, |case, _, _, checkpoint| {
        // Memory without an entry is as good as none.
        let due = case.get("memory").filter(|memory| memory.get(0).is_some())?;
        let found = &checkpoint["memorySnapshot"];
        (!holds_memory(found, due))
            .then(|| Judgement::failed("the memory is not the one given", due.clone(), found.clone()))
    })
}

/// A run, then another one from its first checkpoint: the checkpoints of the second hold what was restored.
fn resumed(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let workflow = Workflow::of(case);
    let is_plain = workflow.doubt(case).is_none() && workflow.points_backwards() && case["checkpoint"] == true;
    decided((!is_plain || workflow.steps.len() < 2).then_some("nothing to resume"))?;
    let mut whole = case.input.clone();
    whole["world"] = json!({});
    let Some(restored) = after_step(talk.ask(scheduler::run_number(&whole, 1))?, 0) else {
        return Ok(Judgement::open("there is no checkpoint to resume from"));
    };
    let again = json!({"steps": case["steps"], "checkpoint": true, "resumeFrom": restored});
    let second = talk.ask(scheduler::run_number(&again, 2))?;
    status(second)?;
    let Some(checkpoint) = after_step(second, 1) else {
        return Ok(Judgement::open("the resumed run has no checkpoint: CP-002 says what it does"));
    };
    let first = workflow.ids()[0];
    let (due, found) = (&restored["stepOutputs"][first], &checkpoint["stepOutputs"][first]);
    let is_lost = |part: &str| !restored[part].is_null() && checkpoint[part].is_null();
    let failed = if !same(due, found) {
        Judgement::failed("a restored output is not saved again", due.clone(), checkpoint["stepOutputs"].clone())
    } else if !same(&restored["context"], &checkpoint["context"]) {
        let (due, found) = (restored["context"].clone(), checkpoint["context"].clone());
        Judgement::failed("a restored context is not saved again", due, found)
    } else if !list(case, "memory").is_empty() && is_lost("memorySnapshot") {
        Judgement::failed("a restored memory is not saved again", restored["memorySnapshot"].clone(), json!(null))
    } else {
        return Ok(Judgement::held());
    };
    stands_on_plain_run(case, talk)?;
    stands_on_resumption(talk)?;
    Ok(failed)
}

fn refused(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let missing = CHECKPOINT_PARTS.iter().find(|part| case["resumeFrom"].get(**part).is_none());
    let (Some(part), Some(_)) = (missing, case.get("resumeFrom")) else {
        return Ok(Judgement::open("no checkpoint that lacks a part"));
    };
    let run = Ran::of(case, talk)?;
    // Before a refusal counts: a checkpoint that lacks nothing is resumed from.
    stands_on_resumption(talk)?;
    if run.status == "rejected" && run.tale.starts().is_empty() {
        return Ok(Judgement::held());
    }
    let told = run.tale.all(format!("the run is {}", run.status));
    let kind = format!("a checkpoint without {part} is resumed from");
    Ok(Judgement::failed(kind, "status rejected, and nothing started", told))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = classify_run(case);
    labels.extend(case.get("memory").map(|_| "memory"));
    labels
}
