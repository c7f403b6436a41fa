//! A checkpoint is a snapshot of all that a later process needs.
//!
//! The classic fault is a checkpoint that shares its outputs with the running workflow: right when it is made, and
//! wrong once the next step has completed. It is seen because every checkpoint of a run is looked at after its end.

use super::prelude::*;
use super::run::resume::{after_step, checkpoints, holds_memory, step_index};
use super::run::workflow::CHECKPOINT_PARTS;
use crate::draw::json::same;

const CHECK: Check =
    Check { methods: &["contract/run"], shape: &shape::CHECKPOINTED, arms: ARMS, classify, ..Check::NEW };

const ARMS: &[crate::rule::Arm] = &[
    arm(3, "with checkpoints", draw::checkpointed),
    arm(1, "a step fails", |draw| {
        let mut run = draw::checkpointed(draw);
        let ids = draw::ids(list(&run, "steps"));
        run["world"] = json!({"fails": [draw.pick(&ids)]});
        run
    }),
];

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
            steps: |case, answers| judge_checkpoints(case, answers, fields),
            ..CHECK
        },
        Check {
            id: "outputs",
            property: "a checkpoint holds the outputs of the steps up to its own and of no later one, also at the end of the run",
            edges,
            labels: &["five or more steps", "one fails"],
            steps: |case, answers| judge_checkpoints(case, answers, outputs),
            ..CHECK
        },
        Check {
            id: "context",
            property: "a checkpoint holds the context that the run was given",
            edges,
            labels: &["five or more steps", "one fails"],
            steps: |case, answers| judge_checkpoints(case, answers, context),
            ..CHECK
        },
        Check {
            id: "memory",
            property: "a checkpoint holds the memory that the run was given",
            features: &["memorySnapshot"],
            edges,
            labels: &["memory"],
            steps: |case, answers| judge_checkpoints(case, answers, memory),
            ..CHECK
        },
        Check {
            id: "resumed",
            property: "the checkpoints of a resumed run hold what was restored: outputs, context, and memory where it is kept",
            edges,
            labels: &["dependencies", "memory"],
            steps: resumed,
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
            steps: refused,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("lets checkpoints share the outputs of the run", "checkpoints-alias-outputs"),
        Mutant::quirk("saves a checkpoint before the output is there", "checkpoints-before-the-output"),
        Mutant::quirk("saves the output of the last step only", "checkpoints-hold-one-output"),
        Mutant::quirk("saves no context", "checkpoints-without-context"),
        Mutant::quirk("saves no memory", "checkpoints-without-memory"),
        Mutant::quirk("loses the last entry of the memory", "checkpoints-lose-a-memory"),
        Mutant::quirk("counts steps from one in checkpoints", "counts-checkpoints-from-one"),
        Mutant::quirk("saves nothing after the last step", "no-checkpoint-after-the-last-step"),
        Mutant::quirk("resumes without a context", "resumes-without-context"),
        Mutant::quirk("resumes without outputs", "resumes-without-outputs"),
        Mutant::quirk("resumes without knowing which step completed", "resumes-without-completed-step"),
        Mutant::quirk("takes a missing position for the first", "resumes-without-index"),
        Mutant::quirk("forgets the context when it resumes", "resume-forgets-context"),
        Mutant::quirk("forgets the memory when it resumes", "resume-forgets-memory"),
    ],
    corpus: include_str!("../../../corpus/contract/CP-001.yaml"),
    questions: &[],
};

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

/// A sequential run resumed from a checkpoint without `part`.
fn incomplete(steps: &[&str], at: usize, part: &str) -> Value {
    let mut run = workflow(steps);
    let ids = draw::ids(list(&run, "steps"));
    let outputs: serde_json::Map<String, Value> =
        ids[..=at].iter().map(|id| (id.clone(), json!(format!("{id} of run 0")))).collect();
    let mut checkpoint = json!({"stepIndex": at, "completedStepId": ids[at], "stepOutputs": outputs,
        "context": {"task": "t"}, "memorySnapshot": []});
    checkpoint.as_object_mut().map(|parts| parts.remove(part));
    run["resumeFrom"] = checkpoint;
    run
}

/// Judges the checkpoints after steps that completed, in order. What comes after a failed step is open.
fn judge_checkpoints(
    case: &Value,
    answers: &[Answer],
    judge: fn(&Value, &[&str], usize, &Value) -> Option<Judgement>,
) -> Result<Step, WrongShape> {
    if case["checkpoint"] != true || !Workflow::of(case).points_backwards() {
        return Ok(Step::Judged(Judgement::open("no checkpoints are due")));
    }
    judge_run(case, answers, |run| {
        let ids = run.workflow.ids();
        let done = run.tale.answered(true, run.tale.first_failure());
        if !ids.starts_with(&done) {
            return Judgement::open("the steps ran in another order: AGT-003 says whether they may");
        }
        let judged = (0..done.len()).find_map(|at| match after_step(run.answer, at) {
            None => {
                let found: Vec<Option<usize>> = checkpoints(run.answer).iter().map(step_index).collect();
                let expected = format!("a checkpoint with stepIndex {at}, after {}", ids[at]);
                Some(Judgement::failed("a checkpoint is missing", expected, json!({ "stepIndex": found })))
            }
            Some(checkpoint) => judge(case, &ids, at, checkpoint),
        });
        judged.unwrap_or_else(Judgement::held)
    })
}

