//! The reference runtime's scheduler: starts what is ready, waits for
//! whatever comes first, a reply or a time limit, and applies `on_failure`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::super::prelude::*;
use super::graph::{Fault, Graph, Node};
use crate::subject::{Host, Refusal, Ticket};

/// Where an agent is.
#[derive(Debug, Clone, PartialEq)]
enum State {
    Waiting,
    Running { since: Instant },
    Completed(Value),
    Failed(String),
    TimedOut,
    Skipped,
}

struct Run<'a> {
    quirks: &'a Quirks,
    host: &'a Host,
    graph: Graph,
    states: BTreeMap<String, State>,
    tickets: BTreeMap<Ticket, String>,
    began: Instant,
    stopped: bool,
    /// Agents whose reply came after their limit and counted all the same: a quirk.
    late: Vec<String>,
}

/// Runs a workflow.
pub(in super::super) fn run(quirks: &Quirks, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let rejected = Ok(json!({"status": "rejected", "agents": {}}));
    let Ok(mut graph) = Graph::read(&params["workflow"]) else { return rejected };
    spoil(quirks, &mut graph);
    let late = match graph.fault() {
        None => false,
        Some(Fault::Cycle) if quirks.has("run-short-rings-only") && !has_short_ring(&graph) => false,
        Some(Fault::Cycle) if quirks.has("run-cycle-noticed-late") => true,
        Some(Fault::Dangling) if quirks.has("run-dangling-noticed-late") => true,
        Some(Fault::Dangling) if quirks.has("run-dangling-skipped") => false,
        Some(_) => return rejected,
    };
    let states = graph.nodes.iter().map(|node| (node.id.clone(), State::Waiting)).collect();
    let mut run = Run {
        quirks,
        host,
        graph,
        states,
        tickets: BTreeMap::new(),
        began: Instant::now(),
        stopped: false,
        late: Vec::new(),
    };
    run.go_on()?;
    if late { rejected } else { Ok(run.result()) }
}

/// Quirks that are misreadings of the graph.
fn spoil(quirks: &Quirks, graph: &mut Graph) {
    let ids: Vec<String> = graph.nodes.iter().map(|node| node.id.clone()).collect();
    for node in &mut graph.nodes {
        if quirks.has("run-misses-self-loops") {
            node.dependencies.retain(|id| *id != node.id);
        }
        if quirks.has("run-ignores-dangling") {
            node.dependencies.retain(|id| ids.contains(id));
        }
        if quirks.has("run-ignores-case") {
            let like = |id: &String| ids.iter().find(|known| known.eq_ignore_ascii_case(id)).unwrap_or(id).clone();
            node.dependencies = node.dependencies.iter().map(like).collect();
        }
        if quirks.has("run-first-dependency") {
            node.dependencies.truncate(1);
        }
    }
}

