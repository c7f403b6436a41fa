//! Steps side by side: on one thread, with as many host calls open as the limit allows.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::run::workflow::{Parallel, Step, Strategy, Workflow};
use super::rejected;
use crate::subject::{Host, Quirks, Refusal, Ticket};

/// Where a step has got to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Waiting,
    Running,
    Completed,
    Failed,
}

struct Executor<'r> {
    quirks: &'r Quirks,
    workflow: &'r Workflow<'r>,
    parallel: Parallel,
    host: &'r Host,
    status: Vec<Status>,
    outputs: BTreeMap<&'r str, Value>,
    /// The steps in flight.
    open: BTreeMap<Ticket, usize>,
    /// The steps that completed, in that order; and the ones started.
    completed: Vec<usize>,
    started: Vec<usize>,
    errors: Vec<(usize, Value)>,
    /// For a runtime that works in batches: what is left of this one.
    batch: Vec<usize>,
    /// How many slots a spoiled runtime has given back too often.
    leaked: usize,
}

/// Runs the steps side by side, each as soon as all that it depends on has completed.
pub(super) fn run(quirks: &Quirks, workflow: &Workflow<'_>, parallel: Parallel, host: &Host) -> Result<Value, Refusal> {
    if let Some(ring) = workflow.shortest_ring()
        && !overlooks(quirks, ring)
    {
        return Ok(rejected("the dependencies form a ring"));
    }
    let known = |on: &&str| workflow.step(on).is_some();
    if !workflow.steps.iter().all(|step| step.dependencies.iter().all(&known)) {
        return Ok(rejected("a dependency is no step of the workflow"));
    }
    let mut parallel = parallel;
    if quirks.has("continues-by-default") && parallel.strategy == Strategy::FailFast {
        parallel.strategy = Strategy::ContinueOnError;
    }
    let mut executor = Executor {
        quirks,
        workflow,
        parallel,
        host,
        status: vec![Status::Waiting; workflow.steps.len()],
        outputs: BTreeMap::new(),
        open: BTreeMap::new(),
        completed: Vec::new(),
        started: Vec::new(),
        errors: Vec::new(),
        batch: Vec::new(),
        leaked: 0,
    };
    executor.run()?;
    Ok(executor.result())
}

fn overlooks(quirks: &Quirks, ring: usize) -> bool {
    (quirks.has("finds-rings-of-two-only") && ring != 2)
        || (quirks.has("misses-self-dependencies") && ring == 1)
        || (quirks.has("misses-long-rings") && ring > 3)
        || quirks.has("finds-rings-while-running")
}

