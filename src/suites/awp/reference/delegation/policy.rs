//! What the delegation loop of the reference runtime decides.

use serde_json::{Value, json};

use crate::subject::Policies;
use crate::suites::awp::model::runtime::params::{items, strings};

/// What a loop knows of itself.
#[derive(Debug, Clone, Default)]
pub(in crate::suites::awp) struct Progress {
    /// The most plans in a row without progress.
    pub(in crate::suites::awp) most_plans: u64,
    /// The rejections at which completing is broken off.
    pub(in crate::suites::awp) most_rejections: u64,
    /// Plans without progress so far.
    pub(in crate::suites::awp) plans: u64,
    /// Rejected completions so far.
    pub(in crate::suites::awp) rejections: u64,
    /// The gate that rejected last.
    pub(in crate::suites::awp) last_gate: Option<String>,
    /// The defect that it gave, or null.
    pub(in crate::suites::awp) defect: Value,
    /// The subtasks: their ids and statuses.
    pub(in crate::suites::awp) plan: Vec<(String, String)>,
    /// Whether the manager is told to delegate.
    pub(in crate::suites::awp) forced: bool,
    /// The repair subtask that it is told of.
    pub(in crate::suites::awp) repair: Option<Value>,
    /// Whether the manager was told to delegate when it was asked last.
    pub(in crate::suites::awp) told: bool,
    /// Repairs so far.
    pub(in crate::suites::awp) repairs: u64,
}

/// How a loop is kept from going on for ever.
#[derive(Debug, Clone)]
pub(in crate::suites::awp) struct Delegation {
    /// The rejections at which completing is broken off unless a call says otherwise.
    pub(in crate::suites::awp) most_rejections: u64,
    /// The manager was asked.
    pub(in crate::suites::awp) asked: fn(&mut Progress),
    /// The manager planned.
    pub(in crate::suites::awp) planned: fn(&mut Progress, &Value),
    /// Whether so many plans are more than the most.
    pub(in crate::suites::awp) stalls: fn(u64, u64) -> bool,
    /// Whether a subtask of that status can be delegated.
    pub(in crate::suites::awp) is_pending: fn(&str) -> bool,
    /// Whether a stalled run with so many pending subtasks ends.
    pub(in crate::suites::awp) terminates: fn(usize) -> bool,
    /// What is told of a stall, of the right event.
    pub(in crate::suites::awp) stall_event: fn(&Progress, Value) -> Option<Value>,
    /// A stalled run goes on.
    pub(in crate::suites::awp) forces: fn(&mut Progress),
    /// The manager delegated these, well or not.
    pub(in crate::suites::awp) delegated: fn(&mut Progress, &[&str], bool),
    /// The gates rejected a completion.
    pub(in crate::suites::awp) rejected: fn(&mut Progress, &Value),
    /// Whether so many rejections trip the breaker.
    pub(in crate::suites::awp) trips: fn(u64, u64) -> bool,
    /// The repair subtask when the breaker trips; none ends the run.
    pub(in crate::suites::awp) repair: fn(&Progress) -> Option<Value>,
    /// What is told of a trip, of the right event.
    pub(in crate::suites::awp) trip_event: fn(Value) -> Option<Value>,
    /// A run with a repair subtask goes on.
    pub(in crate::suites::awp) repairs: fn(&mut Progress, Value),
    /// Whether a completion is taken without asking the gates.
    pub(in crate::suites::awp) takes: fn(&Progress) -> bool,
    /// The result of a run whose iterations are used up.
    pub(in crate::suites::awp) runs_out: fn(&Progress) -> Value,
    /// The result of a run that is given up for this reason.
    pub(in crate::suites::awp) gives_up: fn(&str) -> Value,
}

/// As the document says.
pub(in crate::suites::awp) static DOCUMENT: Delegation = Delegation {
    most_rejections: 2,
    asked: |progress| progress.forced = false,
    planned,
    stalls: |plans, most| plans > most,
    is_pending: |status| status == "pending",
    terminates: |pending| pending == 0,
    stall_event: |_, event| Some(event),
    forces: |progress| progress.forced = true,
    delegated,
    rejected,
    trips: |rejections, most| rejections >= most,
    repair: |progress| (!progress.defect.is_null()).then(|| repair(progress)),
    trip_event: Some,
    repairs,
    takes: |_| false,
    runs_out: |_| json!({"status": "partial", "reason": "max_iterations"}),
    gives_up: |reason| json!({"status": "partial", "reason": reason}),
};

/// The policy, for a mutant to change.
pub(in crate::suites::awp) fn policy(policies: &mut Policies) -> &mut Delegation {
    policies.change(&DOCUMENT)
}

/// The subtasks of a plan.
pub(in crate::suites::awp) fn plan(subtasks: &Value) -> Vec<(String, String)> {
    let read = |subtask: &Value| {
        Some((subtask["id"].as_str()?.to_owned(), subtask["status"].as_str().unwrap_or("pending").to_owned()))
    };
    items(subtasks).iter().filter_map(read).collect()
}

/// A plan counts, and replaces the one before if it has subtasks.
pub(in crate::suites::awp) fn planned(progress: &mut Progress, decision: &Value) {
    if decision.get("subtasks").is_some() {
        progress.plan = plan(&decision["subtasks"]);
    }
    progress.plans += 1;
}

/// What was delegated is done or has failed; success is progress.
pub(in crate::suites::awp) fn delegated(progress: &mut Progress, ids: &[&str], succeeded: bool) {
    for (_, status) in progress.plan.iter_mut().filter(|(id, _)| ids.contains(&id.as_str())) {
        (if succeeded { "completed" } else { "failed" }).clone_into(status);
    }
    if succeeded {
        (progress.plans, progress.rejections) = (0, 0);
    }
}

/// Every rejection counts, whichever gate it is.
pub(in crate::suites::awp) fn rejected(progress: &mut Progress, gates: &Value) {
    progress.last_gate = gates["rejectedBy"].as_str().map(str::to_owned);
    progress.defect = gates["defect"].clone();
    progress.rejections += 1;
}

/// A critical subtask that makes what is defect.
pub(in crate::suites::awp) fn repair(progress: &Progress) -> Value {
    let paths: Vec<&str> = strings(&progress.defect["paths"]).collect();
    json!({"id": format!("repair-{}", progress.repairs + 1), "priority": "critical", "requiredOutputs": paths})
}

/// The manager is told to delegate the repair, and completing starts afresh.
pub(in crate::suites::awp) fn repairs(progress: &mut Progress, repair: Value) {
    progress.repairs += 1;
    progress.repair = Some(repair);
    progress.forced = true;
    progress.rejections = 0;
}
