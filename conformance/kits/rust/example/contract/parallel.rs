//! Steps side by side: whatever can run does, up to a limit (PE-001 to PE-003).
//!
//! One thread keeps all the host calls open, so replies are taken in one by one, in
//! the order in which they came.

use std::collections::BTreeMap;
use std::mem;

use proofmark::{Host, Refusal, Ticket};
use serde_json::{Value, json};

use super::ledger::Ledger;
use super::plan::Step;
use crate::json::count;
use crate::world::ask;

const DEFAULT_CONCURRENCY: usize = 5;

/// What a failure means for the other steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    FailFast,
    ContinueOnError,
    Rollback,
}

/// How the steps are to be run.
#[derive(Clone, Copy)]
pub(super) struct Settings {
    limit: usize,
    strategy: Strategy,
}

impl Settings {
    /// The settings given, with the defaults of the contract; or what is wrong with them.
    pub(super) fn read(parallel: &Value) -> Result<Self, String> {
        let limit = match &parallel["maxConcurrency"] {
            Value::Null => Some(DEFAULT_CONCURRENCY),
            given => count(given).filter(|limit| (1..=10).contains(limit)),
        };
        let strategy = match &parallel["failureStrategy"] {
            Value::Null => Some(Strategy::FailFast),
            given => match given.as_str() {
                Some("failFast") => Some(Strategy::FailFast),
                Some("continueOnError") => Some(Strategy::ContinueOnError),
                Some("rollback") => Some(Strategy::Rollback),
                _ => None,
            },
        };
        Ok(Self {
            limit: limit.ok_or("maxConcurrency is not an integer from 1 to 10.")?,
            strategy: strategy.ok_or("failureStrategy is none of failFast, continueOnError, rollback.")?,
        })
    }
}

/// Runs the steps, each as soon as all that it depends on has completed.
pub(super) fn run(host: &Host, steps: &[Step<'_>], settings: Settings) -> Result<Value, Refusal> {
    let mut run = Run { host, steps, settings, ledger: Ledger::default(), running: BTreeMap::new() };
    run.start_what_is_ready();
    while !run.running.is_empty() {
        host.idle();
        let (ticket, reply) = host.next()?;
        run.take_in(ticket, &reply);
        run.start_what_is_ready();
    }
    if settings.strategy == Strategy::Rollback && run.ledger.has_failures() {
        run.roll_back()?;
    }
    Ok(run.ledger.result(steps, &[]))
}

struct Run<'a> {
    host: &'a Host,
    steps: &'a [Step<'a>],
    settings: Settings,
    ledger: Ledger<'a>,
    running: BTreeMap<Ticket, &'a Step<'a>>,
}

impl<'a> Run<'a> {
    /// In the order of the array. Dependents of a failed step are never among them.
    fn start_what_is_ready(&mut self) {
        let is_running = |step: &Step<'_>| self.running.values().any(|other| other.id == step.id);
        let is_able = |step: &&Step<'_>| self.ledger.lets_start(step) && !is_running(step);
        let room = if self.has_stopped() { 0 } else { self.settings.limit - self.running.len() };
        let ready: Vec<&'a Step<'a>> = self.steps.iter().filter(is_able).take(room).collect();
        for step in ready {
            let params = json!({"stepId": step.id, "inputs": self.ledger.inputs(step)});
            self.running.insert(self.host.start("host/step", params), step);
        }
    }

    fn take_in(&mut self, ticket: Ticket, reply: &Value) {
        if let Some(step) = self.running.remove(&ticket) {
            self.ledger.enter(step, reply);
        }
        if self.has_stopped() {
            for step in mem::take(&mut self.running).values() {
                self.ledger.cancel(step);
            }
        }
    }

    fn has_stopped(&self) -> bool {
        self.ledger.has_failures() && self.settings.strategy != Strategy::ContinueOnError
    }

    /// Undoes what was completed and can be undone, the latest first.
    fn roll_back(&self) -> Result<(), Refusal> {
        for step in self.ledger.completed().iter().rev().filter(|step| step.is_compensable) {
            ask(self.host, "host/compensate", json!({"stepId": step.id}))?;
        }
        Ok(())
    }
}
