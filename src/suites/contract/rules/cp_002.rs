//! Resuming goes on with the step after the checkpoint, with the outputs that the checkpoint holds.
//!
//! Both runs of a case may end up in the same process, where a runtime may find the old outputs by other means. So
//! one check puts the second run to a process that has never seen the first one.

use super::super::draw::checkpointed::{checkpointed, failing_later};
use super::super::judge::checkpoint::after_step;
use super::super::judge::resumption::stands_on_checkpoint;
use super::super::prelude::*;
use super::super::reference::sequential::{DOCUMENT, State, inputs, restore};
use crate::draw::json::same;
use serde_json::Map;

const CHECK: Check = Check {
    methods: &["contract/run"],
    shape: &shape::CHECKPOINTED,
    arms: &[arm(1, "a step fails", failing_later), arm(1, "every step completes", checkpointed)],
    edges,
    classify: classify_run,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "CP-002",
    title: "resumes with the step after the checkpoint",
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
        Mutant::doing("runs the checkpointed step again", |policies| {
            policies.change(&DOCUMENT).resume_at = |checkpointed, _| Ok(checkpointed);
        }),
        Mutant::doing("skips the step that failed", |policies| {
            policies.change(&DOCUMENT).resume_at = |checkpointed, steps| Ok((checkpointed + 2).min(steps));
        }),
        Mutant::doing("starts over", |policies| policies.change(&DOCUMENT).resume_at = |_, _| Ok(0)),
        Mutant::doing("runs the last step again when nothing is left", |policies| {
            policies.change(&DOCUMENT).resume_at = |checkpointed, steps| Ok((checkpointed + 1).min(steps - 1));
        }),
        Mutant::doing("rejects a checkpoint of the last step", |policies| {
            policies.change(&DOCUMENT).resume_at = |checkpointed, steps| match checkpointed + 1 {
                next if next < steps => Ok(next),
                _ => Err("nothing is left to run".to_owned()),
            };
        }),
        Mutant::doing("forgets the restored outputs", |policies| {
            policies.change(&DOCUMENT).restore = |checkpoint, _| State { outputs: Map::new(), ..restore(checkpoint) };
        }),
        Mutant::doing("restores the last output only", |policies| {
            policies.change(&DOCUMENT).restore = |checkpoint, _| {
                let mut state = restore(checkpoint);
                state.outputs.retain(|step, _| checkpoint["completedStepId"] == step.as_str());
                state
            };
        }),
        Mutant::doing("does not hand restored outputs to dependents", |policies| {
            policies.change(&DOCUMENT).inputs = |step, state| {
                let mut given = inputs(step, state);
                given.retain(|_, output| output.as_str().is_none_or(|output| output.ends_with("of run 2")));
                given
            };
        }),
        Mutant::doing("takes restored outputs from its own memory", |policies| {
            let policy = policies.change(&DOCUMENT);
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
    runs.into_iter().map(|(run, _)| run).collect()
}

/// A resumed run.
struct Resumed<'a> {
    case: &'a Value,
    workflow: Workflow<'a>,
    /// The position of the step that the checkpoint was made after.
    at: usize,
    checkpoint: &'a Value,
    tale: Tale<'a>,
    status: &'a str,
}

impl<'a> Resumed<'a> {
    /// Two runs: the first up to the step that fails (or to the end), the second from its last checkpoint, with nothing
    /// failing.
    fn of<'t: 'a>(case: &'a Value, talk: &mut Talk<'t>, put: fn(Call) -> Call) -> Result<Self, Stop> {
        let workflow = Workflow::of(case);
        let ids = workflow.ids();
        let fails = ids.iter().position(|id| failing(case).contains(id)).unwrap_or(ids.len());
        let is_plain = workflow.doubt(case).is_none() && workflow.points_backwards();
        decided((!is_plain || fails == 0).then_some("there is nothing to resume from"))?;
        let mut first = case.clone();
        first["checkpoint"] = json!(true);
        let why = "there is no checkpoint to resume from: CP-001 asks for it";
        let first = talk.ask(scheduler::run_number(&first, 1))?;
        let checkpoint = after_step(first, fails - 1).ok_or_else(|| Judgement::open(why))?;
        let mut again = json!({"steps": case["steps"], "resumeFrom": checkpoint});
        if let Some(outputs) = case["world"].get("outputs") {
            again["world"] = json!({"outputs": outputs});
        }
        let second = talk.ask(put(scheduler::run_number(&again, 2)))?;
        let (tale, status) = (Tale::of(second)?, status(second)?);
        Ok(Self { case, workflow, at: fails - 1, checkpoint, tale, status })
    }

    /// The judgement of `judges`, the first that has something to say, on ground that the subject treats rightly.
    fn judged(&self, talk: &mut Talk<'_>, judges: &[fn(&Self) -> Option<Judgement>]) -> Result<Judgement, Stop> {
        let Some(failed) = judges.iter().find_map(|judge| judge(self)) else { return Ok(Judgement::held()) };
        stands_on_plain_run(self.case, talk)?;
        stands_on_checkpoint(self.case, self.at, self.checkpoint)?;
        Ok(failed)
    }

    fn starts_elsewhere(&self) -> Option<Judgement> {
        let ids = self.workflow.ids();
        let (due, started) = (&ids[self.at + 1..], self.tale.starts());
        if due == started {
            return None;
        }
        let repeated = started.iter().any(|step| ids[..=self.at].contains(step));
        let kind = if repeated { "a completed step runs again" } else { "a step that had not completed is left out" };
        let told = self.tale.all(format!("the checkpoint was made after {}", ids[self.at]));
        Some(Judgement::failed(kind, json!(due), told))
    }

    fn loses_inputs(&self) -> Option<Judgement> {
        let ids = self.workflow.ids();
        self.tale.events.iter().enumerate().find_map(|(number, event)| {
            let Event::Start { step, inputs } = event else { return None };
            let mut restored = self.workflow.step(step)?.dependencies.iter().filter(|on| ids[..=self.at].contains(on));
            restored.find_map(|on| {
                let due = output(self.case, on, 1);
                (!same(&due, &inputs[*on])).then(|| {
                    let told = self.tale.told(number, format!("{step} is given {inputs}"));
                    Judgement::failed("a restored output does not reach a dependent", json!({*on: due}), told)
                })
            })
        })
    }

    fn does_not_just_complete(&self) -> Option<Judgement> {
        let is_over = self.at + 1 == self.workflow.steps.len();
        (is_over && (self.status != "completed" || !self.tale.starts().is_empty())).then(|| {
            let told = self.tale.all(format!("the run is {}", self.status));
            let kind = "a run with nothing left does not just complete";
            Judgement::failed(kind, "status completed, and nothing started", told)
        })
    }
}

fn position(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    Resumed::of(case, talk, |call| call)?.judged(talk, &[Resumed::starts_elsewhere])
}

fn restored_inputs(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    Resumed::of(case, talk, |call| call)?.judged(talk, &[Resumed::loses_inputs])
}

fn nothing_left(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    Resumed::of(case, talk, |call| call)?.judged(talk, &[Resumed::does_not_just_complete])
}

fn fresh_process(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let resumed = Resumed::of(case, talk, Call::on_fresh_process)?;
    resumed.judged(talk, &[Resumed::starts_elsewhere, Resumed::loses_inputs, Resumed::does_not_just_complete])
}
