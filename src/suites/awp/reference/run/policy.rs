//! What the scheduler of the reference runtime decides.

use std::time::Instant;

use serde_json::{Value, json};

use crate::subject::Policies;
use crate::suites::awp::model::runtime::graph::{Graph, Node};
use crate::suites::awp::model::runtime::params::Object;

/// Where an agent is.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::suites::awp) enum State {
    /// It was not started.
    Waiting,
    /// It was started and has not answered.
    Running {
        /// When it was started.
        since: Instant,
    },
    /// It answered in time.
    Completed(Value),
    /// It failed.
    Failed(String),
    /// It was given up.
    TimedOut {
        /// What it answered after that.
        late: Option<Value>,
    },
    /// It is not started any more.
    Skipped,
}

/// What becomes of a graph before anything is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::suites::awp) enum Start {
    /// It is run.
    Runs,
    /// It is rejected.
    Rejected,
    /// It is run as far as it goes, and rejected in the end.
    RejectedLate,
}

/// Whether the agent of an id is done.
pub(in crate::suites::awp) type Done<'a> = &'a dyn Fn(&str) -> bool;

/// How workflows are run.
#[derive(Debug, Clone)]
pub(in crate::suites::awp) struct Scheduling {
    /// The graph as it is taken.
    pub(in crate::suites::awp) reads: fn(Graph) -> Graph,
    /// Whether a graph is run.
    pub(in crate::suites::awp) starts: fn(&Graph) -> Start,
    /// Whether an agent may start, given who is done.
    pub(in crate::suites::awp) ready: fn(&Node, &Graph, Done<'_>) -> bool,
    /// Whether an agent may start that is not ready, given what its dependencies are in.
    pub(in crate::suites::awp) rushes: fn(&[&State]) -> bool,
    /// What the dependents of an agent get once they may start; none while they have to wait for it.
    pub(in crate::suites::awp) done: fn(&State) -> Option<Value>,
    /// The inputs of an agent, of the outputs of its dependencies.
    pub(in crate::suites::awp) inputs: fn(Object) -> Object,
    /// How often an agent is started.
    pub(in crate::suites::awp) times: fn(&Node) -> usize,
    /// The time limit of an agent.
    pub(in crate::suites::awp) agent_limit: fn(&Graph, &Node) -> Option<f64>,
    /// When the time of an agent begins, by when it and when the run was started.
    pub(in crate::suites::awp) counts_from: fn(Instant, Instant) -> Instant,
    /// The time limit of the run.
    pub(in crate::suites::awp) total_limit: fn(&Graph) -> Option<f64>,
    /// Whether that limit begins anew with every agent that starts.
    pub(in crate::suites::awp) renews_total: bool,
    /// What an agent is in once it is over its limit.
    pub(in crate::suites::awp) gives_up: fn() -> State,
    /// Whether an agent that is over its limit gets a second chance first.
    pub(in crate::suites::awp) asks_again: bool,
    /// What becomes of the other agents then.
    pub(in crate::suites::awp) beside: fn(&mut State),
    /// Whether the run goes on after a failure, by what `on_failure` says.
    pub(in crate::suites::awp) goes_on: fn(Option<&str>) -> bool,
    /// What is reported of an agent.
    pub(in crate::suites::awp) reports: fn(&State) -> Value,
    /// The status of a run: whether all, and whether any of its agents are completed.
    pub(in crate::suites::awp) status: fn(bool, bool) -> &'static str,
}

/// As the document says.
pub(in crate::suites::awp) static DOCUMENT: Scheduling = Scheduling {
    reads: |graph| graph,
    starts,
    ready: |node, _, done| node.dependencies.iter().all(|id| done(id)),
    rushes: |_| false,
    done,
    inputs: |outputs| outputs,
    times: |_| 1,
    agent_limit: |graph, node| node.timeout.or(graph.per_agent),
    counts_from: |started, _| started,
    total_limit: |graph| graph.total,
    renews_total: false,
    gives_up: || State::TimedOut { late: None },
    asks_again: false,
    beside: |_| {},
    goes_on: |on_failure| on_failure == Some("continue"),
    reports,
    status,
};

/// The policy, for a mutant to change.
pub(in crate::suites::awp) fn policy(policies: &mut Policies) -> &mut Scheduling {
    policies.change(&DOCUMENT)
}

/// Nothing of a graph that must not be run is started.
pub(in crate::suites::awp) fn starts(graph: &Graph) -> Start {
    if graph.fault().is_none() { Start::Runs } else { Start::Rejected }
}

/// Only what came in time is handed on.
pub(in crate::suites::awp) fn done(state: &State) -> Option<Value> {
    if let State::Completed(output) = state { Some(output.clone()) } else { None }
}

/// Every agent is reported as it ended.
pub(in crate::suites::awp) fn reports(state: &State) -> Value {
    match state {
        State::Completed(output) => json!({"status": "completed", "output": output}),
        State::Failed(error) => json!({"status": "failed", "error": error}),
        State::TimedOut { .. } => json!({"status": "timed_out", "error": "time limit"}),
        State::Waiting | State::Running { .. } | State::Skipped => json!({"status": "skipped"}),
    }
}

fn status(all: bool, any: bool) -> &'static str {
    match (all, any) {
        (true, _) => "completed",
        (false, true) => "partial",
        (false, false) => "failed",
    }
}
