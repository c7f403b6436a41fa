//! The reference runtime's delegation loop.

use super::super::prelude::*;
use crate::subject::{Host, Refusal};

struct Loop<'a> {
    quirks: &'a Quirks,
    host: &'a Host,
    most_plans: u64,
    most_rejections: u64,
    plans: u64,
    rejections: u64,
    last_gate: Option<String>,
    defect: Value,
    plan: Vec<(String, String)>,
    forced: bool,
    repair: Option<Value>,
    repairs: u64,
}

/// How the loop goes on after a decision.
type Ended = Option<Value>;

/// Runs a delegation loop.
pub(in super::super) fn run(quirks: &Quirks, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let default = if quirks.has("breaker-default-three") { 3 } else { 2 };
    let mut state = Loop {
        quirks,
        host,
        most_plans: params["maxPreProgressPlans"].as_u64().unwrap_or(2),
        most_rejections: params["maxRejectedCompletions"].as_u64().unwrap_or(default),
        plans: 0,
        rejections: 0,
        last_gate: None,
        defect: Value::Null,
        plan: plan(&params["subtasks"]),
        forced: false,
        repair: None,
        repairs: 0,
    };
    for iteration in 0..params["maxIterations"].as_u64().unwrap_or(20) {
        let mut asked = json!({ "iteration": iteration });
        if state.forced {
            asked["forced"] = json!("DELEGATE");
        }
        if let Some(repair) = state.repair.take() {
            asked["repairSubtask"] = repair;
        }
        if !quirks.has("loop-stays-forced") {
            state.forced = false;
        }
        let decision = host.call("host/decide", asked)?;
        let ended = match decision["decision"].as_str() {
            Some("PLAN") => state.planned(&decision),
            Some("DELEGATE") => state.delegated(&decision),
            _ => {
                let gates = host.call("host/gates", json!({ "iteration": iteration }))?;
                state.judged(&gates)
            }
        };
        if let Some(result) = ended {
            return Ok(result);
        }
    }
    Ok(json!({"status": "partial", "reason": "max_iterations"}))
}

fn plan(subtasks: &Value) -> Vec<(String, String)> {
    let read = |subtask: &Value| {
        Some((subtask["id"].as_str()?.to_owned(), subtask["status"].as_str().unwrap_or("pending").to_owned()))
    };
    items(subtasks).iter().filter_map(read).collect()
}

