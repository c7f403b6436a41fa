//! One good call of every method, to try things on.

use serde_json::{Value, json};

use crate::rule::{Expect, Step, read_corpus};
use crate::subject::protocol::HOSTED;
use crate::suites;

/// A call that a conforming subject answers with a result.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) method: String,
    pub(super) params: Value,
}

/// Every method that some check needs, in the order of the suites.
pub(super) fn known_methods() -> Vec<&'static str> {
    let mut known = Vec::new();
    for method in suites::rules().flat_map(|(_, rule)| rule.checks).flat_map(|check| check.methods) {
        if !known.contains(method) {
            known.push(*method);
        }
    }
    known
}

/// A call of `method` without host calls, the first that the hand-checked cases have.
pub(super) fn plain(method: &str) -> Option<Sample> {
    if HOSTED.contains(&method) {
        return None;
    }
    let (mut accepted, mut other) = (None, None);
    for (suite, rule) in suites::rules() {
        let Some(first) = rule.checks.iter().find(|check| check.methods.contains(&method)) else { continue };
        let cases = read_corpus(&format!("{}/{}", suite.name, rule.id), rule.corpus).unwrap_or_default();
        for case in cases {
            let check = case.check.as_deref().map_or(rule.checks.first(), |id| rule.checks.iter().find(|c| c.id == id));
            let asked = match (check.unwrap_or(first).exam)(&case.case, &[]) {
                Ok(Step::Ask(calls)) => calls.into_iter().find(|call| call.method == method),
                _ => None,
            };
            let Some(call) = asked else { continue };
            let slot = if case.expect == Expect::Accept { &mut accepted } else { &mut other };
            slot.get_or_insert(Sample { method: method.to_owned(), params: call.params(&case.case).clone() });
            if accepted.is_some() {
                return accepted;
            }
        }
    }
    accepted.or(other)
}

/// A call of `method` during which the subject has to call the host.
pub(super) fn hosted(method: &str) -> Option<Sample> {
    let text = json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]});
    let tool = json!({"name": "echo", "inputSchema": text});
    let params = match method {
        "awp/run" => json!({"workflow": {
            "awp": "1.0.0",
            "workflow": {"name": "demo", "version": "1.0.0", "description": "Two readers and a writer."},
            "orchestration": {"engine": "dag", "graph": [
                {"id": "reader", "agent": "agents/reader", "depends_on": []},
                {"id": "listener", "agent": "agents/listener", "depends_on": []},
                {"id": "writer", "agent": "agents/writer", "depends_on": ["reader", "listener"]},
            ]},
        }}),
        "awp/loop" => json!({"maxPreProgressPlans": 3, "maxRejectedCompletions": 3, "maxIterations": 5,
            "subtasks": [{"id": "s1", "status": "completed"}]}),
        "contract/run" => json!({"parallel": {}, "steps": [
            {"stepId": "one"}, {"stepId": "two"}, {"stepId": "three", "dependencies": ["one", "two"]},
        ]}),
        "contract/delegation_run" => json!({"root": "planner"}),
        "contract/tool" => json!({"tools": [tool], "calls": [{"tool": "echo", "args": {"text": "hello"}}]}),
        "contract/mutate_result" => json!({"tool": tool, "args": {"text": "hello"}, "attempts": []}),
        "contract/prompt" => json!({"agent": {"systemPrompt": "Be brief.", "coreAbilities": ["greet"]},
            "abilities": [{"id": "greet", "content": "Say hello.", "tags": ["hello"]}],
            "task": "say hello", "tokenLimit": 1000}),
        _ => return None,
    };
    Some(Sample { method: method.to_owned(), params })
}

/// A reply that lets a call go on.
pub(super) fn reply(host_method: &str) -> Value {
    match host_method {
        "host/step" => json!({"ok": true, "output": {"text": "done"}}),
        "host/compensate" => json!({"ok": true}),
        "host/tool" => json!({"output": {"text": "hello"}}),
        "host/provider" => json!({"text": "hello"}),
        "host/agent" => json!({"delegateTo": []}),
        "host/decide" => json!({"decision": "COMPLETE", "finalResult": {"text": "done"}}),
        _ => json!({"rejectedBy": null, "defect": null}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_sample() {
        let without: Vec<&str> =
            known_methods().into_iter().filter(|method| plain(method).is_none() && hosted(method).is_none()).collect();
        assert_eq!(without, [""; 0]);
    }
}
