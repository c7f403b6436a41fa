//! A step waits for all that it depends on, and gets what they gave.
//!
//! The traps: starting on the first dependency instead of the last, and rings longer than two, which are rejected
//! before anything starts, innocent steps included.

use super::prelude::*;
use crate::draw::json::same;
use std::collections::BTreeSet;

const CHECK: Check = Check {
    methods: &["contract/run"],
    shape: &shape::PARALLEL_RUN,
    edges,
    arms: &[arm(1, "nothing fails", draw::peaceful)],
    classify,
    labels: &["several dependencies", "dependencies", "five or more steps"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "PE-002",
    title: "starts a step after all its dependencies",
    level: Level::Must,
    source: "INV-PE-002",
    statement: "A step starts once every step it depends on was answered well, and is given their outputs; a workflow whose \
                dependencies form a ring is rejected with nothing started.",
    checks: &[
        Check {
            id: "waits",
            property: "a step starts only after all its dependencies have completed",
            steps: |case, answers| judge_run(case, answers, waits),
            ..CHECK
        },
        Check {
            id: "inputs",
            property: "a step is given the output of every dependency",
            steps: |case, answers| judge_run(case, answers, inputs),
            ..CHECK
        },
        Check {
            id: "completes",
            property: "a workflow without a ring runs to its end: every step is started",
            steps: |case, answers| judge_run(case, answers, completes),
            ..CHECK
        },
        Check {
            id: "rings",
            property: "a ring of dependencies is rejected, and nothing is started",
            edges: || {
                let run = |steps: &[&str]| parallel(steps, 5, "failFast", &[0], &[]);
                vec![
                    run(&["s1<-s1"]),
                    run(&["s1", "s2<-s2"]),
                    run(&["s1<-s2", "s2<-s1"]),
                    run(&["s1", "s2<-s3", "s3<-s2"]),
                    run(&["s1<-s3", "s2<-s1", "s3<-s2"]),
                    run(&["s1", "s2<-s1,s5", "s3<-s2", "s4<-s3", "s5<-s4", "s6"]),
                ]
            },
            arms: &[arm(1, "a ring", ring)],
            labels: &["self-dependency", "ring of two", "ring of three or more", "innocent steps"],
            steps: rings,
            ..CHECK
        },
        Check {
            id: "dependents-of-a-failure",
            property: "a step whose only dependency fails is not started before that",
            edges: || {
                vec![
                    parallel(&["s1", "s2<-s1"], 5, "continueOnError", &[0], &["s1"]),
                    parallel(&["s1", "s2<-s1", "s3"], 1, "continueOnError", &[0], &["s1"]),
                ]
            },
            arms: &[arm(1, "some fail", |draw| {
                let fails = draw.size(1..=2);
                draw::parallel(draw, Some("continueOnError"), fails)
            })],
            labels: &["one fails"],
            steps: |case, answers| judge_run(case, answers, dependents_of_a_failure),
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("starts a step on its first dependency", "starts-on-the-first-dependency"),
        Mutant::quirk("waits for the last dependency of the list only", "waits-for-the-last-dependency-only"),
        Mutant::quirk("starts a step when its dependencies have started", "starts-before-the-reply"),
        Mutant::quirk("ignores dependencies", "ignores-dependencies"),
        Mutant::quirk("hands on the first input only", "passes-the-first-input-only"),
        Mutant::quirk("hands on no inputs", "passes-no-inputs"),
        Mutant::quirk("hands on the latest output for all", "passes-the-latest-output-for-all"),
        Mutant::quirk("finds rings of two only", "finds-rings-of-two-only"),
        Mutant::quirk("misses a step that depends on itself", "misses-self-dependencies"),
        Mutant::quirk("misses rings of four and more", "misses-long-rings"),
        Mutant::quirk("notices a ring only when nothing else is left to start", "finds-rings-while-running"),
        Mutant::answers("calls a ring a failure", |_, mut answer| {
            if answer["status"] == "rejected" {
                answer["status"] = json!("failed");
            }
            answer
        }),
    ],
    corpus: include_str!("../../../corpus/contract/PE-002.yaml"),
    questions: &[Question {
        id: "dependents",
        asks: "What becomes of a step whose dependency failed, when the run goes on?",
        readings: &[
            Reading { id: "skipped", predicts: "it is not started, and reported as skipped" },
            Reading { id: "cancelled", predicts: "it is not started, and reported as cancelled" },
            Reading { id: "failed", predicts: "it is not started, and reported as failed" },
            Reading { id: "unreported", predicts: "it is not started, and not reported" },
            Reading { id: "run", predicts: "it is started all the same" },
        ],
    }],
};

fn edges() -> Vec<Value> {
    let run = |steps: &[&str], schedule: &[usize]| parallel(steps, 5, "failFast", schedule, &[]);
    vec![
        run(&["s1", "s2<-s1"], &[0]),
        run(&["s1", "s2", "s3<-s1,s2"], &[0]),
        run(&["s1", "s2", "s3<-s1,s2"], &[1]),
        run(&["s3<-s1,s2", "s2<-s1", "s1"], &[0]),
        run(&["s1", "s2<-s1", "s3<-s1", "s4<-s2,s3", "s5<-s4"], &[1, 0]),
    ]
}

fn waits(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, .. } = run;
    for (at, event) in tale.events.iter().enumerate() {
        let Event::Start { step, .. } = event else { continue };
        let answered = [tale.answered(true, at), tale.answered(false, at)].concat();
        let needs = workflow.step(step).map_or(&[][..], |step| &step.dependencies);
        if let Some(missing) = needs.iter().find(|on| !answered.contains(on)) {
            let told = tale.told(at, format!("{step} depends on {missing}, which has not completed"));
            return Judgement::failed(
                "a step starts before its dependencies",
                format!("{step} starts after {missing}"),
                told,
            );
        }
    }
    Judgement::held()
}

fn inputs(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, answer, .. } = run;
    let outputs: Vec<(&str, &Value)> = replies(answer);
    for (at, event) in tale.events.iter().enumerate() {
        let Event::Start { step, inputs } = event else { continue };
        let well = tale.answered(true, at);
        let needs = workflow.step(step).map_or(&[][..], |step| &step.dependencies);
        for on in needs.iter().filter(|on| well.contains(on)) {
            let Some((_, due)) = outputs.iter().find(|(step, _)| step == on) else { continue };
            if !same(due, &inputs[*on]) {
                let told = tale.told(at, format!("{step} is given {inputs}"));
                return Judgement::failed("an input is not the output of the dependency", json!({*on: due}), told);
            }
        }
    }
    Judgement::held()
}

