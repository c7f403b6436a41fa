//! The methods that subjects of this suite offer.

use serde_json::{Value, json};

use crate::rule::Method;

/// Every method, in the order of the protocol page.
pub(super) const METHODS: &[Method] = &[
    Method { name: "contract/registry", ..Method::NEW },
    Method {
        name: "contract/run",
        hosts: &["host/step", "host/compensate"],
        sample: || {
            Some(json!({"parallel": {}, "steps": [
                {"stepId": "one"}, {"stepId": "two"}, {"stepId": "three", "dependencies": ["one", "two"]},
            ]}))
        },
        ..Method::NEW
    },
    Method { name: "contract/delegate", ..Method::NEW },
    Method {
        name: "contract/delegation_run",
        hosts: &["host/agent"],
        sample: || Some(json!({"root": "planner"})),
        ..Method::NEW
    },
    Method {
        name: "contract/tool",
        hosts: &["host/tool"],
        sample: || Some(json!({"tools": [echo()], "calls": [{"tool": "echo", "args": {"text": "hello"}}]})),
        ..Method::NEW
    },
    Method {
        name: "contract/mutate_result",
        hosts: &["host/tool"],
        sample: || Some(json!({"tool": echo(), "args": {"text": "hello"}, "attempts": []})),
        ..Method::NEW
    },
    Method {
        name: "contract/prompt",
        hosts: &["host/provider"],
        sample: || {
            Some(json!({"agent": {"systemPrompt": "Be brief.", "coreAbilities": ["greet"]},
                "abilities": [{"id": "greet", "content": "Say hello.", "tags": ["hello"]}],
                "task": "say hello", "tokenLimit": 1000}))
        },
        ..Method::NEW
    },
    Method { name: "contract/select", ..Method::NEW },
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
