//! Your runtime before Proofmark: AWP validation rules. It runs as it is: `proofmark run --suite awp -- target/debug/my-runtime-conformance`.

use proofmark::{Host, Implementation, Refusal, Request, Subject};
use serde_json::{Value, json};

/// One value per process. Keep what your runtime keeps between calls in here: that it does no harm is tested too.
pub(crate) struct MyRuntime;

impl Subject for MyRuntime {
    fn implementation(&self) -> Implementation {
        Implementation {
            name: "my-runtime".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "rust".to_owned(),
            // What your runtime can answer. Only that is tested; the rest is reported as not exercised.
            methods: vec![
                "awp/validate".to_owned(),
                "awp/write_state".to_owned(),
                "awp/record".to_owned(),
                "awp/deliver".to_owned(),
                "awp/read_state".to_owned(),
                "awp/audit".to_owned(),
                "awp/verify_audit".to_owned(),
                "awp/complete".to_owned(),
            ],
            features: Vec::new(),
        }
    }

    fn call(&self, request: Request<'_>, _host: &Host) -> Result<Value, Refusal> {
        let params = request.params;
        // Ask your runtime in every arm. Until you do, these are the emptiest answers of the right shape.
        match request.method {
            // params: {agents: {name: any}, files: [text…], tools: [text…], workflow: {name: any}, names?: {name: any}}
            // result: {valid: boolean, diagnostics?: [{severity: "error" | "warning", code?: text | null, message?: text | null, path?: text | null, rule?: text | null}…] | null}
            "awp/validate" => Ok(json!({"valid": true})),
            // params: {agent: text, state: {name: any}, writes: [{key: text, value: any}…]}
            // result: {rejected: [text…], state: {name: any}}
            "awp/write_state" => Ok(json!({"rejected": [], "state": params["state"]})),
            // params: {env: [{name: text, sensitive: boolean, value: text}…], events: [{attributes: {name: any}, message: text, sink: "log" | "metric" | "span" | "audit"}…], sensitiveFields: [text…], state: {name: any}}
            // result: {audit: [any…], log: [any…], metric: [any…], span: [any…]}
            "awp/record" => Ok(json!({"audit": [], "log": [], "metric": [], "span": []})),
            // params: {channel: {name: text, schema?: any}, messages: [{content: any, id: text}…]}
            // result: {delivered: [text…], rejected: [text…]}
            "awp/deliver" => Ok(json!({"delivered": [], "rejected": []})),
            // params: {agents: {name: {shareOutput: [text…]}}, reader: text, sharing: {strategy: "full" | "selective" | "isolated", rules?: [{fields: [text…], from: text, to: text}…]}, state: {name: {name: any}}}
            // result: {visible: {name: {name: any}}}
            "awp/read_state" => Ok(json!({"visible": {}})),
            // params: {workflow: {orchestration: {graph: [{id: text, depends_on?: [text…], timeout?: number}…]}, execution?: {on_failure?: text, timeout_per_agent?: number, timeout_total?: number}}}
            // result: {agents: {name: {status: "completed" | "failed" | "timed_out" | "skipped", error?: any, output?: any}}, status: "completed" | "rejected" | "partial" | "failed"}
            // Not offered yet: meanwhile the runtime asks host/step (`host.call("host/step", json!(…))`;
            // `proofmark protocol` has their params and replies).
            // "awp/run" => …,
            // params: {events: [{event: text, id: integer, details?: any}…], integrity: text}
            // result: {entries: [{hash: text, details?: any, event?: text | null, id?: integer | null, prev_hash?: text | null}…]}
            "awp/audit" => Ok(json!({"entries": []})),
            // params: {entries: [{name: any}…], integrity: text}
            // result: {valid: boolean, brokenAt?: any}
            "awp/verify_audit" => Ok(json!({"valid": true})),
            // params: {critique?: {enabled?: boolean, iterations?: [[number…]…], minScoreToComplete?: number}, evaluation?: {enabled?: boolean, score?: number, thresholds?: {accept?: number, fail?: number, retry?: number}}, files?: [{base64: text, path: text}…], finalResult?: {name: any}, subtasks?: [{description?: text, id?: text, requiredOutputs?: [text…], successCriteria?: text}…], task?: text}
            // result: {accepted: boolean, event?: {action?: text | null, empty?: [text…] | null, gate?: text | null, missing?: [text…] | null, source?: text | null} | null, rejectedBy?: text | null}
            "awp/complete" => Ok(json!({"accepted": true})),
            // params: {maxIterations: integer, maxPreProgressPlans: integer, subtasks: [{id: text, status?: "pending" | "completed" | "failed" | "skipped"}…], maxRejectedCompletions?: integer}
            // result: {status: text, reason?: text | null}
            // Not offered yet: meanwhile the runtime asks host/decide and host/gates (`host.call("host/decide", json!(…))`;
            // `proofmark protocol` has their params and replies).
            // "awp/loop" => …,
            _ => Err(Refusal::NotOffered),
        }
    }
}