fn fields(_: &Value, ids: &[&str], at: usize, checkpoint: &Value) -> Option<Judgement> {
    if let Some(part) = CHECKPOINT_PARTS.iter().find(|part| checkpoint[**part].is_null()) {
        return Some(Judgement::failed(
            format!("{part} is missing"),
            format!("{part} after {}", ids[at]),
            checkpoint.clone(),
        ));
    }
    (checkpoint["completedStepId"] != ids[at]).then(|| {
        Judgement::failed("another step is named as completed", ids[at], checkpoint["completedStepId"].clone())
    })
}

fn due_outputs(case: &Value, ids: &[&str], at: usize) -> Value {
    ids[..=at].iter().map(|id| ((*id).to_owned(), scheduler::output(case, id, 1))).collect()
}

fn outputs(case: &Value, ids: &[&str], at: usize, checkpoint: &Value) -> Option<Judgement> {
    let (due, found) = (due_outputs(case, ids, at), &checkpoint["stepOutputs"]);
    if same(&due, found) {
        return None;
    }
    let later = ids[at + 1..].iter().any(|id| found.get(id).is_some());
    let kind = if later { "a checkpoint holds outputs of later steps" } else { "a checkpoint lacks outputs" };
    let observed = json!({"stepIndex": at, "stepOutputs": found});
    Some(Judgement::failed(kind, json!({"stepIndex": at, "stepOutputs": due}), observed))
}

fn context(case: &Value, _: &[&str], _: usize, checkpoint: &Value) -> Option<Judgement> {
    let due = &case["context"];
    (!same(due, &checkpoint["context"]))
        .then(|| Judgement::failed("the context is not the one given", due.clone(), checkpoint["context"].clone()))
}

fn memory(case: &Value, _: &[&str], _: usize, checkpoint: &Value) -> Option<Judgement> {
    // Memory without an entry is as good as none.
    let due = case.get("memory").filter(|memory| memory.get(0).is_some())?;
    (!holds_memory(&checkpoint["memorySnapshot"], due)).then(|| {
        Judgement::failed("the memory is not the one given", due.clone(), checkpoint["memorySnapshot"].clone())
    })
}

/// A run, then another one from its first checkpoint: the checkpoints of the second hold what was restored.
fn resumed(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let workflow = Workflow::of(case);
    if workflow.doubt(case).is_some()
        || !workflow.points_backwards()
        || workflow.steps.len() < 2
        || case["checkpoint"] != true
    {
        return Ok(Step::Judged(Judgement::open("nothing to resume")));
    }
    let mut whole = case.clone();
    whole["world"] = json!({});
    match answers {
        [] => Ok(Step::Ask(vec![scheduler::run_number(&whole, 1)])),
        [first] => {
            let Some(checkpoint) = after_step(first, 0) else {
                return Ok(Step::Judged(Judgement::open("there is no checkpoint to resume from")));
            };
            let again = json!({"steps": case["steps"], "checkpoint": true, "resumeFrom": checkpoint});
            Ok(Step::Ask(vec![scheduler::run_number(&again, 2)]))
        }
        [first, second, ..] => {
            status(second)?;
            let Some(checkpoint) = after_step(second, 1) else {
                return Ok(Step::Judged(Judgement::open(
                    "the resumed run has no checkpoint: CP-002 says what it does",
                )));
            };
            let restored = after_step(first, 0).cloned().unwrap_or_default();
            let ids = workflow.ids();
            let due = &restored["stepOutputs"][ids[0]];
            let verdict = if !same(due, &checkpoint["stepOutputs"][ids[0]]) {
                Judgement::failed(
                    "a restored output is not saved again",
                    due.clone(),
                    checkpoint["stepOutputs"].clone(),
                )
            } else if !same(&restored["context"], &checkpoint["context"]) {
                Judgement::failed(
                    "a restored context is not saved again",
                    restored["context"].clone(),
                    checkpoint["context"].clone(),
                )
            } else if !list(case, "memory").is_empty()
                && !restored["memorySnapshot"].is_null()
                && checkpoint["memorySnapshot"].is_null()
            {
                Judgement::failed(
                    "a restored memory is not saved again",
                    restored["memorySnapshot"].clone(),
                    json!(null),
                )
            } else {
                Judgement::held()
            };
            Ok(Step::Judged(verdict))
        }
    }
}

fn refused(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let Some(part) = CHECKPOINT_PARTS.iter().find(|part| case["resumeFrom"].get(**part).is_none()) else {
        return Ok(Step::Judged(Judgement::open("the checkpoint is complete")));
    };
    if case.get("resumeFrom").is_none() {
        return Ok(Step::Judged(Judgement::open("nothing is resumed")));
    }
    judge_run(case, answers, |run| {
        if run.status == "rejected" && run.tale.starts().is_empty() {
            return Judgement::held();
        }
        let told = run.tale.all(format!("the run is {}", run.status));
        let kind = format!("a checkpoint without {part} is resumed from");
        Judgement::failed(kind, "status rejected, and nothing started", told)
    })
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = classify_run(case);
    labels.extend(case.get("memory").map(|_| "memory"));
    labels
}
