//! AWP's delegation loop: a manager decides, turn by turn, and two counters keep it from going in circles.
//!
//! One counts plans that no work came of, the other completions that a gate rejected. When one of them reaches its
//! limit, the next decision is forced to be a DELEGATE, or the run ends.

use std::collections::BTreeSet;

use proofmark::{Host, Refusal};
use serde_json::{Value, json};

use crate::json::{entries, text, texts};

/// Answers `awp/loop`.
pub(super) fn run(params: &Value, host: &Host) -> Result<Value, Refusal> {
    let mut state = Loop {
        host,
        most_plans: params["maxPreProgressPlans"].as_u64().unwrap_or(3),
        most_rejections: params["maxRejectedCompletions"].as_u64().unwrap_or(2),
        pending: pending_in(&params["subtasks"]),
        pre_progress_plans: 0,
        rejected_completions: 0,
        repairs: 0,
        orders: json!({}),
    };
    for iteration in 1..=params["maxIterations"].as_u64().unwrap_or(10) {
        let mut question = std::mem::replace(&mut state.orders, json!({}));
        question["iteration"] = json!(iteration);
        let decision = host.call("host/decide", question)?;
        let result = match decision["decision"].as_str() {
            Some("PLAN") => state.planned(&decision),
            Some("DELEGATE") => state.delegated(&decision),
            Some("COMPLETE") => state.judged(&host.call("host/gates", json!({ "iteration": iteration }))?),
            _ => None,
        };
        if let Some(result) = result {
            return Ok(result);
        }
    }
    Ok(partial("max_iterations"))
}

/// The subtasks that wait to be delegated.
fn pending_in(subtasks: &Value) -> BTreeSet<String> {
    let is_pending = |subtask: &&Value| text(&subtask["status"]).is_none_or(|status| status == "pending");
    let pending = entries(subtasks).iter().filter(is_pending);
    pending.filter_map(|subtask| text(&subtask["id"])).map(str::to_owned).collect()
}

fn partial(reason: &str) -> Value {
    json!({"status": "partial", "reason": reason})
}

/// One run: what is left of the plan, the two counters, and what the next decision is told.
struct Loop<'a> {
    host: &'a Host,
    most_plans: u64,
    most_rejections: u64,
    pending: BTreeSet<String>,
    pre_progress_plans: u64,
    rejected_completions: u64,
    repairs: u64,
    orders: Value,
}

/// What a decision comes to: a result if the run ends with it.
impl Loop<'_> {
    fn planned(&mut self, decision: &Value) -> Option<Value> {
        if !decision["subtasks"].is_null() {
            self.pending = pending_in(&decision["subtasks"]);
        }
        self.pre_progress_plans += 1;
        if self.pre_progress_plans <= self.most_plans {
            return None;
        }
        let is_stalled = self.pending.is_empty();
        self.host.event(json!({
            "gate": "plan_loop",
            "transition": if is_stalled { "forced_terminate" } else { "forced_delegate" },
            "pre_progress_plans": self.pre_progress_plans,
            "pending_subtasks": self.pending.len(),
        }));
        if is_stalled {
            return Some(partial("plan_loop_stall"));
        }
        self.orders = json!({"forced": "DELEGATE"});
        None
    }

    /// Work that succeeded is progress. Whether failed work is, the document leaves open: not here.
    fn delegated(&mut self, decision: &Value) -> Option<Value> {
        for subtask in texts(&decision["subtasks"]) {
            self.pending.remove(subtask);
        }
        if decision["outcome"] == "ok" {
            self.pre_progress_plans = 0;
            self.rejected_completions = 0;
        }
        None
    }

    fn judged(&mut self, gates: &Value) -> Option<Value> {
        if gates["rejectedBy"].is_null() {
            return Some(json!({"status": "completed"}));
        }
        self.rejected_completions += 1;
        if self.rejected_completions < self.most_rejections {
            return None;
        }
        let mut tripped = json!({"gate": "completion_circuit_breaker", "counter": self.rejected_completions});
        let paths: Vec<&str> = texts(&gates["defect"]["paths"]).collect();
        if paths.is_empty() {
            self.host.event(tripped); // There is nothing to repair by.
            return Some(partial("max_rejected_completions"));
        }
        self.repairs += 1;
        let id = format!("repair-{}", self.repairs);
        tripped["repair_subtask_id"] = json!(id);
        self.host.event(tripped);
        let repair = json!({"id": id, "priority": "critical", "requiredOutputs": paths});
        self.orders = json!({"forced": "DELEGATE", "repairSubtask": repair});
        self.pending.insert(id);
        self.rejected_completions = 0;
        None
    }
}
