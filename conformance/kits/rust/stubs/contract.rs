//! Your runtime before Proofmark: Agent Domain Contract V1. It runs as it is: `proofmark run --suite contract -- target/debug/my-runtime-conformance`.

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
                "contract/registry".to_owned(),
                "contract/delegate".to_owned(),
                "contract/select".to_owned(),
            ],
            features: Vec::new(),
        }
    }

    fn call(&self, request: Request<'_>, _host: &Host) -> Result<Value, Refusal> {
        // Ask your runtime in every arm. Until you do, these are the emptiest answers of the right shape.
        match request.method {
            // params: {script: [{op: "register" | "update" | "get" | "list", id?: text, profile?: any}…]}
            // result: {results: [{ok: boolean, error?: any, ids?: [text…] | null, profile?: {name: any} | null}…]}
            "contract/registry" => Ok(json!({"results": []})),
            // params: {steps: [{stepId: text, compensable?: boolean, dependencies?: [text…]}…], checkpoint?: boolean, context?: any, memory?: [{key: text, value: any}…], parallel?: {failureStrategy?: "failFast" | "continueOnError" | "rollback", maxConcurrency?: integer}, resumeFrom?: {name: any}}
            // result: {status: "completed" | "failed" | "rejected", checkpoints?: [{completedStepId?: text | null, context?: any, memorySnapshot?: any, stepIndex?: number | null, stepOutputs?: {name: any} | null}…] | null, error?: any, errors?: [{stepId: text, message?: any}…] | null, steps?: [{status: "completed" | "failed" | "skipped" | "cancelled" | "restored", stepId: text, error?: any, output?: any}…] | null}
            // Not offered yet: meanwhile the runtime asks host/step and host/compensate (`host.call("host/step", json!(…))`;
            // `proofmark protocol` has their params and replies).
            // "contract/run" => …,
            // params: {chain: [text…], to: text, maxDepth?: integer}
            // result: {allowed: boolean, error?: any}
            "contract/delegate" => Ok(json!({"allowed": true})),
            // params: {root: text, maxDepth?: integer}
            // result: {refused: [{from: text, to: text, error?: any}…]}
            // Not offered yet: meanwhile the runtime asks host/agent (`host.call("host/agent", json!(…))`;
            // `proofmark protocol` has their params and replies).
            // "contract/delegation_run" => …,
            // params: {calls: [{args: any, tool: text}…], tools: [{inputSchema: any, name: text}…]}
            // result: {results: [{success: boolean, error?: any, errorCode?: text | null, output?: any}…]}
            // Not offered yet: meanwhile the runtime asks host/tool (`host.call("host/tool", json!(…))`;
            // `proofmark protocol` has their params and replies).
            // "contract/tool" => …,
            // params: {args: any, attempts: [{path: text, value?: any}…], tool: {inputSchema: any, name: text}}
            // result: {after: {name: any}, before: {name: any}, attempts?: [{path: text, changed?: boolean | null, threw?: boolean | null}…] | null}
            // Not offered yet: meanwhile the runtime asks host/tool (`host.call("host/tool", json!(…))`;
            // `proofmark protocol` has their params and replies).
            // "contract/mutate_result" => …,
            // params: {abilities: [{content: text, id: text, tags: [text…]}…], agent: {coreAbilities: [text…], systemPrompt: text}, task: text, tokenLimit: integer}
            // result: {injected: [text…], tokenCount: number, truncated: boolean, warnings?: [any…] | null}
            // Not offered yet: meanwhile the runtime asks host/provider (`host.call("host/provider", json!(…))`;
            // `proofmark protocol` has their params and replies).
            // "contract/prompt" => …,
            // params: {agents: [{agentId: text, description: text, enabled?: boolean, selectionMetadata?: {exampleTasks?: [text…], keywords?: [text…], notForTasks?: [text…], primaryIntents?: [text…]}}…], task: text, context?: any, maxResults?: integer}
            // result: {results: [{agentId: text, confidence: number, reason?: any}…]}
            "contract/select" => Ok(json!({"results": []})),
            _ => Err(Refusal::NotOffered),
        }
    }
}
