//! Steps side by side: on one thread, with as many host calls open as the limit allows.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::model::workflow::{Parallel, Step, Strategy, Workflow};
use super::rejected;
use crate::subject::{Host, Policies, Quirks, Refusal, Ticket};

/// What a parallel run decides.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// Whether a ring of dependencies of that length is found before anything starts.
    pub(crate) finds_ring: fn(usize) -> bool,
    /// How many steps may be in flight.
    pub(crate) limit: fn(&Executor<'_>) -> usize,
    /// Whether the failures so far let no other step start.
    pub(crate) is_stopped: fn(&Executor<'_>) -> bool,
    /// Whether the step at a position waits for nothing any more.
    pub(crate) is_ready: fn(&Executor<'_>, usize) -> bool,
    /// Whether a step completed, by its reply.
    pub(crate) is_completed: fn(&Value) -> bool,
    /// What a step is given.
    pub(crate) inputs: fn(&Executor<'_>, &Step<'_>) -> Map<String, Value>,
    /// Whether what was done is undone at the end.
    pub(crate) rolls_back: fn(&Executor<'_>) -> bool,
    /// The steps to undo, in that order.
    pub(crate) undo: fn(&Executor<'_>) -> Vec<usize>,
    /// What a step is reported as whose dependency failed.
    pub(crate) unmet: &'static str,
}

/// As the document says; a step whose dependency failed is skipped.
pub(crate) static DOCUMENT: Policy = Policy {
    finds_ring: |_| true,
    limit: |executor| executor.parallel.limit,
    is_stopped,
    is_ready: |executor, at| executor.needs(at).iter().all(|on| executor.outputs.contains_key(on)),
    is_completed: |reply| reply["ok"] == true,
    inputs,
    rolls_back: |executor| executor.is(Strategy::Rollback) && !executor.errors.is_empty(),
    undo: |executor| executor.compensable(executor.completed.iter().rev().copied()),
    unmet: "skipped",
};

/// The same, to change it.
pub(crate) fn policy(policies: &mut Policies) -> &mut Policy {
    policies.change(&DOCUMENT)
}

/// Where a step has got to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// It has not started.
    Waiting,
    /// It is in flight.
    Running,
    /// It was answered well.
    Completed,
    /// It was answered with a failure.
    Failed,
}

/// A run under way.
pub(crate) struct Executor<'r> {
    quirks: &'r Quirks,
    policy: &'r Policy,
    host: &'r Host,
    /// What is run.
    pub(crate) workflow: &'r Workflow<'r>,
    /// How it is run.
    pub(crate) parallel: Parallel,
    /// Where each step has got to.
    pub(crate) status: Vec<Status>,
    /// What the steps gave back.
    pub(crate) outputs: BTreeMap<&'r str, Value>,
    /// The steps that completed, in that order.
    pub(crate) completed: Vec<usize>,
    /// The steps that were started, in that order.
    pub(crate) started: Vec<usize>,
    /// The steps that failed, in that order, and why.
    pub(crate) errors: Vec<(usize, Value)>,
    open: BTreeMap<Ticket, usize>,
}

/// Runs the steps side by side, each as soon as all that it depends on has completed.
pub(super) fn run(quirks: &Quirks, workflow: &Workflow<'_>, parallel: Parallel, host: &Host) -> Result<Value, Refusal> {
    let policy = quirks.policy(&DOCUMENT);
    if workflow.shortest_ring().is_some_and(policy.finds_ring) {
        return Ok(rejected("the dependencies form a ring"));
    }
    let known = |on: &&str| workflow.step(on).is_some();
    if !workflow.steps.iter().all(|step| step.dependencies.iter().all(&known)) {
        return Ok(rejected("a dependency is no step of the workflow"));
    }
    let mut executor = Executor {
        quirks,
        policy,
        host,
        workflow,
        parallel,
        status: vec![Status::Waiting; workflow.steps.len()],
        outputs: BTreeMap::new(),
        completed: Vec::new(),
        started: Vec::new(),
        errors: Vec::new(),
        open: BTreeMap::new(),
    };
    executor.run()?;
    Ok(executor.result())
}

/// Whether the strategy lets nothing start after the failures so far.
pub(crate) fn is_stopped(executor: &Executor<'_>) -> bool {
    executor.parallel.strategy != Strategy::ContinueOnError && !executor.errors.is_empty()
}

/// The outputs of all that a step depends on.
pub(crate) fn inputs(executor: &Executor<'_>, step: &Step<'_>) -> Map<String, Value> {
    let given = |on: &&str| Some(((*on).to_owned(), executor.outputs.get(on)?.clone()));
    step.dependencies.iter().filter_map(given).collect()
}

impl<'r> Executor<'r> {
    /// What is remembered from earlier runs of the same process.
    pub(crate) fn quirks(&self) -> &Quirks {
        self.quirks
    }

    /// Whether the run follows that strategy.
    pub(crate) fn is(&self, strategy: Strategy) -> bool {
        self.parallel.strategy == strategy
    }

    /// The steps that the one at a position depends on.
    pub(crate) fn needs(&self, at: usize) -> &[&'r str] {
        &self.workflow.steps[at].dependencies
    }

    /// Where the step of that name has got to.
    pub(crate) fn status_of(&self, id: &str) -> Option<Status> {
        let at = self.workflow.steps.iter().position(|step| step.id == id)?;
        Some(self.status[at])
    }

    /// The steps that wait for nothing any more and have not started.
    pub(crate) fn ready(&self) -> Vec<usize> {
        let is_ready = |&at: &usize| self.status[at] == Status::Waiting && (self.policy.is_ready)(self, at);
        (0..self.status.len()).filter(is_ready).collect()
    }

    /// Those of the steps that can be undone.
    pub(crate) fn compensable(&self, steps: impl Iterator<Item = usize>) -> Vec<usize> {
        steps.filter(|at| self.workflow.steps[*at].compensable).collect()
    }

    fn run(&mut self) -> Result<(), Refusal> {
        loop {
            while self.open.len() < (self.policy.limit)(self)
                && !(self.policy.is_stopped)(self)
                && let Some(&next) = self.ready().first()
            {
                self.start(next);
            }
            if self.open.is_empty() {
                break;
            }
            self.host.idle();
            let (ticket, reply) = self.host.next()?;
            self.take_in(ticket, &reply);
        }
        if (self.policy.rolls_back)(self) {
            self.roll_back()?;
        }
        Ok(())
    }

    fn start(&mut self, at: usize) {
        let step = &self.workflow.steps[at];
        let inputs = (self.policy.inputs)(self, step);
        let ticket = self.host.start("host/step", json!({"stepId": step.id, "inputs": inputs}));
        self.open.insert(ticket, at);
        self.status[at] = Status::Running;
        self.started.push(at);
    }

    fn take_in(&mut self, ticket: Ticket, reply: &Value) {
        let Some(at) = self.open.remove(&ticket) else { return };
        if (self.policy.is_completed)(reply) {
            self.status[at] = Status::Completed;
            self.outputs.insert(self.workflow.steps[at].id, reply["output"].clone());
            self.completed.push(at);
        } else {
            self.status[at] = Status::Failed;
            self.errors.push((at, reply["error"].clone()));
        }
    }

    fn roll_back(&mut self) -> Result<(), Refusal> {
        for at in (self.policy.undo)(self) {
            self.host.start("host/compensate", json!({"stepId": self.workflow.steps[at].id}));
            self.host.idle();
            self.host.next()?;
        }
        Ok(())
    }

    fn result(&self) -> Value {
        let steps = (0..self.status.len()).map(|at| self.reported(at));
        let errors =
            self.errors.iter().map(|(at, message)| json!({"stepId": self.workflow.steps[*at].id, "message": message}));
        let all_completed = self.completed.len() == self.workflow.steps.len();
        json!({
            "status": if all_completed { "completed" } else { "failed" },
            "steps": steps.collect::<Vec<_>>(),
            "checkpoints": [],
            "errors": errors.collect::<Vec<_>>(),
        })
    }

    fn reported(&self, at: usize) -> Value {
        let id = self.workflow.steps[at].id;
        match self.status[at] {
            Status::Completed => json!({"stepId": id, "status": "completed", "output": self.outputs[id]}),
            Status::Failed => {
                let error = self.errors.iter().find(|(failed, _)| *failed == at).map(|(_, error)| error);
                json!({"stepId": id, "status": "failed", "error": error})
            }
            Status::Waiting | Status::Running => {
                let is_unmet = self.needs(at).iter().any(|on| !self.outputs.contains_key(on));
                json!({"stepId": id, "status": if is_unmet { self.policy.unmet } else { "cancelled" }})
            }
        }
    }
}
