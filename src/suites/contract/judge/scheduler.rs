//! The scheduler: it holds every reply to a step and releases them one at a
//! time, in the order that the case says, whenever the runtime is at rest.
//!
//! Because everything is held until nothing more comes, what is in flight at
//! once is seen exactly, on any machine, without sleeping. The order is a list
//! of numbers in the case: each says which of the held replies is next, modulo
//! how many there are. So an interleaving replays, and shrinks with its case.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::super::model::world::failing;
use crate::subject::{Call, Moment, Reply, World};

/// The call that puts the run of a case, with its scheduler.
///
/// A case is the params of the run, and beside them `world`: `schedule` (the
/// order of the replies), `fails` (the steps that fail), `reasons` (what they say
/// then) and `outputs` (what steps give back): texts of their own where nothing is
/// said. `before` is another run, put by whom it concerns.
pub(crate) fn run(case: &Value) -> Call {
    run_number(case, 1)
}

/// The same for the run number `number` of a case: its outputs are its own.
pub(crate) fn run_number(case: &Value, number: usize) -> Call {
    let mut params = case.clone();
    if let Some(members) = params.as_object_mut() {
        members.remove("world");
        members.remove("before");
    }
    Call::new("contract/run", params).with(Scheduler::new(case, number))
}

/// Holds the replies to steps.
struct Scheduler {
    schedule: Vec<usize>,
    fails: BTreeSet<String>,
    reasons: Map<String, Value>,
    outputs: Map<String, Value>,
    number: usize,
    /// Whether a failure ends the run: then everything is released at the next rest.
    ends_on_failure: bool,
    held: Vec<(usize, String)>,
    released: usize,
    failed: bool,
}

impl Scheduler {
    fn new(case: &Value, number: usize) -> Self {
        let world = &case["world"];
        let numbers = world["schedule"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        Self {
            schedule: numbers.map(|number| usize::try_from(number).unwrap_or(0)).collect(),
            fails: failing(case).into_iter().map(str::to_owned).collect(),
            reasons: world["reasons"].as_object().cloned().unwrap_or_default(),
            outputs: world["outputs"].as_object().cloned().unwrap_or_default(),
            number,
            ends_on_failure: case["parallel"]["failureStrategy"] != "continueOnError",
            held: Vec::new(),
            released: 0,
            failed: false,
        }
    }

    fn reply(&mut self, at: usize) -> Reply {
        let (to, step) = self.held.remove(at);
        if self.fails.contains(&step) {
            self.failed = true;
            let reason = self.reasons.get(&step).cloned().unwrap_or_else(|| json!(format!("{step} broke")));
            return Reply { to, value: json!({"ok": false, "error": reason}) };
        }
        let output =
            self.outputs.get(&step).cloned().unwrap_or_else(|| json!(format!("{step} of run {}", self.number)));
        Reply { to, value: json!({"ok": true, "output": output}) }
    }
}

impl World for Scheduler {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        match moment {
            Moment::Asked { id, method: "host/step", params } => {
                self.held.push((id, params["stepId"].as_str().unwrap_or_default().to_owned()));
                Vec::new()
            }
            Moment::Asked { id, .. } => vec![Reply { to: id, value: json!({"ok": true}) }],
            Moment::Rest if self.failed && self.ends_on_failure => {
                (0..self.held.len()).map(|_| self.reply(0)).collect()
            }
            Moment::Rest if !self.held.is_empty() => {
                let turn = self.schedule.get(self.released % self.schedule.len().max(1)).copied().unwrap_or(0);
                self.released += 1;
                vec![self.reply(turn % self.held.len())]
            }
            Moment::Rest | Moment::Event(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(scheduler: &mut Scheduler, id: usize, step: &str) {
        let params = json!({"stepId": step});
        assert!(scheduler.hear(Moment::Asked { id, method: "host/step", params: &params }).is_empty());
    }

    #[test]
    fn replies_are_held_until_rest_and_released_one_at_a_time() {
        let case = json!({"parallel": {}, "world": {"schedule": [1, 0]}});
        let mut scheduler = Scheduler::new(&case, 1);
        ask(&mut scheduler, 0, "a");
        ask(&mut scheduler, 1, "b");
        ask(&mut scheduler, 2, "c");
        let order: Vec<usize> = (0..3).flat_map(|_| scheduler.hear(Moment::Rest)).map(|reply| reply.to).collect();
        assert_eq!(order, [1, 0, 2]);
    }

    #[test]
    fn after_a_failure_that_ends_the_run_nothing_stays_held() {
        let case = json!({"parallel": {}, "world": {"fails": ["a"]}});
        let mut scheduler = Scheduler::new(&case, 1);
        for (id, step) in ["a", "b", "c"].into_iter().enumerate() {
            ask(&mut scheduler, id, step);
        }
        assert_eq!(scheduler.hear(Moment::Rest).len(), 1);
        assert_eq!(scheduler.hear(Moment::Rest).len(), 2);
    }
}
