//! The agents of a run as the harness plays them.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::model::runtime::params::items;
use super::super::model::runtime::run::{delay, is_hung};
use crate::subject::{Moment, Reply, World};

/// What an agent answers: what the case says, or something of its own.
pub(in crate::suites::awp) fn output(outputs: &Value, agent: &str) -> Value {
    let of_its_own = || json!({"by": agent, "parts": [agent, 1]});
    outputs.get(agent).filter(|output| !output.is_null()).cloned().unwrap_or_else(of_its_own)
}

fn reply(to: usize, outputs: &Value, agent: &str) -> Reply {
    Reply { to, value: json!({"ok": true, "output": output(outputs, agent)}) }
}

/// Agents whose replies are held until the subject rests, and then given one by one in an order of the case's own.
#[derive(Debug)]
pub(in crate::suites::awp) struct Held {
    outputs: Value,
    open: Vec<(usize, String)>,
    order: Vec<u64>,
    given: usize,
}

impl Held {
    /// An empty order holds nothing: every agent answers at once.
    pub(in crate::suites::awp) fn new(case: &Value) -> Self {
        let order = items(&case["release"]).iter().filter_map(Value::as_u64).collect();
        Self { outputs: case["outputs"].clone(), open: Vec::new(), order, given: 0 }
    }
}

impl World for Held {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        match moment {
            Moment::Asked { id, params, .. } => {
                let agent = params["agent"].as_str().unwrap_or_default();
                if self.order.is_empty() {
                    return vec![reply(id, &self.outputs, agent)];
                }
                self.open.push((id, agent.to_owned()));
                Vec::new()
            }
            Moment::Event(_) => Vec::new(),
            Moment::Rest if self.open.is_empty() => Vec::new(),
            Moment::Rest => {
                let choice = self.order[self.given % self.order.len()];
                self.given += 1;
                let at = usize::try_from(choice).unwrap_or(0) % self.open.len();
                let (id, agent) = self.open.remove(at);
                vec![reply(id, &self.outputs, &agent)]
            }
        }
    }
}

/// Agents that answer at once, after a while, or practically never.
#[derive(Debug)]
pub(in crate::suites::awp) struct Timed {
    /// What each agent does, as the case says it.
    agents: Value,
    give_up: Duration,
    /// The open ones: their number, their name, and when they were first seen waiting.
    waiting: Vec<(usize, String, Option<Duration>)>,
}

/// How long after its time limit a hung agent is answered after all, so that a subject without limits comes to an end.
pub(in crate::suites::awp) const GRACE: f64 = 5.0;

impl Timed {
    /// The agents of one run, the hung ones silent until `give_up`.
    pub(in crate::suites::awp) fn new(run: &Value, give_up: Duration) -> Self {
        Self { agents: run["agents"].clone(), give_up, waiting: Vec::new() }
    }

    fn wait_of(&self, agent: &str) -> Option<Duration> {
        if is_hung(&self.agents, agent) {
            return Some(self.give_up);
        }
        delay(&self.agents, agent).map(Duration::from_secs_f64)
    }
}

impl World for Timed {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        let Moment::Asked { id, params, .. } = moment else { return Vec::new() };
        let agent = params["agent"].as_str().unwrap_or_default();
        if self.wait_of(agent).is_none() {
            return vec![reply(id, &Value::Null, agent)];
        }
        self.waiting.push((id, agent.to_owned(), None));
        Vec::new()
    }

    fn tick(&mut self, elapsed: Duration) -> Vec<Reply> {
        let mut due = Vec::new();
        let mut left = Vec::new();
        for (id, agent, since) in std::mem::take(&mut self.waiting) {
            let since = since.unwrap_or(elapsed);
            if self.wait_of(&agent).is_none_or(|wait| elapsed.saturating_sub(since) >= wait) {
                due.push(reply(id, &Value::Null, &agent));
            } else {
                left.push((id, agent, Some(since)));
            }
        }
        self.waiting = left;
        due
    }
}
