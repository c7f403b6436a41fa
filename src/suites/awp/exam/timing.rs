//! What time limits demand of a run, told without a clock.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::model::runtime::graph::{Graph, Node};
use super::super::model::runtime::run::{delay, is_hung};
use super::agents::GRACE;
use super::run::{Happened, Outcome, happened, result, story};
use crate::rule::{Judgement, WrongShape};
use crate::subject::Answer;

/// The longest limit that a workflow sets.
pub(in crate::suites::awp) fn longest(graph: &Graph) -> f64 {
    let nodes = graph.nodes.iter().filter_map(|node| node.timeout);
    nodes.chain(graph.per_agent).chain(graph.total).fold(0.0, f64::max)
}

/// A run, and what came of it.
struct Seen<'a> {
    graph: &'a Graph,
    agents: &'a Value,
    list: Vec<Happened<'a>>,
    result: Outcome<'a>,
    answer: &'a Value,
}

/// Judges one run.
pub(in crate::suites::awp) fn judge(run: &Value, answer: &Answer) -> Result<Judgement, WrongShape> {
    let (list, result) = (happened(&answer.trace)?, result(&answer.value)?);
    let graph = match Graph::read(&run["workflow"]) {
        Ok(graph) if graph.fault().is_none() => graph,
        Ok(_) => return Ok(Judgement::open("a graph that must not be run")),
        Err(why) => return Ok(Judgement::open(why)),
    };
    let known = ["stop", "continue"];
    if !graph.on_failure.as_deref().is_some_and(|it| known.contains(&it)) {
        return Ok(Judgement::open("an on_failure that the document does not explain"));
    }
    let seen = Seen { graph: &graph, agents: &run["agents"], list, result, answer: &answer.value };
    let failure = seen
        .not_given_up()
        .or_else(|| seen.asked_again())
        .or_else(|| seen.statuses())
        .or_else(|| seen.dependents())
        .or_else(|| seen.goes_on())
        .or_else(|| seen.starts_too_late())
        .or_else(|| seen.run_status());
    Ok(match (failure, seen.node_limit()) {
        (Some(failure), _) => failure,
        (None, None) => Judgement::held(),
        (None, Some(reading)) => Judgement::held().consistent_with("node-limit", &[reading]),
    })
}

