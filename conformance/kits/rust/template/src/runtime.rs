//! Your runtime, as Proofmark sees it.

use proofmark::{Host, Implementation, Refusal, Request, Subject};
use serde_json::{Value, json};

/// One value per process. Keep what your runtime keeps between calls in here: that it does no harm is tested too.
pub(crate) struct MyRuntime;

const ACTIONS: [&str; 7] = ["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];

impl Subject for MyRuntime {
    fn implementation(&self) -> Implementation {
        Implementation {
            name: "my-runtime".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "rust".to_owned(),
            // What your runtime can answer. Only that is tested; the rest is reported as not exercised.
            methods: vec!["preflight/validate".to_owned()],
            features: Vec::new(),
        }
    }

    fn call(&self, request: Request<'_>, _host: &Host) -> Result<Value, Refusal> {
        match request.method {
            "preflight/validate" => Ok(validate(&request.params["input"])),
            // A method that reaches outside, to agents, tools or models, asks the harness for it:
            //
            //     "contract/delegation_run" => {
            //         let root = &request.params["root"];
            //         let reply = host.call("host/agent", json!({"agentId": root, "chain": [root]}))?;
            //         …
            //     }
            _ => Err(Refusal::NotOffered),
        }
    }
}

fn validate(input: &Value) -> Value {
    // Ask your runtime here: `json!({"diagnostics": my_runtime::check(input)})`
    // Until you do, this stands in for it. It looks at the action and at nothing else, and the run will find that out.
    match input["action"].as_str() {
        None | Some("") => refuse("action-required", "There is no action."),
        Some(action) if !ACTIONS.contains(&action) => {
            refuse("action-invalid", &format!("There is no action {action}."))
        }
        Some(_) => json!({"diagnostics": []}),
    }
}

fn refuse(code: &str, message: &str) -> Value {
    json!({"diagnostics": [{"code": code, "message": message, "path": "/action", "severity": "error"}]})
}
