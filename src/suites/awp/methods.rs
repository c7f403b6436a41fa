//! The methods that subjects of this suite offer.

use serde_json::{Value, json};

use crate::rule::Method;

/// Every method, in the order of the protocol page.
pub(super) const METHODS: &[Method] = &[
    Method {
        name: "awp/validate",
        params: include_str!("schema/validate.params.json"),
        result: include_str!("schema/validate.result.json"),
        ..Method::NEW
    },
    Method {
        name: "awp/write_state",
        params: include_str!("schema/write_state.params.json"),
        result: include_str!("schema/write_state.result.json"),
        ..Method::NEW
    },
    Method {
        name: "awp/record",
        params: include_str!("schema/record.params.json"),
        result: include_str!("schema/record.result.json"),
        ..Method::NEW
    },
    Method {
        name: "awp/deliver",
        params: include_str!("schema/deliver.params.json"),
        result: include_str!("schema/deliver.result.json"),
        ..Method::NEW
    },
    Method {
        name: "awp/read_state",
        params: include_str!("schema/read_state.params.json"),
        result: include_str!("schema/read_state.result.json"),
        ..Method::NEW
    },
    Method {
        name: "awp/run",
        hosts: &["host/step"],
        params: include_str!("schema/run.params.json"),
        result: include_str!("schema/run.result.json"),
        sample: || {
            Some(json!({"workflow": {
                "awp": "1.0.0",
                "workflow": {"name": "demo", "version": "1.0.0", "description": "Two readers and a writer."},
                "orchestration": {"engine": "dag", "graph": [
                    {"id": "reader", "agent": "agents/reader", "depends_on": []},
                    {"id": "listener", "agent": "agents/listener", "depends_on": []},
                    {"id": "writer", "agent": "agents/writer", "depends_on": ["reader", "listener"]},
                ]},
            }}))
        },
        ..Method::NEW
    },
    // Entries of an audit log may hold the time.
    Method {
        name: "awp/audit",
        params: include_str!("schema/audit.params.json"),
        result: include_str!("schema/audit.result.json"),
        varies: true,
        ..Method::NEW
    },
    Method {
        name: "awp/verify_audit",
        params: include_str!("schema/verify_audit.params.json"),
        result: include_str!("schema/verify_audit.result.json"),
        ..Method::NEW
    },
    Method {
        name: "awp/complete",
        params: include_str!("schema/complete.params.json"),
        result: include_str!("schema/complete.result.json"),
        ..Method::NEW
    },
    Method {
        name: "awp/loop",
        hosts: &["host/decide", "host/gates"],
        params: include_str!("schema/loop.params.json"),
        result: include_str!("schema/loop.result.json"),
        sample: || {
            Some(json!({"maxPreProgressPlans": 3, "maxRejectedCompletions": 3, "maxIterations": 5,
                "subtasks": [{"id": "s1", "status": "completed"}]}))
        },
        ..Method::NEW
    },
];

/// A reply that lets a call go on.
pub(super) fn reply(host_method: &str) -> Option<Value> {
    match host_method {
        "host/step" => Some(json!({"ok": true, "output": {"text": "done"}})),
        "host/decide" => Some(json!({"decision": "COMPLETE", "finalResult": {"text": "done"}})),
        "host/gates" => Some(json!({"rejectedBy": null, "defect": null})),
        _ => None,
    }
}