impl Loop<'_> {
    fn has(&self, quirk: &str) -> bool {
        self.quirks.has(quirk)
    }

    fn partial(&self, reason: &str) -> Value {
        let status = if self.has("loop-fails") { "failed" } else { "partial" };
        if self.has("loop-no-reason") {
            json!({ "status": status })
        } else {
            json!({"status": status, "reason": reason})
        }
    }

    fn planned(&mut self, decision: &Value) -> Ended {
        if decision.get("subtasks").is_some() && !self.has("plan-keeps-first") {
            self.plan = plan(&decision["subtasks"]);
            if self.has("plan-new-plan-resets") {
                self.plans = 0;
            }
        }
        if self.has("breaker-reset-by-plan") {
            self.rejections = 0;
        }
        self.plans += 1;
        let over =
            if self.has("plan-limit-early") { self.plans >= self.most_plans } else { self.plans > self.most_plans };
        let over = if self.has("plan-limit-late") { self.plans > self.most_plans + 1 } else { over };
        if !over || self.has("plan-loop-unseen") {
            return None;
        }
        let open = |status: &str| match status {
            "pending" => true,
            "failed" => self.has("plan-failed-is-pending"),
            "skipped" => self.has("plan-skipped-is-pending"),
            _ => self.has("plan-all-is-pending"),
        };
        let pending = self.plan.iter().filter(|(_, status)| open(status)).count();
        let terminate = (pending == 0 && !self.has("plan-never-terminates")) || self.has("plan-always-terminates");
        if !self.has("plan-no-event") {
            let transition = if terminate { "forced_terminate" } else { "forced_delegate" };
            let mut event = json!({"gate": "plan_loop", "transition": transition, "pre_progress_plans": self.plans, "pending_subtasks": pending});
            if self.has("plan-event-counts-limit") {
                event["pre_progress_plans"] = json!(self.most_plans);
            }
            if self.has("plan-event-all-subtasks") {
                event["pending_subtasks"] = json!(self.plan.len());
            }
            if self.has("plan-event-no-transition") {
                event.as_object_mut().map(|members| members.remove("transition"));
            }
            self.host.event(event);
        }
        if terminate {
            return Some(self.partial("plan_loop_stall"));
        }
        self.forced = !self.has("plan-not-forced");
        None
    }

    fn delegated(&mut self, decision: &Value) -> Ended {
        let succeeded = decision["outcome"] == "ok";
        let ids: Vec<&str> = strings(&decision["subtasks"]).collect();
        for (id, status) in &mut self.plan {
            if ids.contains(&id.as_str()) && !self.quirks.has("plan-delegation-forgotten") {
                (if succeeded { "completed" } else { "failed" }).clone_into(status);
            }
        }
        if succeeded && !self.has("plan-never-reset") {
            self.plans = 0;
        }
        if succeeded && !self.has("breaker-never-reset") {
            self.rejections = 0;
        }
        if self.has("loop-stays-forced") && self.plans > self.most_plans {
            self.plans = 0;
        }
        None
    }

    fn judged(&mut self, gates: &Value) -> Ended {
        let Some(gate) = gates["rejectedBy"].as_str() else { return Some(json!({"status": "completed"})) };
        let ignored = (self.has("breaker-ignores-should") && ["deliverable", "structural_integrity"].contains(&gate))
            || (self.has("breaker-ignores-eval") && gate == "eval")
            || (self.has("breaker-counts-defects") && gates["defect"].is_null());
        if ignored {
            return None;
        }
        if self.has("breaker-equal-gates") && self.last_gate.as_deref().is_some_and(|last| last != gate) {
            self.rejections = 0;
        }
        if self.has("breaker-distinct-gates") && self.last_gate.as_deref() == Some(gate) {
            return None;
        }
        self.last_gate = Some(gate.to_owned());
        self.rejections += 1;
        if !gates["defect"].is_null() || !self.has("breaker-old-defect") {
            self.defect = gates["defect"].clone();
        }
        let limit = match () {
            () if self.has("breaker-limit-late") => self.most_rejections + 1,
            () if self.has("breaker-limit-early") => self.most_rejections.saturating_sub(1).max(1),
            () => self.most_rejections,
        };
        if self.rejections < limit { None } else { self.tripped() }
    }

    fn tripped(&mut self) -> Ended {
        let mut event = json!({"gate": "completion_circuit_breaker", "counter": self.rejections});
        if self.has("breaker-event-after-reset") {
            event["counter"] = json!(0);
        }
        let mut paths: Vec<&str> = strings(&self.defect["paths"]).collect();
        let repairs =
            (!self.defect.is_null() || self.has("breaker-always-repairs")) && !self.has("breaker-never-repairs");
        if self.has("breaker-first-path") {
            paths.truncate(1);
        }
        if self.has("breaker-no-outputs") {
            paths.clear();
        }
        let priority = if self.has("breaker-high-priority") { "high" } else { "critical" };
        let id = format!("repair-{}", self.repairs + 1);
        let repair = json!({"id": id, "priority": priority, "requiredOutputs": paths});
        if repairs && !self.has("breaker-event-without-id") {
            event["repair_subtask_id"] = json!(if self.has("breaker-other-id") { "repair-0" } else { id.as_str() });
        }
        if !self.has("breaker-no-event") {
            self.host.event(event);
        }
        if !repairs {
            return Some(self.partial("max_rejected_completions"));
        }
        self.repairs += 1;
        if !self.has("breaker-no-repair-subtask") {
            self.repair = Some(repair);
        }
        self.forced = !self.has("breaker-not-forced");
        if !self.has("breaker-not-reset-by-repair") {
            self.rejections = 0;
        }
        None
    }
}
