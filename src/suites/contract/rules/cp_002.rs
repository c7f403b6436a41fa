//! Resuming goes on with the step after the checkpoint, with the outputs that the checkpoint holds.
//!
//! Both runs of a case may end up in the same process, where a runtime may find the old outputs by other means. So
//! one check puts the second run to a process that has never seen the first one.

use super::prelude::*;
use super::run::resume::after_step;
use crate::draw::json::same;

const CHECK: Check = Check {
    methods: &["contract/run"],
    shape: &shape::CHECKPOINTED,
    arms: &[arm(1, "a step fails", fails_at_one), arm(1, "every step completes", draw::checkpointed)],
    edges,
    classify,
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
            steps: |case, answers| resume(case, answers, false, position),
            ..CHECK
        },
        Check {
            id: "restored-inputs",
            property: "a step that depends on a restored one gets the restored output",
            labels: &["dependencies", "several dependencies"],
            steps: |case, answers| resume(case, answers, false, restored_inputs),
            ..CHECK
        },
        Check {
            id: "nothing-left",
            property: "resuming after the last step starts nothing and completes",
            arms: &[arm(1, "every step completes", draw::checkpointed)],
            labels: &["nothing fails", "one step"],
            steps: |case, answers| resume(case, answers, false, nothing_left),
            ..CHECK
        },
        Check {
            id: "fresh-process",
            property: "a process that has never seen the first run resumes just the same",
            labels: &["one fails", "nothing fails", "dependencies"],
            steps: |case, answers| {
                resume(case, answers, true, |run| {
                    position(run).or_else(|| restored_inputs(run)).or_else(|| nothing_left(run))
                })
            },
            cost: 16,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("runs the checkpointed step again", "resume-reruns-the-checkpointed-step"),
        Mutant::quirk("skips the step that failed", "resume-skips-the-failed-step"),
        Mutant::quirk("starts over", "resume-starts-over"),
        Mutant::quirk("runs the last step again when nothing is left", "resume-reruns-the-last-step"),
        Mutant::quirk("rejects a checkpoint of the last step", "resume-finds-no-last-step"),
        Mutant::quirk("forgets the restored outputs", "resume-forgets-outputs"),
        Mutant::quirk("restores the last output only", "resume-keeps-the-last-output-only"),
        Mutant::quirk("does not hand restored outputs to dependents", "restored-outputs-do-not-reach-dependents"),
        Mutant::quirk("takes restored outputs from its own memory", "resume-looks-into-process-memory"),
    ],
    corpus: include_str!("../../../corpus/contract/CP-002.yaml"),
    questions: &[],
};

/// What a resumed run is judged on.
struct Resumed<'a> {
    case: &'a Value,
    workflow: &'a Workflow<'a>,
    /// The position of the step that the checkpoint was made after.
    at: usize,
    tale: &'a Tale<'a>,
    answer: &'a Answer,
}

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

/// A run in which a step fails that is not the first one.
fn fails_at_one(draw: &mut Draw) -> Value {
    let mut run = draw::checkpointed(draw);
    let ids = draw::ids(list(&run, "steps"));
    if ids.len() > 1 {
        run["world"] = json!({"fails": [draw.pick(&ids[1..])]});
    }
    run
}

/// Two runs: the first up to the step that fails (or to the end), the second from its last checkpoint, with nothing failing.
fn resume(
    case: &Value,
    answers: &[Answer],
    fresh: bool,
    judge: fn(&Resumed<'_>) -> Option<Judgement>,
) -> Result<Step, WrongShape> {
    let workflow = Workflow::of(case);
    let ids = workflow.ids();
    let fails = ids.iter().position(|id| failing(case).contains(id)).unwrap_or(ids.len());
    if workflow.doubt(case).is_some() || !workflow.points_backwards() || fails == 0 {
        return Ok(Step::Judged(Judgement::open("there is nothing to resume from")));
    }
    let at = fails - 1;
    match answers {
        [] => {
            let mut first = case.clone();
            first["checkpoint"] = json!(true);
            Ok(Step::Ask(vec![scheduler::run_number(&first, 1)]))
        }
        [first] => {
            let Some(checkpoint) = after_step(first, at) else {
                return Ok(Step::Judged(Judgement::open("there is no checkpoint to resume from: CP-001 asks for it")));
            };
            let mut again = json!({"steps": case["steps"], "resumeFrom": checkpoint});
            if let Some(outputs) = case["world"].get("outputs") {
                again["world"] = json!({"outputs": outputs});
            }
            let call = scheduler::run_number(&again, 2);
            Ok(Step::Ask(vec![if fresh { call.on_fresh_process() } else { call }]))
        }
        [_, second, ..] => {
            let tale = Tale::of(second)?;
            status(second)?;
            let resumed = Resumed { case, workflow: &workflow, at, tale: &tale, answer: second };
            Ok(Step::Judged(judge(&resumed).unwrap_or_else(Judgement::held)))
        }
    }
}

fn position(run: &Resumed<'_>) -> Option<Judgement> {
    let ids = run.workflow.ids();
    let (due, started) = (&ids[run.at + 1..], run.tale.starts());
    if due == started {
        return None;
    }
    let repeated = started.iter().any(|step| ids[..=run.at].contains(step));
    let kind = if repeated { "a completed step runs again" } else { "a step that had not completed is left out" };
    let told = run.tale.all(format!("the checkpoint was made after {}", ids[run.at]));
    Some(Judgement::failed(kind, json!(due), told))
}

fn restored_inputs(run: &Resumed<'_>) -> Option<Judgement> {
    let ids = run.workflow.ids();
    run.tale.events.iter().enumerate().find_map(|(number, event)| {
        let Event::Start { step, inputs } = event else { return None };
        let restored = run.workflow.step(step)?.dependencies.iter().filter(|on| ids[..=run.at].contains(on));
        restored.into_iter().find_map(|on| {
            let due = scheduler::output(run.case, on, 1);
            (!same(&due, &inputs[*on])).then(|| {
                let told = run.tale.told(number, format!("{step} is given {inputs}"));
                Judgement::failed("a restored output does not reach a dependent", json!({*on: due}), told)
            })
        })
    })
}

fn nothing_left(run: &Resumed<'_>) -> Option<Judgement> {
    if run.at + 1 < run.workflow.steps.len() {
        return None;
    }
    let status = run.answer.value["status"].as_str().unwrap_or_default();
    (status != "completed" || !run.tale.starts().is_empty()).then(|| {
        let told = run.tale.all(format!("the run is {status}"));
        Judgement::failed(
            "a run with nothing left does not just complete",
            "status completed, and nothing started",
            told,
        )
    })
}

fn classify(case: &Value) -> Vec<&'static str> {
    classify_run(case)
}
