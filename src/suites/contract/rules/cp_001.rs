//! A checkpoint is a snapshot of all that a later process needs.
//!
//! The classic fault is a checkpoint that shares its outputs with the running workflow: right when it is made, and
//! wrong once the next step has completed. It is seen because every checkpoint of a run is looked at after its end.

use std::collections::BTreeSet;

use super::super::draw::checkpointed::{checkpointed, failing_somewhere, incomplete, strange, with_memory};
use super::super::judge::checkpoint::step_index;
use super::super::judge::snapshot::{context, fields, memory, outputs, refused, resumed, resumed_memory};
use super::super::model::workflow::CHECKPOINT_PARTS;
use super::super::prelude::*;
use super::super::reference::sequential::{State, policy, restore};
use crate::rule::Arm;
use serde_json::Map;

const CHECK: Check =
    Check { methods: &["contract/run"], shape: &shape::CHECKPOINTED, arms: ARMS, classify, ..Check::NEW };

const ARMS: &[Arm] = &[arm(3, "with checkpoints", checkpointed), arm(1, "a step fails", failing_somewhere)];

pub(super) static RULE: Rule = Rule {
    id: "CP-001",
    title: "Checkpoint Completeness: saves all that is needed to resume",
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
            property: "the checkpoints of a resumed run hold what was restored: outputs and context",
            edges,
            labels: &["dependencies", "memory"],
            exam: resumed,
            ..CHECK
        },
        Check {
            id: "resumed-memory",
            property: "the checkpoints of a resumed run hold the memory that was restored",
            features: &["memorySnapshot"],
            // The first one has a single step, after which there is nothing to resume.
            edges: || edges().split_off(1),
            arms: &[arm(1, "with memory", with_memory)],
            labels: &["memory"],
            exam: resumed_memory,
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
        Mutant::answers("trims the texts of the context", |_, answer| {
            spoiled(answer, |checkpoint| {
                for value in checkpoint["context"].as_object_mut().into_iter().flat_map(Map::values_mut) {
                    if let Some(text) = value.as_str() {
                        *value = json!(text.trim());
                    }
                }
            })
        }),
        Mutant::answers("leaves out a context that is empty", |_, answer| {
            spoiled(answer, |checkpoint| {
                if checkpoint["context"].as_object().is_some_and(Map::is_empty) {
                    checkpoint["context"] = Value::Null;
                }
            })
        }),
        Mutant::answers("keeps ten outputs at most", |_, answer| {
            spoiled(answer, |checkpoint| {
                if step_index(checkpoint) >= Some(10) {
                    keep_outputs(checkpoint, |id, _| id != "s1");
                }
            })
        }),
        Mutant::answers("keeps ten entries of the memory at most", |_, answer| {
            spoiled(answer, |checkpoint| {
                checkpoint["memorySnapshot"].as_array_mut().into_iter().for_each(|memory| memory.truncate(10));
            })
        }),
        Mutant::answers("takes two keys of the memory for one that differ in case", |_, answer| {
            spoiled(answer, |checkpoint| {
                let mut seen = BTreeSet::new();
                if let Some(memory) = checkpoint["memorySnapshot"].as_array_mut() {
                    memory.retain(|entry| seen.insert(entry["key"].to_string().to_lowercase()));
                }
            })
        }),
        Mutant::answers("lets the context switch checkpoints off", |request, mut answer| {
            if request.params["context"]["checkpoint"] == false {
                answer["checkpoints"] = json!([]);
            }
            answer
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
        Mutant::answers("counts steps anew when it resumes", |request, answer| {
            let before = step_index(&request.params["resumeFrom"]).map_or(0, |index| index + 1);
            spoiled(answer, |checkpoint| {
                checkpoint["stepIndex"] = json!(step_index(checkpoint).map(|at| at.saturating_sub(before)));
            })
        }),
        Mutant::doing("resumes without a context", |it| {
            policy(it).parts = &["stepIndex", "completedStepId", "stepOutputs"];
        }),
        Mutant::doing("resumes without outputs", |it| policy(it).parts = &["stepIndex", "completedStepId", "context"]),
        Mutant::doing("resumes without an output that a later step needs", |it| policy(it).lost = |_, _| None),
        Mutant::doing("resumes without knowing which step completed", |it| {
            policy(it).parts = &["stepIndex", "stepOutputs", "context"];
        }),
        Mutant::doing("takes a missing position for the first", |it| {
            policy(it).parts = &["completedStepId", "stepOutputs", "context"];
        }),
        Mutant::doing("forgets the context when it resumes", |it| {
            policy(it).restore = |checkpoint, _| State { context: Value::Null, ..restore(checkpoint) };
        }),
        Mutant::doing("resumes with an empty memory", |it| {
            policy(it).restore = |checkpoint, _| State { memory: json!([]), ..restore(checkpoint) };
        }),
        Mutant::answers("makes the keys of the memory lower case", |_, answer| {
            spoiled(answer, |checkpoint| {
                for entry in checkpoint["memorySnapshot"].as_array_mut().into_iter().flatten() {
                    entry["key"] = json!(entry["key"].as_str().unwrap_or_default().to_lowercase());
                }
            })
        }),
        Mutant::doing("forgets the memory when it resumes", |it| {
            policy(it).restore = |checkpoint, _| State { memory: Value::Null, ..restore(checkpoint) };
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
        run["memory"] = json!([{"key": "k1", "value": {"n": 1}}, {"key": "Last Seen", "value": "two"}]);
    }
    runs[1]["context"]["note"] = json!(" two lines\r\nwith blanks around them ");
    runs[3]["world"] = json!({"fails": ["s2"]});
    runs.extend(strange());
    runs
}

fn classify(case: &Value) -> Vec<&'static str> {
    let memory = case.get("memory").map(|_| "memory");
    classify_run(case).into_iter().chain(memory).collect()
}
