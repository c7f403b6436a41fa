//! The reference runtime's delegation loop.

mod policy;

use serde_json::{Value, json};

pub(in crate::suites::awp) use self::policy::{
    DOCUMENT, Delegation, Progress, delegated, plan, planned, policy, rejected, repair, repairs,
};
use super::super::model::runtime::params::strings;
use crate::subject::{Host, Refusal};

struct Loop<'a> {
    policy: &'a Delegation,
    host: &'a Host,
    progress: Progress,
}

/// Runs a delegation loop.
pub(super) fn run(policy: &Delegation, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let progress = Progress {
        most_plans: params["maxPreProgressPlans"].as_u64().unwrap_or(2),
        most_rejections: params["maxRejectedCompletions"].as_u64().unwrap_or(policy.most_rejections),
        plan: plan(&params["subtasks"]),
        ..Progress::default()
    };
    let mut state = Loop { policy, host, progress };
    for iteration in 0..params["maxIterations"].as_u64().unwrap_or(20) {
        let decision = host.call("host/decide", state.question(iteration))?;
        let ended = match decision["decision"].as_str() {
            Some("PLAN") => state.planned(&decision),
            Some("DELEGATE") => {
                let ids: Vec<&str> = strings(&decision["subtasks"]).collect();
                (policy.delegated)(&mut state.progress, &ids, decision["outcome"] == "ok");
                None
            }
            _ if (policy.takes)(&state.progress) => Some(json!({"status": "completed"})),
            _ => {
                let gates = host.call("host/gates", json!({ "iteration": iteration }))?;
                state.judged(&gates)
            }
        };
        if let Some(result) = ended {
            return Ok(result);
        }
    }
    Ok((policy.runs_out)(&state.progress))
}

/// The result, once a loop has one.
type Ended = Option<Value>;

impl Loop<'_> {
    /// What the manager is asked.
    fn question(&mut self, iteration: u64) -> Value {
        let mut asked = json!({ "iteration": iteration });
        self.progress.told = self.progress.forced;
        if self.progress.forced {
            asked["forced"] = json!("DELEGATE");
        }
        if let Some(repair) = self.progress.repair.take() {
            asked["repairSubtask"] = repair;
        }
        (self.policy.asked)(&mut self.progress);
        asked
    }

    fn tell(&self, event: Option<Value>) {
        if let Some(event) = event {
            self.host.event(event);
        }
    }

    fn planned(&mut self, decision: &Value) -> Ended {
        (self.policy.planned)(&mut self.progress, decision);
        let progress = &self.progress;
        if !(self.policy.stalls)(progress.plans, progress.most_plans) {
            return None;
        }
        let pending = progress.plan.iter().filter(|(_, status)| (self.policy.is_pending)(status)).count();
        let terminates = (self.policy.terminates)(pending);
        let transition = if terminates { "forced_terminate" } else { "forced_delegate" };
        let event = json!({"gate": "plan_loop", "transition": transition, "pre_progress_plans": progress.plans, "pending_subtasks": pending});
        self.tell((self.policy.stall_event)(progress, event));
        if terminates {
            return Some((self.policy.gives_up)("plan_loop_stall"));
        }
        (self.policy.forces)(&mut self.progress);
        None
    }

    fn judged(&mut self, gates: &Value) -> Ended {
        if gates["rejectedBy"].is_null() {
            return Some(json!({"status": "completed"}));
        }
        (self.policy.rejected)(&mut self.progress, gates);
        if !(self.policy.trips)(self.progress.rejections, self.progress.most_rejections) {
            return None;
        }
        let repair = (self.policy.repair)(&self.progress);
        let mut event = json!({"gate": "completion_circuit_breaker", "counter": self.progress.rejections});
        if let Some(repair) = &repair {
            event["repair_subtask_id"] = repair["id"].clone();
        }
        self.tell((self.policy.trip_event)(event));
        let Some(repair) = repair else { return Some((self.policy.gives_up)("max_rejected_completions")) };
        (self.policy.repairs)(&mut self.progress, repair);
        None
    }
}