/// What every step gave back.
fn replies(answer: &Answer) -> Vec<(&str, &Value)> {
    let mut asked: Vec<(usize, &str)> = Vec::new();
    let mut outputs = Vec::new();
    for line in &answer.trace {
        match line {
            Trace::Asked { id, params, .. } => asked.push((*id, params["stepId"].as_str().unwrap_or_default())),
            Trace::Replied { to, value } => {
                let step = asked.iter().find(|(id, _)| id == to).map_or("", |(_, step)| step);
                outputs.push((step, &value["output"]));
            }
            Trace::Event(_) | Trace::Rest => {}
        }
    }
    outputs
}

fn completes(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, status, .. } = run;
    let started: BTreeSet<&str> = tale.starts().into_iter().collect();
    let missing: Vec<&str> = workflow.ids().into_iter().filter(|id| !started.contains(id)).collect();
    if missing.is_empty() && status == "completed" {
        return Judgement::held();
    }
    let told = tale.all(format!("the run is {status}"));
    Judgement::failed("a run without a ring does not complete", "every step runs, status completed", told)
}

fn rings(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let workflow = Workflow::of(case);
    if workflow.doubt(case).is_some() || workflow.stuck().is_empty() {
        return Ok(Step::Judged(Judgement::open("there is no ring")));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![scheduler::run(case)])) };
    let tale = Tale::of(answer)?;
    let status = status(answer)?;
    if status == "rejected" && tale.starts().is_empty() {
        return Ok(Step::Judged(Judgement::held()));
    }
    let kind = if tale.starts().is_empty() { "a ring is not rejected" } else { "steps start in spite of a ring" };
    let told = tale.all(format!("the run is {status}"));
    Ok(Step::Judged(Judgement::failed(kind, "status rejected, and nothing started", told)))
}

fn dependents_of_a_failure(run: &Ran<'_>) -> Judgement {
    let &Ran { workflow, tale, answer, .. } = run;
    let failed = tale.answered(false, tale.events.len());
    let started = tale.starts();
    let judged = waits(run);
    let fate =
        workflow.steps.iter().find(|step| step.dependencies.len() == 1 && failed.contains(&step.dependencies[0]));
    match fate {
        None => judged,
        Some(step) if started.contains(&step.id) => judged.consistent_with("dependents", &["run"]),
        Some(step) => match step_status(answer, step.id) {
            (_, Some("skipped")) => judged.consistent_with("dependents", &["skipped"]),
            (_, Some("cancelled")) => judged.consistent_with("dependents", &["cancelled"]),
            (_, Some("failed")) => judged.consistent_with("dependents", &["failed"]),
            (0, _) => judged.consistent_with("dependents", &["unreported"]),
            _ => judged,
        },
    }
}

/// A workflow with a ring of one to five steps somewhere in it.
fn ring(draw: &mut Draw) -> Value {
    let mut run = draw::peaceful(draw);
    let ids = draw::ids(list(&run, "steps"));
    let count = draw.size(1..=5);
    let mut chosen: Vec<usize> = draw.sample(&(0..ids.len()).collect::<Vec<_>>(), count).into_iter().copied().collect();
    draw.shuffle(&mut chosen);
    for (at, step) in chosen.iter().enumerate() {
        let next = &ids[chosen[(at + 1) % chosen.len()]];
        let step = &mut run["steps"][*step];
        if !list(step, "dependencies").contains(&json!(next)) {
            let mut on = list(step, "dependencies").to_vec();
            on.push(json!(next));
            step["dependencies"] = json!(on);
        }
    }
    run
}

fn classify(case: &Value) -> Vec<&'static str> {
    let workflow = Workflow::of(case);
    let mut labels = classify_run(case);
    labels.extend(workflow.shortest_ring().map(|length| match length {
        1 => "self-dependency",
        2 => "ring of two",
        _ => "ring of three or more",
    }));
    labels.extend((workflow.stuck().len() < workflow.steps.len()).then_some("innocent steps"));
    labels
}