fn has_short_ring(graph: &Graph) -> bool {
    let waits = |node: &Node, id: &str| node.dependencies.iter().any(|it| it == id);
    graph.nodes.iter().any(|a| graph.nodes.iter().any(|b| waits(a, &b.id) && waits(b, &a.id)))
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
                State::Running { .. } if !self.stopped => State::TimedOut,
                State::Running { .. } | State::Waiting => State::Skipped,
                other => other,
            };
        }
        Ok(())
    }

    fn is_over_time(&self) -> bool {
        let looks = !self.quirks.has("time-no-total") && !self.quirks.has("time-total-only-when-hung");
        looks && self.graph.total.is_some_and(|total| self.began.elapsed().as_secs_f64() >= total)
    }

    fn start_ready(&mut self) {
        if self.stopped || self.is_over_time() {
            return;
        }
        for node in self.graph.nodes.clone() {
            if self.states.get(&node.id) == Some(&State::Waiting) && self.is_ready(&node) {
                let mut inputs: Object = node
                    .dependencies
                    .iter()
                    .filter_map(|id| match self.states.get(id) {
                        Some(State::Completed(output)) => Some((id.clone(), output.clone())),
                        _ => None,
                    })
                    .collect();
                if self.quirks.has("run-last-input-only") && inputs.len() > 1 {
                    inputs = inputs.into_iter().next_back().into_iter().collect();
                }
                if self.quirks.has("run-no-inputs") {
                    inputs.clear();
                }
                let times =
                    if self.quirks.has("run-twice-after-two") { node.dependencies.len().clamp(1, 2) } else { 1 };
                for _ in 0..times {
                    let ticket = self.host.start("host/step", json!({"agent": node.id, "inputs": inputs}));
                    self.tickets.insert(ticket, node.id.clone());
                }
                self.states.insert(node.id, State::Running { since: Instant::now() });
            }
        }
    }

    fn is_ready(&self, node: &Node) -> bool {
        let done = |id: &String| match self.states.get(id) {
            Some(State::Completed(_)) => true,
            Some(State::TimedOut) => self.quirks.has("time-dependents-run"),
            _ => false,
        };
        if self.quirks.has("run-all-at-once") {
            return true;
        }
        if self.quirks.has("run-any-dependency") {
            return node.dependencies.is_empty() || node.dependencies.iter().any(done);
        }
        if self.quirks.has("run-in-document-order") {
            return self.graph.nodes.iter().map(|node| &node.id).take_while(|id| **id != node.id).all(done);
        }
        if self.quirks.has("run-counts-names") {
            let answered =
                self.graph.nodes.iter().filter(|other| node.dependencies.contains(&other.id) && done(&other.id));
            return answered.count() == node.dependencies.len();
        }
        node.dependencies.iter().all(done)
    }

    fn limit_of(&self, id: &str) -> Option<f64> {
        if self.quirks.has("time-no-agent-limit") {
            return None;
        }
        self.graph.node(id)?.timeout.or(self.graph.per_agent)
    }

    /// How long until the next limit expires.
    fn next_limit(&self) -> Option<Duration> {
        let agents = self.states.iter().filter_map(|(id, state)| match state {
            State::Running { since } => Some(self.limit_of(id)? - since.elapsed().as_secs_f64()),
            _ => None,
        });
        let total = self
            .graph
            .total
            .filter(|_| !self.quirks.has("time-no-total") && !self.quirks.has("time-total-only-when-hung"));
        let total = total.map(|total| total - self.began.elapsed().as_secs_f64());
        agents.chain(total).reduce(f64::min).map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 60.0)))
    }

    fn take(&mut self, ticket: Ticket, value: &Value) {
        let Some(id) = self.tickets.get(&ticket).cloned() else { return };
        let late = self.states.get(&id) == Some(&State::TimedOut) && self.quirks.has("time-late-reply-counts");
        if !matches!(self.states.get(&id), Some(State::Running { .. })) && !late {
            return;
        }
        if late {
            self.late.push(id.clone());
        }
        let state = if value["ok"] == true {
            State::Completed(value["output"].clone())
        } else {
            State::Failed(value["error"].as_str().unwrap_or("failed").to_owned())
        };
        let failed = !matches!(state, State::Completed(_));
        self.states.insert(id, state);
        if failed {
            self.apply_strategy();
        }
    }

    /// Times out what is over its limit.
    fn expire(&mut self) {
        let over: Vec<String> = self
            .states
            .iter()
            .filter(|(id, state)| match state {
                State::Running { since } => {
                    self.limit_of(id).is_some_and(|limit| since.elapsed().as_secs_f64() >= limit)
                }
                _ => false,
            })
            .map(|(id, _)| id.clone())
            .collect();
        for id in over {
            let state = if self.quirks.has("time-reported-failed") {
                State::Failed("timeout".to_owned())
            } else {
                State::TimedOut
            };
            self.states.insert(id, state);
            if self.quirks.has("time-takes-all-down") {
                for state in self.states.values_mut().filter(|state| matches!(state, State::Completed(_))) {
                    *state = State::TimedOut;
                }
            }
            self.apply_strategy();
        }
    }

    fn apply_strategy(&mut self) {
        let goes_on = match self.graph.on_failure.as_deref() {
            Some("continue") => !self.quirks.has("time-continue-stops"),
            _ => self.quirks.has("time-stop-goes-on"),
        };
        self.stopped |= !goes_on;
    }

    fn result(&self) -> Value {
        let mut agents = Object::new();
        for (id, state) in &self.states {
            let entry = match state {
                State::Completed(_) if self.late.contains(id) => json!({"status": "timed_out"}),
                State::Completed(output) => json!({"status": "completed", "output": output}),
                State::Failed(error) => json!({"status": "failed", "error": error}),
                State::TimedOut if self.quirks.has("time-reported-completed") => json!({"status": "completed"}),
                State::TimedOut => json!({"status": "timed_out", "error": "time limit"}),
                _ => json!({"status": "skipped"}),
            };
            agents.insert(id.clone(), entry);
        }
        let all = self.states.values().all(|state| matches!(state, State::Completed(_)));
        let any = self.states.values().any(|state| matches!(state, State::Completed(_)));
        let status = match (all, any) {
            (true, _) => "completed",
            _ if self.quirks.has("time-always-completed") => "completed",
            (false, true) => "partial",
            (false, false) => "failed",
        };
        json!({"status": status, "agents": agents})
    }
}
