//! Resuming goes on with the step after the checkpoint, with the outputs that the checkpoint holds.
//!
//! Both runs of a case may end up in the same process, where a runtime may find the old outputs by other means. So
//! one check puts the second run to a process that has never seen the first one.

use serde_json::Map;

use super::super::draw::checkpointed::{checkpointed, completing, failing_later};
use super::super::judge::going_on::{fresh_process, nothing_left, position, restored_inputs};
use super::super::model::nothing::{is_nothing, nothings};
use super::super::model::rich::rich;
use super::super::prelude::*;
use super::super::reference::sequential::{State, inputs, policy, restore};

const CHECK: Check = Check {
    methods: &["contract/run"],
    shape: &shape::CHECKPOINTED,
    arms: &[arm(1, "a step fails", failing_later), arm(1, "every step completes", completing)],
    edges,
    classify: classify_run,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "CP-002",
    title: "Resume Position: resumes with the step after the checkpoint",
    level: Level::Must,
    source: "INV-CP-002",
    statement: "A run resumed from the checkpoint of step k starts with step k + 1 and repeats none before it; what depends \
                on a restored step gets the output in the checkpoint; after the last step nothing is left to do.",
    checks: &[
        Check {
            id: "position",
            property: "the first step started is the one after the checkpoint, and all the others follow",
            labels: &["one fails", "nothing fails", "one step", "five or more steps"],
            exam: position,
            ..CHECK
        },
        Check {
            id: "restored-inputs",
            property: "a step that depends on a restored one gets the restored output",
            labels: &["dependencies", "several dependencies"],
            exam: restored_inputs,
            ..CHECK
        },
        Check {
            id: "nothing-left",
            property: "resuming after the last step starts nothing and completes",
            arms: &[arm(1, "every step completes", checkpointed)],
            labels: &["nothing fails", "one step"],
            exam: nothing_left,
            ..CHECK
        },
        Check {
            id: "fresh-process",
            property: "a process that has never seen the first run resumes just the same",
            labels: &["one fails", "nothing fails", "dependencies"],
            exam: fresh_process,
            cost: 16,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("runs the checkpointed step again", |it| {
            policy(it).resume_at = |checkpointed, _| Ok(checkpointed);
        }),
        Mutant::doing("skips the step that failed", |it| {
            policy(it).resume_at = |checkpointed, steps| Ok((checkpointed + 2).min(steps));
        }),
        Mutant::doing("starts over", |it| policy(it).resume_at = |_, _| Ok(0)),
        Mutant::doing("runs the last step again when nothing is left", |it| {
            policy(it).resume_at = |checkpointed, steps| Ok((checkpointed + 1).min(steps - 1));
        }),
        Mutant::doing("rejects a checkpoint of the last step", |it| {
            policy(it).resume_at = |checkpointed, steps| match checkpointed + 1 {
                next if next < steps => Ok(next),
                _ => Err("nothing is left to run".to_owned()),
            };
        }),
        Mutant::doing("forgets the restored outputs", |it| {
            policy(it).restore = |checkpoint, _| State { outputs: Map::new(), ..restore(checkpoint) };
        }),
        Mutant::doing("restores the last output only", |it| {
            policy(it).restore = |checkpoint, _| {
                let mut state = restore(checkpoint);
                state.outputs.retain(|step, _| checkpoint["completedStepId"] == step.as_str());
                state
            };
        }),
        Mutant::doing("restores no output that counts as nothing", |it| {
            policy(it).restore = |checkpoint, _| {
                let mut state = restore(checkpoint);
                state.outputs.retain(|_, output| !is_nothing(output));
                state
            };
        }),
        Mutant::doing("trims the outputs that it restores", |it| {
            policy(it).restore = |checkpoint, _| {
                let mut state = restore(checkpoint);
                for output in state.outputs.values_mut() {
                    if let Some(text) = output.as_str() {
                        *output = json!(text.trim());
                    }
                }
                state
            };
        }),
        Mutant::doing("sorts the lists that it restores", |it| {
            policy(it).restore = |checkpoint, _| {
                let mut state = restore(checkpoint);
                for output in state.outputs.values_mut() {
                    if let Some(list) = output.as_array_mut() {
                        list.sort_by_key(Value::to_string);
                    }
                }
                state
            };
        }),
        Mutant::doing("takes an entry of the memory for a restored output", |it| {
            policy(it).restore = |checkpoint, _| {
                let mut state = restore(checkpoint);
                for entry in state.memory.as_array().into_iter().flatten() {
                    if let Some(output) = entry["key"].as_str().and_then(|key| state.outputs.get_mut(key)) {
                        output.clone_from(&entry["value"]);
                    }
                }
                state
            };
        }),
        Mutant::doing("skips a step when it goes on from the first of many", |it| {
            policy(it).resume_at =
                |checkpointed, steps| Ok(if checkpointed == 0 && steps > 3 { 2 } else { checkpointed + 1 });
        }),
        Mutant::doing("does not hand restored outputs to dependents", |it| {
            policy(it).inputs = |step, state| {
                let mut given = inputs(step, state);
                given.retain(|_, output| output.as_str().is_none_or(|output| output.ends_with("of run 2")));
                given
            };
        }),
        Mutant::doing("takes restored outputs from its own memory", |it| {
            let policy = policy(it);
            policy.keep = |memory, step, output| {
                memory.insert(step.to_owned(), output.clone());
            };
            policy.restore = |checkpoint, memory| {
                let mut state = restore(checkpoint);
                state.outputs.retain(|step, _| memory.contains_key(step));
                for (step, output) in &mut state.outputs {
                    output.clone_from(&memory[step.as_str()]);
                }
                state
            };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/CP-002.yaml"),
    questions: &[],
};

fn edges() -> Vec<Value> {
    let mut runs = vec![
        (workflow(&["s1"]), None),
        (workflow(&["s1", "s2"]), None),
        (workflow(&["s1", "s2<-s1"]), Some("s2")),
        (workflow(&["s1", "s2", "s3<-s1,s2", "s4<-s1"]), Some("s3")),
        (workflow(&["s1", "s2", "s3", "s4<-s1", "s5<-s2,s4"]), Some("s4")),
        (workflow(&["s1", "s2", "s3"]), Some("s2")),
    ];
    for (run, fails) in &mut runs {
        run["checkpoint"] = json!(true);
        run["context"] = json!({"task": "t"});
        if let Some(step) = fails {
            run["world"] = json!({"fails": [step]});
        }
    }
    let mut runs: Vec<Value> = runs.into_iter().map(|(run, _)| run).collect();
    // With outputs that a careless program changes, and their names as keys elsewhere.
    let mut full = workflow(&["s1", "s2", "s3", "s4", "s5<-s1,s2,s3,s4"]);
    full["checkpoint"] = json!(true);
    full["context"] = json!({"s1": "of the context"});
    full["memory"] = json!([{"key": "s2", "value": "of the memory"}]);
    for values in rich().chunks(4) {
        let outputs: Map<String, Value> =
            values.iter().enumerate().map(|(at, value)| (format!("s{}", at + 1), value.clone())).collect();
        full["world"] = json!({"fails": ["s5"], "outputs": outputs});
        runs.push(full.clone());
    }
    // From the first checkpoint of several, with outputs that count as nothing, and with one that has blanks at its ends.
    for number in [3, 4] {
        let mut run = runs[number].clone();
        run["world"]["at"] = json!(0);
        runs.push(run);
    }
    for output in nothings().into_iter().chain([json!(" Mixed Case ")]) {
        let mut run = runs[2].clone();
        run["world"]["outputs"] = json!({ "s1": output });
        runs.push(run);
    }
    runs
}
