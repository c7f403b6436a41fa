//! The state machine of the delegation loop, as the document has it.
//!
//! Where the document does not say whether a counter is reset, the machine
//! keeps every value that it may have, and gives up only when they differ.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::params::{items, strings};

/// What has to happen next.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::suites::awp) enum Due {
    /// The manager is asked. `forced` is unknown where the document leaves it open.
    Decide {
        /// Whether it must delegate.
        forced: Option<bool>,
        /// The outputs of a repair subtask that has just been made.
        repair: Option<Vec<String>>,
    },
    /// The gates are asked.
    Gates,
    /// The run ends.
    End(End),
}

impl Due {
    /// The manager is asked, free to decide.
    pub(in crate::suites::awp) fn decision() -> Self {
        Self::Decide { forced: Some(false), repair: None }
    }
}

/// How a run ends.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::suites::awp) enum End {
    /// A completion was accepted.
    Completed,
    /// The runtime gave up, for this reason.
    Partial(&'static str),
    /// All iterations are used up: in any way but completed, and with or without the last event.
    OutOfIterations,
}

/// One transition: the events it emits and what comes next.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::suites::awp) struct Step {
    pub(in crate::suites::awp) events: Vec<Value>,
    pub(in crate::suites::awp) due: Due,
}

/// The state of a loop.
#[derive(Debug, Clone)]
pub(in crate::suites::awp) struct Machine {
    most_plans: u64,
    most_rejections: u64,
    iterations_left: u64,
    /// What the counter of plans without progress may be.
    plans: BTreeSet<u64>,
    /// What the counter of rejected completions may be.
    rejections: BTreeSet<u64>,
    subtasks: BTreeMap<String, String>,
    forced: bool,
}

