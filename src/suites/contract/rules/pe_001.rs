//! The limit of steps in flight is never passed, not even for a moment.
//!
//! Every reply is held until the runtime is at rest, so whatever it is ready to start is in flight at once. That the
//! limit is reached is information, not a duty.

use super::super::model::workflow::DEFAULT_CONCURRENCY;
use super::super::prelude::*;
use super::super::reference::parallel::policy;

const CHECK: Check = Check {
    methods: &["contract/run"],
    shape: &shape::PARALLEL_RUN,
    classify: classify_run,
    exam: within_limit,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "PE-001",
    title: "Independent Step Concurrency: runs at most `maxConcurrency` steps at once",
    level: Level::Must,
    source: "INV-PE-001",
    statement: "Steps that do not depend on each other may be in flight together, but never more of them than \
                `maxConcurrency`, which is five unless said otherwise.",
    checks: &[
        Check {
            id: "limit",
            property: "never more steps are in flight than maxConcurrency says",
            edges: || {
                let limits = (1..=9).map(|limit| crowd(Some(limit), limit + 1)).collect::<Vec<_>>();
                limits
                    .into_iter()
                    .chain([
                        crowd(Some(10), 12),
                        crowd(Some(2), 5),
                        crowd(Some(1), 6),
                        crowd(Some(3), 3),
                        crowd(Some(10), 60),
                        levels(),
                    ])
                    .collect()
            },
            arms: &[
                arm(2, "nothing fails", draw::peaceful),
                arm(1, "more ready than the limit", |draw| {
                    let limit = draw.size(1..=6);
                    let more = draw.size(1..=5);
                    let mut run = crowd(Some(limit), limit + more);
                    run["world"] = json!({"schedule": draw::schedule(draw, limit + more)});
                    run
                }),
            ],
            labels: &["more ready than the limit", "within the limit", "dependencies", "independent"],
            ..CHECK
        },
        Check {
            id: "default",
            property: "without maxConcurrency never more than five steps are in flight",
            edges: || vec![crowd(None, 5), crowd(None, 6), crowd(None, 11), crowd(None, 25)],
            arms: &[arm(1, "no limit given", |draw| crowd(None, draw.size(4..=12)))],
            labels: &["default limit", "more ready than the limit"],
            ..CHECK
        },
        Check {
            id: "after-failures",
            property: "the limit holds just as well after steps have failed",
            edges: || {
                let steps = ["s1", "s2", "s3", "s4", "s5", "s6", "s7"];
                let run = |limit, schedule: &[usize], fails: &[&str]| {
                    parallel(&steps, limit, "continueOnError", schedule, fails)
                };
                vec![run(2, &[0], &["s1", "s2"]), run(3, &[1, 0], &["s2", "s3"]), run(1, &[0], &["s1"])]
            },
            arms: &[arm(1, "some fail", |draw| {
                let fails = draw.size(1..=3);
                draw::parallel(draw, Some("continueOnError"), fails)
            })],
            labels: &["one fails", "several fail", "more ready than the limit"],
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("starts one step more than the limit", |it| policy(it).limit = |run| run.parallel.limit + 1),
        Mutant::doing("starts one step too many when more than four are ready", |it| {
            policy(it).limit = |run| run.parallel.limit + usize::from(run.ready().len() > 4);
        }),
        Mutant::doing("ignores the limit", |it| policy(it).limit = |_| usize::MAX),
        Mutant::doing("takes ten for the default limit", |it| {
            policy(it).limit = |run| if run.parallel.limit == DEFAULT_CONCURRENCY { 10 } else { run.parallel.limit };
        }),
        Mutant::doing("gives a slot back twice when a step fails", |it| {
            policy(it).limit = |run| run.parallel.limit + run.errors.len();
        }),
        Mutant::doing("forgets the limit once a step has failed", |it| {
            policy(it).limit = |run| if run.errors.is_empty() { run.parallel.limit } else { usize::MAX };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/PE-001.yaml"),
    questions: &[],
};

/// So many independent steps under a limit.
fn crowd(limit: Option<usize>, steps: usize) -> Value {
    let names: Vec<String> = (1..=steps).map(|number| format!("s{number}")).collect();
    let mut run =
        json!({"steps": draw::steps(&names, &vec![Vec::new(); steps]), "parallel": {}, "world": {"schedule": [0]}});
    if let Some(limit) = limit {
        run["parallel"]["maxConcurrency"] = json!(limit);
    }
    run
}

/// Three steps, then three that need all of them.
fn levels() -> Value {
    parallel(&["s1", "s2", "s3", "s4<-s1", "s5<-s1", "s6<-s1", "s7<-s2"], 2, "failFast", &[0, 1], &[])
}

fn within_limit(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Ran { workflow, tale, .. } = &Ran::of(case, talk)?;
    let Some(configured) = workflow.parallel else { return Ok(Judgement::open("the run is sequential")) };
    if tale.starts().is_empty() {
        return Ok(Judgement::not_shown("no step was started"));
    }
    let over = (0..tale.events.len()).find(|at| tale.in_flight(at + 1).len() > configured.limit);
    Ok(over.map_or_else(Judgement::held, |at| {
        let open = tale.in_flight(at + 1).len();
        let told = tale.told(at, format!("{open} are in flight, {} more than the limit", open - configured.limit));
        let expected = format!("at most {} in flight", configured.limit);
        Judgement::failed("more steps are in flight than the limit allows", expected, told)
    }))
}
