//! The manager and the gates as the harness plays them, from the history of a case.

use serde_json::{Value, json};

use super::params::items;
use crate::subject::{Moment, Reply, World};

/// Plays the decisions of a history, one by one; then it completes, and the gates agree.
#[derive(Debug)]
pub(in crate::suites::awp) struct Manager {
    history: std::vec::IntoIter<Value>,
    /// What it believes the plan to be: ids and whether they are pending.
    plan: Vec<(String, bool)>,
    gates: Value,
}

impl Manager {
    pub(in crate::suites::awp) fn new(case: &Value) -> Self {
        let history = items(&case["history"]).to_vec().into_iter();
        Self { history, plan: plan(&case["subtasks"]), gates: agreed() }
    }

    /// Its answer to `host/decide`. A manager that is told to delegate does so, unless the history has it complete.
    pub(in crate::suites::awp) fn decide(&mut self, asked: &Value) -> Value {
        let next = self.history.as_slice().first().cloned().unwrap_or_default();
        if asked["forced"] == "DELEGATE" && next["disobeys"] != true {
            let outcome = if next["op"] == "DELEGATE" {
                self.history.next();
                outcome(&next)
            } else {
                "ok"
            };
            if let Some(repair) = asked["repairSubtask"]["id"].as_str() {
                return json!({"decision": "DELEGATE", "subtasks": [repair], "outcome": outcome});
            }
            return self.delegate(usize::MAX, outcome);
        }
        while let Some(op) = self.history.next() {
            match op["op"].as_str() {
                Some("PLAN") => {
                    let mut decision = json!({"decision": "PLAN"});
                    if op.get("subtasks").is_some() {
                        self.plan = plan(&op["subtasks"]);
                        decision["subtasks"] = op["subtasks"].clone();
                    }
                    return decision;
                }
                // Delegating nothing is left open by the document: a manager with nothing to delegate moves on.
                Some("DELEGATE") if self.plan.iter().any(|(_, pending)| *pending) => {
                    let most = op["count"].as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX);
                    return self.delegate(most.max(1), outcome(&op));
                }
                Some("COMPLETE") => {
                    let defect = match op.get("paths") {
                        Some(paths) if !paths.is_null() => json!({"kind": kind(&op), "paths": paths}),
                        _ => Value::Null,
                    };
                    self.gates = json!({"rejectedBy": op["rejectedBy"], "defect": defect});
                    return complete();
                }
                _ => {}
            }
        }
        self.gates = agreed();
        complete()
    }

    fn delegate(&mut self, most: usize, outcome: &str) -> Value {
        let mut ids = Vec::new();
        for (id, pending) in self.plan.iter_mut().filter(|(_, pending)| *pending).take(most) {
            ids.push(id.clone());
            *pending = false;
        }
        json!({"decision": "DELEGATE", "subtasks": ids, "outcome": outcome})
    }

    /// Its answer to `host/gates`.
    pub(in crate::suites::awp) fn gates(&mut self) -> Value {
        std::mem::replace(&mut self.gates, agreed())
    }
}

fn plan(subtasks: &Value) -> Vec<(String, bool)> {
    let pending = |subtask: &Value| subtask["status"].as_str().is_none_or(|status| status == "pending");
    items(subtasks).iter().filter_map(|it| Some((it["id"].as_str()?.to_owned(), pending(it)))).collect()
}

/// How a delegation turns out: well, unless the history says otherwise.
fn outcome(op: &Value) -> &'static str {
    if op["outcome"] == "failed" { "failed" } else { "ok" }
}

/// What a defect is called. The protocol has no list of kinds; each of these is a defect of a file, and so concrete.
fn kind(op: &Value) -> &'static str {
    match op["rejectedBy"].as_str() {
        Some("placeholder") => "placeholder",
        Some("file") => "broken_file",
        _ => "missing_output",
    }
}

fn complete() -> Value {
    json!({"decision": "COMPLETE", "finalResult": {"summary": "done"}})
}

fn agreed() -> Value {
    json!({"rejectedBy": null, "defect": null})
}

impl World for Manager {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        match moment {
            Moment::Asked { id, method: "host/decide", params } => vec![Reply { to: id, value: self.decide(params) }],
            Moment::Asked { id, .. } => vec![Reply { to: id, value: self.gates() }],
            Moment::Event(_) | Moment::Rest => Vec::new(),
        }
    }
}