impl Machine {
    /// The state in which a loop begins, or why nothing can be said of it.
    pub(in crate::suites::awp) fn new(params: &Value) -> Result<Self, &'static str> {
        let at_least_one = |name: &str| params[name].as_u64().filter(|number| *number > 0);
        let most_rejections = match params.get("maxRejectedCompletions") {
            None => 2,
            Some(_) => at_least_one("maxRejectedCompletions").ok_or("a limit below one")?,
        };
        let mut machine = Self {
            most_plans: at_least_one("maxPreProgressPlans").ok_or("a limit below one")?,
            most_rejections,
            iterations_left: at_least_one("maxIterations").ok_or("a limit below one")?,
            plans: BTreeSet::from([0]),
            rejections: BTreeSet::from([0]),
            subtasks: BTreeMap::new(),
            forced: false,
        };
        machine.replace_plan(&params["subtasks"])?;
        Ok(machine)
    }

    fn replace_plan(&mut self, subtasks: &Value) -> Result<(), &'static str> {
        self.subtasks.clear();
        for subtask in items(subtasks) {
            let id = subtask["id"].as_str().ok_or("a subtask without an id")?;
            let status = subtask["status"].as_str().unwrap_or("pending");
            if !["pending", "completed", "failed", "skipped"].contains(&status) {
                return Err("a status that the document does not name");
            }
            if self.subtasks.insert(id.to_owned(), status.to_owned()).is_some() {
                return Err("two subtasks of one id");
            }
        }
        Ok(())
    }

    fn pending(&self) -> usize {
        self.subtasks.values().filter(|status| *status == "pending").count()
    }

    /// The manager decided; `repair` is the id of the repair subtask that it was told of.
    pub(in crate::suites::awp) fn decided(
        &mut self,
        decision: &Value,
        repair: Option<&str>,
    ) -> Result<Step, &'static str> {
        self.iterations_left -= 1;
        let was_forced = std::mem::take(&mut self.forced);
        match decision["decision"].as_str() {
            Some("DELEGATE") => self.delegated(decision, repair, was_forced),
            _ if was_forced => Err("a manager that was told to delegate and did not"),
            Some("PLAN") => self.planned(decision),
            Some("COMPLETE") => Ok(Step { events: Vec::new(), due: Due::Gates }),
            _ => Err("a decision that the document does not name"),
        }
    }

    fn planned(&mut self, decision: &Value) -> Result<Step, &'static str> {
        if decision.get("subtasks").is_some() {
            self.replace_plan(&decision["subtasks"])?;
        }
        self.plans = self.plans.iter().map(|count| count + 1).collect();
        let over = self.plans.iter().filter(|count| **count > self.most_plans).count();
        if over == 0 {
            return Ok(self.go_on(Vec::new(), Some(false), None));
        }
        let Some(&count) = self.plans.first().filter(|_| self.plans.len() == 1) else {
            return Err("plans of which it is open whether they count");
        };
        let pending = self.pending();
        let transition = if pending > 0 { "forced_delegate" } else { "forced_terminate" };
        let event = json!({"gate": "plan_loop", "transition": transition, "pre_progress_plans": count, "pending_subtasks": pending});
        if pending > 0 {
            self.forced = true;
            Ok(self.go_on(vec![event], Some(true), None))
        } else {
            Ok(self.give_up(event, "plan_loop_stall"))
        }
    }

    fn delegated(&mut self, decision: &Value, repair: Option<&str>, was_forced: bool) -> Result<Step, &'static str> {
        let ids: Vec<&str> = strings(&decision["subtasks"]).collect();
        if ids.is_empty() {
            return Err("a delegation of nothing");
        }
        let succeeded = decision["outcome"] == "ok";
        for id in ids {
            match self.subtasks.get_mut(id) {
                Some(status) => (if succeeded { "completed" } else { "failed" }).clone_into(status),
                None if Some(id) == repair => {}
                None => return Err("a delegation of a subtask that is not in the plan"),
            }
        }
        if succeeded {
            (self.plans, self.rejections) = (BTreeSet::from([0]), BTreeSet::from([0]));
        } else {
            // The document speaks of worker progress and of success: whether a failure counts is open.
            self.plans.insert(0);
            self.rejections.insert(0);
        }
        let forced = if was_forced && !succeeded { None } else { Some(false) };
        Ok(self.go_on(Vec::new(), forced, None))
    }

    /// The gates decided on a completion.
    pub(in crate::suites::awp) fn judged(&mut self, gates: &Value) -> Result<Step, &'static str> {
        if gates["rejectedBy"].is_null() {
            return Ok(Step { events: Vec::new(), due: Due::End(End::Completed) });
        }
        // Whether plans before and after a rejection are consecutive is open.
        self.plans.insert(0);
        self.rejections = self.rejections.iter().map(|count| count + 1).collect();
        let over = self.rejections.iter().filter(|count| **count >= self.most_rejections).count();
        if over == 0 {
            return Ok(self.go_on(Vec::new(), Some(false), None));
        }
        let Some(&count) = self.rejections.first().filter(|_| self.rejections.len() == 1) else {
            return Err("rejections of which it is open whether they count");
        };
        let mut event = json!({"gate": "completion_circuit_breaker", "counter": count});
        if gates["defect"].is_null() {
            return Ok(self.give_up(event, "max_rejected_completions"));
        }
        let paths: Vec<String> = strings(&gates["defect"]["paths"]).map(str::to_owned).collect();
        if paths.is_empty() {
            return Err("a defect of which it is open whether it is concrete");
        }
        event["repair_subtask_id"] = json!("the id of the repair subtask");
        self.rejections = BTreeSet::from([0]);
        self.forced = true;
        Ok(self.go_on(vec![event], Some(true), Some(paths)))
    }

    /// The run ends, unless its iterations end it in the same moment: which of the two it is then, is open.
    fn give_up(&self, event: Value, reason: &'static str) -> Step {
        let end = if self.iterations_left == 0 { End::OutOfIterations } else { End::Partial(reason) };
        Step { events: vec![event], due: Due::End(end) }
    }

    fn go_on(&self, events: Vec<Value>, forced: Option<bool>, repair: Option<Vec<String>>) -> Step {
        let due =
            if self.iterations_left == 0 { Due::End(End::OutOfIterations) } else { Due::Decide { forced, repair } };
        Step { events, due }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Machine {
        let subtasks = json!([{"id": "s1"}]);
        Machine::new(&json!({"maxPreProgressPlans": 2, "maxIterations": 9, "subtasks": subtasks})).unwrap()
    }

    #[test]
    fn the_third_plan_without_progress_forces_a_delegation() {
        let mut machine = machine();
        let plan = json!({"decision": "PLAN"});
        assert_eq!(machine.decided(&plan, None).unwrap().events, Vec::<Value>::new());
        machine.decided(&plan, None).unwrap();
        let step = machine.decided(&plan, None).unwrap();
        assert_eq!(step.events[0]["transition"], "forced_delegate");
        assert_eq!(step.events[0]["pre_progress_plans"], 3);
        assert_eq!(step.due, Due::Decide { forced: Some(true), repair: None });
    }

    #[test]
    fn two_rejections_trip_the_breaker_by_default() {
        let mut machine = machine();
        let complete = json!({"decision": "COMPLETE"});
        machine.decided(&complete, None).unwrap();
        assert_eq!(machine.judged(&json!({"rejectedBy": "file", "defect": null})).unwrap().due, Due::decision());
        machine.decided(&complete, None).unwrap();
        let step = machine.judged(&json!({"rejectedBy": "eval", "defect": null})).unwrap();
        assert_eq!(step.due, Due::End(End::Partial("max_rejected_completions")));
        assert_eq!(step.events[0]["counter"], 2);
    }
}
