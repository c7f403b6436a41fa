//! A step waits for all that it depends on, and gets what they gave.
//!
//! The traps: starting on the first dependency instead of the last, and rings longer than two, which are rejected
//! before anything starts, innocent steps included.

use serde_json::Map;

use super::super::draw::rings as draw_rings;
use super::super::judge::dependency::{completes, dependents_of_a_failure, inputs, rings, waits};
use super::super::model::nothing::{is_nothing, nothings};
use super::super::model::rich::rich;
use super::super::prelude::*;
use super::super::reference::parallel::{Status, inputs as outputs, policy};
use super::super::reference::sequential::policy as sequential_policy;

const CHECK: Check = Check {
    methods: &["contract/run"],
    shape: &shape::PARALLEL_RUN,
    edges,
    arms: &[arm(1, "nothing fails", draw::peaceful)],
    classify: draw_rings::classify_rings,
    labels: &["several dependencies", "dependencies", "five or more steps"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "PE-002",
    title: "Dependency Ordering: starts a step after all its dependencies",
    level: Level::Must,
    source: "INV-PE-002",
    statement: "A step starts once every step it depends on was answered well, and is given their outputs; a workflow whose \
                dependencies form a ring is rejected with nothing started.",
    checks: &[
        CHECK.asserts("waits", "a step starts only after all its dependencies have completed", waits),
        Check {
            id: "inputs",
            property: "a step is given the output of every dependency, also in a sequential run",
            shape: &shape::EITHER_RUN,
            edges: || edges().into_iter().chain([workflow(&["s1", "s2<-s1", "s3<-s1,s2"])]).collect(),
            arms: &[arm(3, "nothing fails", draw::peaceful), arm(1, "one after the other", draw::sequential)],
            exam: inputs,
            ..CHECK
        },
        CHECK.asserts("completes", "a workflow without a ring runs to its end: every step is started", completes),
        Check {
            id: "rings",
            property: "a ring of dependencies is rejected, and nothing is started",
            edges: draw_rings::rings,
            arms: &[arm(1, "a ring", draw_rings::ring)],
            labels: &["self-dependency", "ring of two", "ring of three or more", "innocent steps"],
            exam: rings,
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
            exam: dependents_of_a_failure,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("starts a step on its first dependency", |it| {
            policy(it).is_ready =
                |run, at| run.needs(at).is_empty() || run.needs(at).iter().any(|on| run.outputs.contains_key(on));
        }),
        Mutant::doing("waits for the last dependency of the list only", |it| {
            policy(it).is_ready = |run, at| run.needs(at).last().is_none_or(|on| run.outputs.contains_key(on));
        }),
        Mutant::doing("starts a step when its dependencies have started", |it| {
            policy(it).is_ready =
                |run, at| run.needs(at).iter().all(|on| run.status_of(on).is_some_and(|on| on != Status::Waiting));
        }),
        Mutant::doing("ignores dependencies", |it| policy(it).is_ready = |_, _| true),
        Mutant::doing("hands on nothing in a sequential run", |it| sequential_policy(it).inputs = |_, _| Map::new()),
        Mutant::doing("hands on the first input only", |it| {
            policy(it).inputs = |run, step| {
                let first = step.dependencies.first();
                outputs(run, step).into_iter().filter(|(on, _)| first.is_some_and(|first| first == on)).collect()
            };
        }),
        Mutant::doing("hands on no inputs", |it| policy(it).inputs = |_, _| Map::new()),
        Mutant::doing("hands on no output that counts as nothing", |it| {
            policy(it).inputs =
                |run, step| outputs(run, step).into_iter().filter(|(_, output)| !is_nothing(output)).collect();
        }),
        Mutant::doing("trims the texts that it hands on", |it| {
            policy(it).inputs =
                |run, step| each_changed(outputs(run, step), |input| input.as_str().map(|text| json!(text.trim())));
        }),
        Mutant::doing("unpacks what it hands on", |it| {
            policy(it).inputs = |run, step| {
                each_changed(outputs(run, step), |input| {
                    let only = || input.as_array().filter(|list| list.len() == 1)?.first();
                    input.get("output").or_else(only).cloned()
                })
            };
        }),
        Mutant::doing("hands on the first thousand characters of a text", |it| {
            policy(it).inputs = |run, step| {
                let first = |text: &str| json!(text.chars().take(1000).collect::<String>());
                each_changed(outputs(run, step), |input| input.as_str().map(first))
            };
        }),
        Mutant::doing("takes the point in a name for a path", |it| {
            policy(it).inputs =
                |run, step| outputs(run, step).into_iter().filter(|(on, _)| !on.contains('.')).collect();
        }),
        Mutant::doing("waits for ten dependencies at most", |it| {
            policy(it).is_ready = |run, at| run.needs(at).iter().take(10).all(|on| run.outputs.contains_key(on));
        }),
        Mutant::doing("takes a name that every object has for done", |it| {
            policy(it).is_ready =
                |run, at| run.needs(at).iter().all(|on| run.outputs.contains_key(on) || *on == "constructor");
        }),
        Mutant::doing("hands on the latest output for all", |it| {
            policy(it).inputs = |run, step| {
                let mut given = outputs(run, step);
                if let Some(latest) = run.completed.last().map(|at| run.workflow.steps[*at].id) {
                    given.values_mut().for_each(|input| input.clone_from(&run.outputs[latest]));
                }
                given
            };
        }),
        Mutant::doing("finds rings of two only", |it| policy(it).finds_ring = |ring| ring == 2),
        Mutant::doing("misses a step that depends on itself", |it| policy(it).finds_ring = |ring| ring > 1),
        Mutant::doing("misses rings of more than ten", |it| policy(it).finds_ring = |ring| ring <= 10),
        Mutant::doing("misses rings of four and more", |it| policy(it).finds_ring = |ring| ring < 4),
        Mutant::doing("notices a ring only when nothing else is left to start", |it| policy(it).finds_ring = |_| false),
        Mutant::answers("calls a ring a failure", |request, mut answer| {
            if answer["status"] == "rejected" && request.params.get("parallel").is_some() {
                answer["status"] = json!("failed");
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/PE-002.yaml"),
    questions: &[Question {
        id: "dependents",
        asks: "What becomes of a step whose dependency failed, when the run goes on?",
        readings: &[
            reading("skipped", "it is not started, and reported as skipped"),
            reading("cancelled", "it is not started, and reported as cancelled"),
            reading("failed", "it is not started, and reported as failed"),
            reading("unreported", "it is not started, and not reported"),
            reading("run", "it is started all the same"),
        ],
    }],
};

fn edges() -> Vec<Value> {
    let run = |steps: &[&str], schedule: &[usize]| parallel(steps, 5, "failFast", schedule, &[]);
    let mut runs = vec![
        run(&["s1", "s2<-s1"], &[0]),
        run(&["s1", "s2", "s3<-s1,s2"], &[0]),
        run(&["s1", "s2", "s3<-s1,s2"], &[1]),
        run(&["s3<-s1,s2", "s2<-s1", "s1"], &[0]),
        run(&["s1", "s2<-s1", "s3<-s1", "s4<-s2,s3", "s5<-s4"], &[1, 0]),
    ];
    runs.extend(nothings().into_iter().chain([json!(" Mixed Case ")]).map(|output| {
        let mut run = run(&["s1", "s2<-s1"], &[0]);
        run["world"]["outputs"] = json!({ "s1": output });
        run
    }));
    let mut rich_ones = run(&["s1", "s2", "s3<-s1,s2"], &[0]);
    runs.extend(rich().chunks(2).map(|pair| {
        for (step, output) in ["s1", "s2"].iter().zip(pair) {
            rich_ones["world"]["outputs"][*step] = output.clone();
        }
        rich_ones.clone()
    }));
    runs.push(run(&["load.data", "10", "constructor<-10", "9<-load.data,constructor"], &[1, 0]));
    runs.extend([12, 25, 60].map(|steps| long(steps, 10)));
    runs.push(many_needed(12));
    runs
}

/// So many steps, and one that needs all of them; the last one it needs is answered last.
fn many_needed(steps: usize) -> Value {
    let names: Vec<String> = (1..=steps).map(|number| format!("s{number}")).collect();
    let last = format!("last<-{}", names.join(","));
    let all: Vec<&str> = names.iter().map(String::as_str).chain([last.as_str()]).collect();
    parallel(&all, 5, "failFast", &[0], &[])
}

/// What a step is given, with another value where there is one.
fn each_changed(mut given: Map<String, Value>, instead: impl Fn(&Value) -> Option<Value>) -> Map<String, Value> {
    for input in given.values_mut() {
        if let Some(other) = instead(input) {
            *input = other;
        }
    }
    given
}
