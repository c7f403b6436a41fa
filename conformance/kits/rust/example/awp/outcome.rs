//! What became of the agents of a run, and what that makes of the run.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::graph::Node;

/// What became of one agent.
#[derive(Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(super) enum Outcome {
    Completed { output: Value },
    Failed { error: String },
    TimedOut { error: String },
    Skipped,
}

impl Outcome {
    /// What an agent's reply comes to.
    pub(super) fn of(reply: &Value) -> Self {
        if reply["ok"] == true {
            Self::Completed { output: reply["output"].clone() }
        } else {
            Self::Failed { error: reply["error"].as_str().unwrap_or("failed").to_owned() }
        }
    }

    pub(super) fn is_completed(&self) -> bool {
        matches!(self, Self::Completed { .. })
    }
}

/// The outcomes of the agents that have ended.
#[derive(Default)]
pub(super) struct Outcomes<'a> {
    by_agent: BTreeMap<&'a str, Outcome>,
}

impl<'a> Outcomes<'a> {
    pub(super) fn note(&mut self, agent: &'a str, outcome: Outcome) {
        self.by_agent.insert(agent, outcome);
    }

    pub(super) fn have(&self, agent: &str) -> bool {
        self.by_agent.contains_key(agent)
    }

    /// What an agent put out, if it has completed.
    pub(super) fn output_of(&self, agent: &str) -> Option<&Value> {
        match self.by_agent.get(agent)? {
            Outcome::Completed { output } => Some(output),
            _ => None,
        }
    }

    pub(super) fn have_a_failure(&self) -> bool {
        !self.by_agent.values().all(Outcome::is_completed)
    }

    /// The result of a run: an agent that never ended never started.
    pub(super) fn result(&self, graph: &[Node<'_>]) -> Value {
        let outcome_of = |id: &str| json!(self.by_agent.get(id).unwrap_or(&Outcome::Skipped));
        let agents: Map<String, Value> = graph.iter().map(|node| (node.id.to_owned(), outcome_of(node.id))).collect();
        let completed = self.by_agent.values().filter(|outcome| outcome.is_completed()).count();
        let status = match completed {
            all if all == graph.len() => "completed",
            0 => "failed",
            _ => "partial",
        };
        json!({"status": status, "agents": agents})
    }
}
