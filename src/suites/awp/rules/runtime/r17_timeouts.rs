//! An agent that does not answer in time is given up, and the run goes on or stops as configured.
//!
//! Nothing here measures how long a subject took. Hung agents answer five
//! seconds after their limit after all, so a subject without limits gives
//! itself away by taking the answer; slow agents answer a fixed time after
//! they were started, so a long chain of them proves that time went by.

use std::time::Duration;

use super::prelude::*;
use crate::rule::Verdict;
use crate::suites::awp::draw::runtime::timed::{SHAPE, edges, labels, side_by_side};
use crate::suites::awp::exam::agents::{GRACE, Timed};
use crate::suites::awp::exam::run::{METHOD, ground};
use crate::suites::awp::exam::timing;
use crate::suites::awp::model::runtime::graph::Graph;
use crate::suites::awp::model::runtime::run::odd_limits;
use crate::suites::awp::reference::run::{State, done, policy, reports};

pub(super) static RULE: Rule = Rule {
    id: "R17",
    title: "Timeout Enforcement: ends agents at their time limit, then applies `on_failure`",
    level: Level::Must,
    source: "R17, timeout enforcement",
    statement: "An agent that has not answered within `timeout_per_agent` is terminated and reported as timed out; after \
                `timeout_total` nothing new starts. Then `on_failure` is applied: `stop` starts nothing new, not even \
                the agent that was late, `continue` skips the dependents and runs the rest. A late answer reaches nobody.",
    checks: &[Check {
        id: "limits",
        property: "hung agents are timed out, their dependents do not start, and on_failure decides about the rest",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[arm(1, "runs side by side", side_by_side)],
        classify: |case| items(&case["runs"]).iter().flat_map(labels).collect(),
        labels: &[
            "hung",
            "nobody hung",
            "continue",
            "stop",
            "agent limit",
            "total limit",
            "node limit",
            "a dependent",
            "a dependent of a hung agent and another",
            "late",
            "a chain beside a hung agent",
            "quick agents beyond the total limit",
        ],
        exam,
        on_fault: OnFault::Fails,
        cost: 200,
        waits: true,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::doing("never times out an agent", |it| policy(it).agent_limit = |_, _| None),
        Mutant::doing("ignores the total limit", |it| policy(it).total_limit = |_| None),
        Mutant::doing("ignores the total limit of agents in a row", |it| policy(it).total_limit = side_by_side_only),
        Mutant::doing("ignores the total limit where agents have one", |it| {
            policy(it).total_limit = |graph| graph.total.filter(|_| graph.per_agent.is_none());
        }),
        Mutant::doing("times out the first ten agents only", |it| {
            policy(it).agent_limit = |graph, node| {
                let first = graph.nodes.iter().take(10).any(|it| it.id == node.id);
                node.timeout.or(graph.per_agent).filter(|_| first)
            };
        }),
        Mutant::doing("times out agents without dependencies only", |it| {
            policy(it).agent_limit =
                |graph, node| node.timeout.or(graph.per_agent).filter(|_| node.dependencies.is_empty());
        }),
        Mutant::doing("counts the time of an agent from the begin of the run", |it| {
            policy(it).counts_from = |_, began| began;
        }),
        Mutant::doing("begins the total limit anew with every agent", |it| policy(it).renews_total = true),
        Mutant::doing("goes on after a timeout although it should stop", |it| policy(it).goes_on = |_| true),
        Mutant::doing("stops after a timeout although it should go on", |it| policy(it).goes_on = |_| false),
        Mutant::doing("starts the dependents of an agent that timed out", |it| policy(it).done = or_given_up),
        Mutant::doing("starts the dependents of an agent that timed out and one that did not", |it| {
            policy(it).rushes = with_one_completed;
        }),
        Mutant::doing("hands a late answer on", |it| policy(it).done = or_late),
        Mutant::doing("reports an agent that timed out as completed", |it| policy(it).reports = given_up_as_completed),
        Mutant::doing("reports an agent that timed out as failed", |it| {
            policy(it).gives_up = || State::Failed("timeout".to_owned());
        }),
        Mutant::doing("asks an agent again that timed out", |it| policy(it).asks_again = true),
        Mutant::doing("takes the quick agents down with the hung one", |it| policy(it).beside = given_up_too),
        Mutant::doing("calls every run completed", |it| policy(it).status = |_, _| "completed"),
    ],
    corpus: include_str!("../../../../../corpus/awp/R17.yaml"),
    questions: &[Question {
        id: "node-limit",
        asks: "Is the time limit of a single node of the graph enforced?",
        readings: &[
            reading("enforced", "a hung agent with a limit of its own is timed out"),
            reading("ignored", "only the limits of the workflow count"),
        ],
    }],
};

fn side_by_side_only(graph: &Graph) -> Option<f64> {
    graph.total.filter(|_| graph.nodes.iter().all(|node| node.dependencies.is_empty()))
}

fn or_given_up(state: &State) -> Option<Value> {
    if matches!(state, State::TimedOut { .. }) { Some(Value::Null) } else { done(state) }
}

fn with_one_completed(dependencies: &[&State]) -> bool {
    let completed = |state: &&State| matches!(state, State::Completed(_));
    let over = |state: &&State| completed(state) || matches!(state, State::TimedOut { .. });
    dependencies.iter().any(completed) && dependencies.iter().all(over)
}

fn or_late(state: &State) -> Option<Value> {
    if let State::TimedOut { late } = state { late.clone() } else { done(state) }
}

fn given_up_as_completed(state: &State) -> Value {
    if matches!(state, State::TimedOut { .. }) { json!({"status": "completed"}) } else { reports(state) }
}

fn given_up_too(state: &mut State) {
    if matches!(state, State::Completed(_)) {
        *state = State::TimedOut { late: None };
    }
}

/// A failure counts only where the same agents are run as they should be when nobody is late, listed either way round.
fn untimed(run: &Value, judgement: Judgement, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let mut plain = run["workflow"].clone();
    plain.as_object_mut().map(|members| members.remove("execution"));
    for node in plain["orchestration"]["graph"].as_array_mut().into_iter().flatten() {
        node.as_object_mut().map(|members| members.remove("timeout"));
    }
    if let Some(blocked) = ground(&plain, talk)? {
        return Ok(blocked);
    }
    plain["orchestration"]["graph"].as_array_mut().into_iter().for_each(|nodes| nodes.reverse());
    Ok(judgement.unless(ground(&plain, talk)?))
}

fn call(run: &Value) -> Call {
    let give_up = Graph::read(&run["workflow"]).map_or(GRACE, |graph| timing::longest(&graph) + GRACE);
    let give_up = Duration::from_secs_f64(give_up.clamp(GRACE, 20.0));
    Call::new(METHOD, json!({"workflow": run["workflow"]})).with(Timed::new(run, give_up)).patient(give_up)
}

/// The same run with a limit for every agent.
fn bounded(run: &Value) -> Value {
    let mut bounded = run.clone();
    bounded["workflow"]["execution"]["timeout_per_agent"] = json!(0.5);
    bounded
}

/// All runs of a case side by side: one that fails is enough.
fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let runs = items(&case["runs"]);
    let answers = talk.ask_all(runs.iter().map(call).collect())?;
    let mut sum = Judgement::open("no run was judged");
    for (run, answer) in runs.iter().zip(answers).filter(|(run, _)| !odd_limits(&run["workflow"])) {
        let judgement = timing::judge(run, answer)?;
        match judgement.verdict {
            Verdict::Failed(_) => return untimed(run, judgement, talk),
            Verdict::Held => sum.verdict = Verdict::Held,
            _ => {}
        }
        if judgement.evidence.iter().any(|it| it.consistent == ["ignored"]) {
            // Who knows no limits at all says nothing about those of a node.
            let bounded = bounded(run);
            let plain = timing::judge(&bounded, talk.ask(call(&bounded).remembered())?)?;
            if plain.verdict != Verdict::Held {
                return Ok(Judgement::blocked("the limit of the workflow is not kept either", &bounded));
            }
        }
        sum.evidence.extend(judgement.evidence);
    }
    Ok(sum)
}
