//! Running an AWP graph: an agent starts when its dependencies are done, and has so long to answer (R17).
//!
//! When an agent fails or runs out of time, `execution.on_failure` decides:
//!
//! | value | what happens |
//! |---|---|
//! | `stop` (the default) | nothing more is started, and what is running is given up |
//! | `continue` | agents that depend on it are skipped, the others go on |
//! | `skip` | agents that depend on it run all the same, without its output |
//! | `retry` | it gets one more chance; after that, `stop` |

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use proofmark::{Host, Refusal, Ticket};
use serde_json::{Map, Value, json};

use super::graph::{self, Node};
use super::limits::{from_now, is_past, seconds};
use super::outcome::{Outcome, Outcomes};
use super::report::Report;

/// Answers `awp/run`.
pub(super) fn run(params: &Value, host: &Host) -> Result<Value, Refusal> {
    let execution = &params["workflow"]["execution"];
    let graph = graph::of(&params["workflow"]);
    let mut report = Report::default();
    graph::check(&graph, &mut report);
    if report.has_errors() {
        return Ok(json!({"status": "rejected", "agents": {}, "diagnostics": report.into_diagnostics()}));
    }
    let run = Run {
        host,
        graph,
        on_failure: execution["on_failure"].as_str().unwrap_or("stop"),
        limit_for_all: seconds(&execution["timeout_per_agent"]),
        until: seconds(&execution["timeout_total"]).and_then(from_now),
        started: BTreeSet::new(),
        running: BTreeMap::new(),
        outcomes: Outcomes::default(),
    };
    run.finish()
}

/// An agent at work.
struct Attempt<'a> {
    node: Node<'a>,
    until: Option<Instant>,
    may_retry: bool,
}

/// One run of a workflow whose graph is in order.
struct Run<'a> {
    host: &'a Host,
    graph: Vec<Node<'a>>,
    on_failure: &'a str,
    limit_for_all: Option<Duration>,
    until: Option<Instant>,
    started: BTreeSet<&'a str>,
    running: BTreeMap<Ticket, Attempt<'a>>,
    outcomes: Outcomes<'a>,
}

impl<'a> Run<'a> {
    fn finish(mut self) -> Result<Value, Refusal> {
        loop {
            for node in self.ready() {
                self.started.insert(node.id);
                self.start(node, self.on_failure == "retry");
            }
            if self.running.is_empty() {
                return Ok(self.outcomes.result(&self.graph));
            }
            self.host.idle();
            let reply = match self.next_limit() {
                Some(limit) => self.host.next_within(limit.saturating_duration_since(Instant::now()))?,
                None => Some(self.host.next()?),
            };
            match reply {
                Some((ticket, reply)) => self.take(ticket, &reply),
                None => self.end_overdue(),
            }
            if self.is_over() {
                self.give_up_running();
            }
        }
    }

    /// The nodes that can start now, in the order of the graph.
    fn ready(&self) -> Vec<Node<'a>> {
        if self.is_over() {
            return Vec::new();
        }
        let is_ready =
            |node: &Node<'_>| !self.started.contains(node.id) && node.dependencies().all(|name| self.is_settled(name));
        self.graph.iter().copied().filter(is_ready).collect()
    }

    /// Whether those who depend on this agent may start.
    fn is_settled(&self, agent: &str) -> bool {
        self.outcomes.output_of(agent).is_some() || (self.on_failure == "skip" && self.outcomes.have(agent))
    }

    fn start(&mut self, node: Node<'a>, may_retry: bool) {
        let input = |name: &str| Some((name.to_owned(), self.outcomes.output_of(name)?.clone()));
        let inputs: Map<String, Value> = node.dependencies().filter_map(input).collect();
        let ticket = self.host.start("host/step", json!({"agent": node.id, "inputs": inputs}));
        let until = seconds(node.timeout).or(self.limit_for_all).and_then(from_now);
        self.running.insert(ticket, Attempt { node, until, may_retry });
    }

    fn next_limit(&self) -> Option<Instant> {
        self.running.values().filter_map(|attempt| attempt.until).chain(self.until).min()
    }

    /// Takes in a reply, unless its agent was given up meanwhile.
    fn take(&mut self, ticket: Ticket, reply: &Value) {
        let Some(attempt) = self.running.remove(&ticket) else { return };
        self.end(&attempt, Outcome::of(reply));
    }

    fn end_overdue(&mut self) {
        let overdue: Vec<_> = self.running.extract_if(.., |_, attempt| is_past(attempt.until)).collect();
        for (_, attempt) in overdue {
            self.end(&attempt, Outcome::TimedOut { error: "no answer within the time limit".to_owned() });
        }
    }

    fn end(&mut self, attempt: &Attempt<'a>, outcome: Outcome) {
        if !outcome.is_completed() && attempt.may_retry && !self.is_over() {
            self.start(attempt.node, false);
        } else {
            self.outcomes.note(attempt.node.id, outcome);
        }
    }

    /// Nothing more may start, and nobody waits for what is running.
    fn is_over(&self) -> bool {
        self.is_out_of_time() || self.has_stopped()
    }

    fn is_out_of_time(&self) -> bool {
        is_past(self.until)
    }

    fn has_stopped(&self) -> bool {
        !["continue", "skip"].contains(&self.on_failure) && self.outcomes.have_a_failure()
    }

    fn give_up_running(&mut self) {
        for attempt in std::mem::take(&mut self.running).into_values() {
            let outcome = if self.is_out_of_time() {
                Outcome::TimedOut { error: "the workflow ran out of time".to_owned() }
            } else {
                Outcome::Failed { error: "the workflow was stopped".to_owned() }
            };
            self.outcomes.note(attempt.node.id, outcome);
        }
    }
}
