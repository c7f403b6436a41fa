//! Your runtime before Proofmark: agent_team input preflight. It runs as it is: `proofmark run --suite preflight -- target/debug/my-runtime-conformance`.

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
                "preflight/validate".to_owned(),
            ],
            features: Vec::new(),
        }
    }

    fn call(&self, request: Request<'_>, _host: &Host) -> Result<Value, Refusal> {
        let params = request.params;
        // Ask your runtime in every arm. Until you do, these are the emptiest answers of the right shape.
        match request.method {
            // params: {input: any}
            // result: {diagnostics: [{code: text, message: text, path: text, severity: text, action?: text | null, fields?: [text…] | null, repair?: text | null}…], input?: any}
            "preflight/validate" => Ok(json!({"diagnostics": [], "input": params["input"]})),
            _ => Err(Refusal::NotOffered),
        }
    }
}