impl Seen<'_> {
    #[expect(clippy::unnecessary_wraps, reason = "every caller answers with a judgement or none")]
    fn failed(&self, kind: &str, due: impl Into<Value>) -> Option<Judgement> {
        Some(Judgement::failed(kind, due, self.answer.clone()))
    }

    /// A failure that shows with line `at`: what happened up to it, and what was wrong with it.
    fn failed_at(&self, at: usize, kind: &str, due: String, end: String) -> Judgement {
        Judgement::failed(kind, due, story(&self.list, at, end))
    }

    fn started(&self, id: &str) -> Option<usize> {
        self.list.iter().position(|it| matches!(it, Happened::Started(agent, _) if *agent == id))
    }

    fn answered(&self, id: &str) -> Option<usize> {
        self.list.iter().position(|it| *it == Happened::Answered(id))
    }

    /// The agents that hang and were started.
    fn hanging(&self) -> Vec<&Node> {
        let hung = |node: &&Node| is_hung(self.agents, &node.id) && self.started(&node.id).is_some();
        self.graph.nodes.iter().filter(hung).collect()
    }

    /// A limit of the workflow bounds every agent; a limit of one node may not count.
    fn is_bounded(&self) -> bool {
        self.graph.per_agent.or(self.graph.total).is_some()
    }

    /// A hung agent answers only long after every limit: nobody may be waiting for it any more.
    fn not_given_up(&self) -> Option<Judgement> {
        let waited = |node: &&Node| self.answered(&node.id).is_some() && self.result.status_of(&node.id) != "timed_out";
        let waited_for = self.hanging().into_iter().find(waited)?;
        let due = format!("{} is given up within its limit and {GRACE} s", waited_for.id);
        if self.is_bounded() { self.failed("a hung agent is waited for beyond every limit", due) } else { None }
    }

    /// Under `stop` nothing starts after a time-out, not even the agent that was late. That every agent starts once in
    /// a run without limits is another rule's matter, and is looked at before this counts.
    fn asked_again(&self) -> Option<Judgement> {
        if self.graph.on_failure.as_deref() != Some("stop") || self.graph.per_agent.is_none() {
            return None;
        }
        let starts = |id: &str, it: &Happened<'_>| matches!(it, Happened::Started(agent, _) if *agent == id);
        let second = |id: &str| (0..self.list.len()).filter(|at| starts(id, &self.list[*at])).nth(1);
        let (id, at) = self.hanging().into_iter().find_map(|node| Some((&node.id, second(&node.id)?)))?;
        let (due, end) = (format!("{id} is started once"), format!("{id} has timed out"));
        Some(self.failed_at(at, "an agent that timed out is started again", due, end))
    }

    /// Which reading of a node's own limit this run shows, if any.
    fn node_limit(&self) -> Option<&'static str> {
        let own = |node: &&&Node| node.timeout.is_some() && !self.is_bounded();
        let node = *self.hanging().iter().find(own)?;
        let given_up = self.answered(&node.id).is_none() || self.result.status_of(&node.id) == "timed_out";
        Some(if given_up { "enforced" } else { "ignored" })
    }

    fn statuses(&self) -> Option<Judgement> {
        let hanging: Vec<&Node> = self.hanging().into_iter().filter(|node| self.answered(&node.id).is_none()).collect();
        let status = |node: &Node| self.result.status_of(&node.id).to_owned();
        if let Some(node) = hanging.iter().find(|node| status(node) == "completed") {
            return self.failed("an agent that never answered is completed", format!("{} is timed out", node.id));
        }
        // At a stop and at the total limit, what becomes of agents in flight is open.
        let goes_on = self.graph.on_failure.as_deref() == Some("continue") && self.graph.total.is_none();
        let timed_out = hanging.iter().filter(|node| status(node) == "timed_out").count();
        let few = if goes_on { timed_out < hanging.len() } else { self.graph.total.is_none() && timed_out == 0 };
        if few && !hanging.is_empty() {
            return self.failed("a hung agent is not reported as timed out", json!({"status": "timed_out"}));
        }
        if goes_on {
            let let_go = |node: &&Node| {
                self.started(&node.id).is_some() && ["failed", "skipped"].contains(&status(node).as_str())
            };
            if let Some(node) = self.graph.nodes.iter().find(let_go) {
                return self
                    .failed("an agent is let go of although the run goes on", format!("{} is waited for", node.id));
            }
        }
        // A second is generous: an agent that answers so long before its limit is never over it.
        if goes_on && let Some(limit) = self.graph.per_agent {
            let quick = |node: &&Node| {
                let takes = delay(self.agents, &node.id).unwrap_or(0.0);
                !is_hung(self.agents, &node.id) && takes + 1.0 <= node.timeout.unwrap_or(limit)
            };
            let over = |node: &&Node| {
                let answered_and_lost = self.answered(&node.id).is_some() && status(node) != "completed";
                answered_and_lost || status(node) == "timed_out"
            };
            if let Some(node) = self.graph.nodes.iter().filter(quick).find(over) {
                return self
                    .failed("an agent that answered in time is not completed", format!("{} is completed", node.id));
            }
        }
        None
    }

    /// Nobody starts on the answer of an agent that was given up.
    fn dependents(&self) -> Option<Judgement> {
        for node in &self.graph.nodes {
            let Some(at) = self.started(&node.id) else { continue };
            let given_up = |id: &&String| self.result.status_of(id) == "timed_out";
            if let Some(id) = node.dependencies.iter().find(given_up) {
                let late = self.answered(id).is_some_and(|answered| answered < at);
                let kind = if late {
                    "a late answer reaches a dependent"
                } else {
                    "a dependent of a timed-out agent is started"
                };
                let end = format!("{id} has timed out");
                return Some(self.failed_at(at, kind, format!("{} is not started", node.id), end));
            }
        }
        None
    }

    /// Under `continue`, an agent whose dependencies are all completed runs.
    fn goes_on(&self) -> Option<Judgement> {
        if self.graph.on_failure.as_deref() != Some("continue") || self.graph.total.is_some() {
            return None;
        }
        let ready = |node: &&Node| node.dependencies.iter().all(|id| self.result.status_of(id) == "completed");
        let idle = self.graph.nodes.iter().filter(ready).find(|node| self.started(&node.id).is_none())?;
        self.failed("an agent that could go on is not started", format!("{} is started", idle.id))
    }

    /// Slow agents take their time for certain: one that starts at the end of a long chain of them starts late.
    fn starts_too_late(&self) -> Option<Judgement> {
        let since_start = self.earliest(0);
        if let Some(total) = self.graph.total
            && let Some((id, _)) = since_start.iter().find(|(_, seconds)| **seconds >= total + GRACE)
        {
            let (due, end) = (format!("{id} is not started"), format!("the total limit of {total} s is over"));
            return Some(self.failed_at(self.started(id)?, "an agent starts after the total limit", due, end));
        }
        if self.graph.on_failure.as_deref() != Some("stop") {
            return None;
        }
        for node in self.hanging().into_iter().filter(|node| self.result.status_of(&node.id) == "timed_out") {
            let limit = node.timeout.into_iter().chain(self.graph.per_agent).fold(0.0, f64::max);
            let since = self.earliest(self.started(&node.id).unwrap_or(0));
            let late = since.into_iter().find(|(_, seconds)| limit > 0.0 && *seconds >= limit + GRACE);
            if let Some((id, _)) = late {
                let (due, end) = (format!("{id} is not started"), format!("{} has timed out", node.id));
                let at = self.started(id)?;
                return Some(self.failed_at(at, "an agent starts although the run has stopped", due, end));
            }
        }
        None
    }

    /// For every agent started after the line `from`: how long after it that was, at the least.
    fn earliest(&self, from: usize) -> BTreeMap<&str, f64> {
        let mut earliest: BTreeMap<&str, f64> = BTreeMap::new();
        for it in &self.list[from.min(self.list.len())..] {
            let Happened::Started(agent, _) = it else { continue };
            let Some(node) = self.graph.node(agent) else { continue };
            let after = node.dependencies.iter().filter_map(|id| {
                let started = earliest.get(id.as_str())?;
                Some(started + delay(self.agents, id).filter(|_| !is_hung(self.agents, id)).unwrap_or(0.0))
            });
            let least = after.fold(0.0, f64::max);
            earliest.entry(agent).or_insert(least);
        }
        earliest
    }

    fn run_status(&self) -> Option<Judgement> {
        let all = self.graph.nodes.iter().all(|node| self.result.status_of(&node.id) == "completed");
        match (all, self.result.status) {
            (_, "rejected") => self.failed("a run is rejected that nothing forbids", json!("not rejected")),
            (false, "completed") => {
                self.failed("a run is completed without all of its agents", json!("partial or failed"))
            }
            (true, "partial" | "failed") => {
                self.failed("a run whose agents all completed is not completed", json!("completed"))
            }
            _ => None,
        }
    }
}