impl Executor<'_> {
    fn run(&mut self) -> Result<(), Refusal> {
        loop {
            while self.may_start()
                && let Some(next) = self.next_ready()
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
        if self.parallel.strategy == Strategy::Rollback && !self.errors.is_empty() {
            self.roll_back()?;
        }
        Ok(())
    }

    fn has(&self, quirk: &str) -> bool {
        self.quirks.has(quirk)
    }

    /// Whether the limit and the failures so far let another step start.
    fn may_start(&self) -> bool {
        let mut limit = if self.has("runs-one-step-at-a-time") { 1 } else { self.parallel.limit };
        if self.has("one-more-than-the-limit") || (self.has("one-more-when-many-are-ready") && self.ready().len() > 4) {
            limit += 1;
        }
        if self.has("ignores-the-limit") || (self.has("unlimited-after-a-failure") && !self.errors.is_empty()) {
            limit = usize::MAX;
        }
        if self.has("default-limit-of-ten") && limit == 5 {
            limit = 10;
        }
        let in_flight = self.open.len().saturating_sub(self.leaked);
        if self.has("cancel-flag-is-never-cleared") && self.quirks.memory().contains_key("cancelled") {
            return false;
        }
        in_flight < limit && (!self.is_stopped() || self.goes_on_in_batch())
    }

    /// Whether a failure has ended the run.
    fn is_stopped(&self) -> bool {
        let fatal = match self.parallel.strategy {
            Strategy::FailFast => !self.has("never-stops"),
            Strategy::Rollback => true,
            Strategy::ContinueOnError => {
                self.has("stops-at-any-failure") || (self.has("stops-at-the-second-failure") && self.errors.len() > 1)
            }
        };
        fatal && !self.errors.is_empty()
    }

    fn goes_on_in_batch(&self) -> bool {
        self.has("stops-between-batches-only") && !self.batch.is_empty()
    }

    /// The steps that wait for nothing any more.
    fn ready(&self) -> Vec<usize> {
        (0..self.status.len()).filter(|&at| self.status[at] == Status::Waiting && self.is_ready(at)).collect()
    }

    fn is_ready(&self, at: usize) -> bool {
        let done = |on: &&str| self.outputs.contains_key(on);
        let on = &self.workflow.steps[at].dependencies;
        if self.has("starts-on-the-first-dependency") {
            return on.is_empty() || on.iter().any(&done);
        }
        if self.has("waits-for-the-last-dependency-only") {
            return on.last().is_none_or(&done);
        }
        if self.has("starts-before-the-reply") {
            return on.iter().all(|on| self.position(on).is_some_and(|at| self.status[at] != Status::Waiting));
        }
        self.has("ignores-dependencies") || on.iter().all(done)
    }

    fn position(&self, id: &str) -> Option<usize> {
        self.workflow.steps.iter().position(|step| step.id == id)
    }

    fn next_ready(&mut self) -> Option<usize> {
        if !self.has("stops-between-batches-only") {
            return self.ready().first().copied();
        }
        if self.batch.is_empty() && self.open.is_empty() {
            self.batch = self.ready();
        }
        (!self.batch.is_empty()).then(|| self.batch.remove(0))
    }

    fn start(&mut self, at: usize) {
        let step = &self.workflow.steps[at];
        let ticket = self.host.start("host/step", json!({"stepId": step.id, "inputs": self.inputs(step)}));
        self.open.insert(ticket, at);
        self.status[at] = Status::Running;
        self.started.push(at);
    }

    fn inputs(&self, step: &Step<'_>) -> Map<String, Value> {
        let mut on = step.dependencies.clone();
        if self.has("passes-the-first-input-only") {
            on.truncate(1);
        }
        if self.has("passes-no-inputs") {
            on.clear();
        }
        let mut inputs: Map<String, Value> =
            on.iter().filter_map(|on| Some(((*on).to_owned(), self.outputs.get(on)?.clone()))).collect();
        if self.has("passes-the-latest-output-for-all")
            && let Some(latest) = self.completed.last().map(|at| self.workflow.steps[*at].id)
        {
            inputs.values_mut().for_each(|input| input.clone_from(&self.outputs[latest]));
        }
        inputs
    }

    fn take_in(&mut self, ticket: Ticket, reply: &Value) {
        let Some(at) = self.open.remove(&ticket) else { return };
        let id = self.workflow.steps[at].id;
        if reply["ok"] == true {
            self.status[at] = Status::Completed;
            self.outputs.insert(id, reply["output"].clone());
            self.completed.push(at);
            return;
        }
        self.status[at] = Status::Failed;
        self.errors.push((at, reply["error"].clone()));
        if self.has("gives-a-slot-back-twice-on-failure") {
            self.leaked += 1;
        }
        if self.has("treats-failures-as-outputs") {
            self.outputs.insert(id, reply["error"].clone());
        }
        if self.has("cancel-flag-is-never-cleared") && self.parallel.strategy == Strategy::FailFast {
            self.quirks.memory().insert("cancelled".to_owned(), json!(true));
        }
    }

    /// Undoes what completed, the latest first.
    fn roll_back(&mut self) -> Result<(), Refusal> {
        let mut undo: Vec<usize> = self.completed.iter().rev().copied().collect();
        if self.has("rolls-back-in-start-order") {
            undo = self.started.iter().filter(|at| self.completed.contains(at)).copied().collect();
        }
        if self.has("rolls-back-in-reverse-start-order") {
            undo = self.started.iter().rev().filter(|at| self.completed.contains(at)).copied().collect();
        }
        if self.has("rolls-back-oldest-first") {
            undo.reverse();
        }
        if self.has("rolls-back-the-failed-step-too") {
            undo.extend(self.errors.iter().map(|(at, _)| *at));
        }
        if self.has("rolls-back-all-started") {
            undo = self.started.iter().rev().copied().collect();
        }
        if self.has("rolls-back-the-last-step-only") {
            undo.truncate(1);
        }
        if self.has("rolls-back-twice") {
            undo.extend(undo.clone());
        }
        undo.retain(|at| self.workflow.steps[*at].compensable || self.has("rolls-back-what-cannot-be-undone"));
        for at in undo {
            self.host.start("host/compensate", json!({"stepId": self.workflow.steps[at].id}));
            self.host.idle();
            self.host.next()?;
        }
        Ok(())
    }

    fn result(&self) -> Value {
        let steps = self.workflow.steps.iter().zip(&self.status).map(|(step, status)| match status {
            Status::Completed => json!({"stepId": step.id, "status": "completed", "output": self.outputs[step.id]}),
            Status::Failed => json!({"stepId": step.id, "status": "failed", "error": self.error_of(step.id)}),
            Status::Waiting | Status::Running => {
                let unmet = step.dependencies.iter().any(|on| !self.outputs.contains_key(on));
                let skipped = match () {
                    () if self.has("reports-dependents-as-cancelled") => "cancelled",
                    () if self.has("reports-dependents-as-failed") => "failed",
                    () => "skipped",
                };
                json!({"stepId": step.id, "status": if unmet { skipped } else { "cancelled" }})
            }
        });
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

    fn error_of(&self, id: &str) -> Value {
        let found = self.errors.iter().find(|(at, _)| self.workflow.steps[*at].id == id);
        found.map_or(Value::Null, |(_, message)| message.clone())
    }
}
