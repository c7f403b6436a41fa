//! The methods that subjects of this suite offer.

use serde_json::{Value, json};

use crate::rule::Method;

/// Every method, in the order of the protocol page.
pub(super) const METHODS: &[Method] = &[
    Method {
        name: "contract/registry",
        params: include_str!("schema/registry.params.json"),
        result: include_str!("schema/registry.result.json"),
        ..Method::NEW
    },
    Method {
        name: "contract/run",
        hosts: &["host/step", "host/compensate"],
        params: include_str!("schema/run.params.json"),
        result: include_str!("schema/run.result.json"),
        sample: || {
            Some(json!({"parallel": {}, "steps": [
                {"stepId": "one"}, {"stepId": "two"}, {"stepId": "three", "dependencies": ["one", "two"]},
            ]}))
        },
        ..Method::NEW
    },
    Method {
        name: "contract/delegate",
        params: include_str!("schema/delegate.params.json"),
        result: include_str!("schema/delegate.result.json"),
        ..Method::NEW
    },
    Method {
        name: "contract/delegation_run",
        hosts: &["host/agent"],
        params: include_str!("schema/delegation_run.params.json"),
        result: include_str!("schema/delegation_run.result.json"),
        sample: || Some(json!({"root": "planner"})),
        ..Method::NEW
    },
    Method {
        name: "contract/tool",
        hosts: &["host/tool"],
        params: include_str!("schema/tool.params.json"),
        result: include_str!("schema/tool.result.json"),
        sample: || Some(json!({"tools": [echo()], "calls": [{"tool": "echo", "args": {"text": "hello"}}]})),
        ..Method::NEW
    },
    Method {
        name: "contract/mutate_result",
        hosts: &["host/tool"],
        params: include_str!("schema/mutate_result.params.json"),
        result: include_str!("schema/mutate_result.result.json"),
        sample: || Some(json!({"tool": echo(), "args": {"text": "hello"}, "attempts": []})),
        ..Method::NEW
    },
    Method {
        name: "contract/prompt",
        hosts: &["host/provider"],
        params: include_str!("schema/prompt.params.json"),
        result: include_str!("schema/prompt.result.json"),
        sample: || {
            Some(json!({"agent": {"systemPrompt": "Be brief.", "coreAbilities": ["greet"]},
                "abilities": [{"id": "greet", "content": "Say hello.", "tags": ["hello"]}],
                "task": "say hello", "tokenLimit": 1000}))
        },
        ..Method::NEW
    },
    Method {
        name: "contract/select",
        params: include_str!("schema/select.params.json"),
        result: include_str!("schema/select.result.json"),
        ..Method::NEW
    },
];

/// A tool that takes a text.
fn echo() -> Value {
    let text = json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]});
    json!({"name": "echo", "inputSchema": text})
}

/// A reply that lets a call go on.
pub(super) fn reply(host_method: &str) -> Option<Value> {
    match host_method {
        "host/step" => Some(json!({"ok": true, "output": {"text": "done"}})),
        "host/compensate" => Some(json!({"ok": true})),
        "host/tool" => Some(json!({"output": {"text": "hello"}})),
        "host/provider" => Some(json!({"text": "hello"})),
        "host/agent" => Some(json!({"delegateTo": []})),
        _ => None,
    }
}
