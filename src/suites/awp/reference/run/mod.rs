//! The reference runtime's scheduler: starts what is ready, waits for
//! whatever comes first, a reply or a time limit, and applies `on_failure`.

mod policy;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(in crate::suites::awp) use self::policy::{
    DOCUMENT, Done, Scheduling, Start, State, done, policy, reports, starts,
};
use super::super::model::runtime::graph::Graph;
use super::super::model::runtime::params::Object;
use crate::subject::{Host, Refusal, Ticket};

struct Run<'a> {
    policy: &'a Scheduling,
    host: &'a Host,
    graph: Graph,
    states: BTreeMap<String, State>,
    tickets: BTreeMap<Ticket, String>,
    asked_again: BTreeSet<String>,
    began: Instant,
    stopped: bool,
}

/// Runs a workflow.
pub(super) fn run(policy: &Scheduling, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let rejected = || Ok(json!({"status": "rejected", "agents": {}}));
    let Ok(graph) = Graph::read(&params["workflow"]) else { return rejected() };
    let graph = (policy.reads)(graph);
    let start = (policy.starts)(&graph);
    if start == Start::Rejected {
        return rejected();
    }
    let states = graph.nodes.iter().map(|node| (node.id.clone(), State::Waiting)).collect();
    let (tickets, began) = (BTreeMap::new(), host.now());
    let asked_again = BTreeSet::new();
    let mut run = Run { policy, host, graph, states, tickets, asked_again, began, stopped: false };
    run.go_on()?;
    if start == Start::RejectedLate { rejected() } else { Ok(run.result()) }
}

impl Run<'_> {
    fn go_on(&mut self) -> Result<(), Refusal> {
        loop {
            self.start_ready();
            if !self.states.values().any(|state| matches!(state, State::Running { .. })) {
                break;
            }
            self.host.idle();
            let reply = match self.next_limit() {
                None => Some(self.host.next()?),
                Some(wait) => self.host.next_within(wait)?,
            };
            match reply {
                Some((ticket, value)) => self.take(ticket, &value),
                None => self.expire(),
            }
            if self.stopped || self.is_over_time() {
                break;
            }
        }
        for state in self.states.values_mut() {
            *state = match std::mem::replace(state, State::Skipped) {
                // At a stop, what is in flight is let go of.
                State::Running { .. } if !self.stopped => State::TimedOut { late: None },
                State::Running { .. } | State::Waiting => State::Skipped,
                other => other,
            };
        }
        Ok(())
    }

    fn seconds_since(&self, begin: Instant) -> f64 {
        self.host.now().duration_since(begin).as_secs_f64()
    }

    /// The seconds that are left of the whole run's.
    fn seconds_left(&self) -> Option<f64> {
        Some((self.policy.total_limit)(&self.graph)? - self.seconds_since(self.began))
    }

    fn is_over_time(&self) -> bool {
        self.seconds_left().is_some_and(|left| left <= 0.0)
    }

    fn start_ready(&mut self) {
        if self.stopped || self.is_over_time() {
            return;
        }
        for node in self.graph.nodes.clone() {
            let done = |id: &str| self.states.get(id).and_then(self.policy.done);
            let waits = self.states.get(&node.id) == Some(&State::Waiting);
            let dependencies: Vec<&State> = node.dependencies.iter().filter_map(|id| self.states.get(id)).collect();
            let ready = (self.policy.ready)(&node, &self.graph, &|id| done(id).is_some());
            if !waits || !(ready || (self.policy.rushes)(&dependencies)) {
                continue;
            }
            // An output is never null.
            let given = node.dependencies.iter().filter_map(|id| Some((id.clone(), done(id)?)));
            let inputs = (self.policy.inputs)(given.filter(|(_, output)| !output.is_null()).collect::<Object>());
            for _ in 0..(self.policy.times)(&node) {
                let ticket = self.host.start("host/step", json!({"agent": node.id, "inputs": inputs}));
                self.tickets.insert(ticket, node.id.clone());
            }
            self.states.insert(node.id, State::Running { since: self.host.now() });
            if self.policy.renews_total {
                self.began = self.host.now();
            }
        }
    }

    fn limit_of(&self, id: &str) -> Option<f64> {
        (self.policy.agent_limit)(&self.graph, self.graph.node(id)?)
    }

    /// How long an agent has been at work.
    fn at_work(&self, since: Instant) -> f64 {
        self.seconds_since((self.policy.counts_from)(since, self.began))
    }

    /// How long until the next limit expires.
    fn next_limit(&self) -> Option<Duration> {
        let agents = self.states.iter().filter_map(|(id, state)| match state {
            State::Running { since } => Some(self.limit_of(id)? - self.at_work(*since)),
            _ => None,
        });
        agents
            .chain(self.seconds_left())
            .reduce(f64::min)
            .map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 60.0)))
    }

    fn take(&mut self, ticket: Ticket, value: &Value) {
        let Some(state) = self.tickets.get(&ticket).and_then(|id| self.states.get_mut(id)) else { return };
        match state {
            State::Running { .. } if value["ok"] == true => *state = State::Completed(value["output"].clone()),
            State::Running { .. } => {
                *state = State::Failed(value["error"].as_str().unwrap_or("failed").to_owned());
                self.apply_strategy();
            }
            State::TimedOut { late } => *late = value.get("output").cloned(),
            _ => {}
        }
    }

    /// Times out what is over its limit.
    fn expire(&mut self) {
        let is_over = |id: &str, since: &Instant| self.limit_of(id).is_some_and(|limit| self.at_work(*since) >= limit);
        let over: Vec<String> = self
            .states
            .iter()
            .filter(|(id, state)| matches!(state, State::Running { since } if is_over(id, since)))
            .map(|(id, _)| id.clone())
            .collect();
        for id in over {
            if self.policy.asks_again && self.asked_again.insert(id.clone()) {
                self.states.insert(id, State::Waiting);
                continue;
            }
            self.states.insert(id, (self.policy.gives_up)());
            self.states.values_mut().for_each(self.policy.beside);
            self.apply_strategy();
        }
    }

    fn apply_strategy(&mut self) {
        self.stopped |= !(self.policy.goes_on)(self.graph.on_failure.as_deref());
    }

    fn result(&self) -> Value {
        let agents: Object = self.states.iter().map(|(id, state)| (id.clone(), (self.policy.reports)(state))).collect();
        let completed = |state: &State| matches!(state, State::Completed(_));
        let (all, any) = (self.states.values().all(completed), self.states.values().any(completed));
        json!({"status": (self.policy.status)(all, any), "agents": agents})
    }
}
