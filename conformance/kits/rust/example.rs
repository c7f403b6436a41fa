//! A worked example: a runtime in Rust, put before Proofmark through the `Subject` trait.
//!
//! ```sh
//! cargo run --example rust-kit < conversation   # or: proofmark run -- target/debug/examples/rust-kit
//! ```
//!
//! Every suite is answered by code of its own, in the folder `example`, that knows nothing of Proofmark but the host
//! calls: this is what plugging in a runtime looks like.

#[path = "example/awp/mod.rs"]
mod awp;
#[path = "example/context/mod.rs"]
mod context;
#[path = "example/contract/mod.rs"]
mod contract;
#[path = "example/json.rs"]
mod json;
#[path = "example/preflight.rs"]
mod preflight;
#[path = "example/schema.rs"]
mod schema;
#[path = "example/turn.rs"]
mod turn;
#[path = "example/world.rs"]
mod world;

use proofmark::{Host, Implementation, Refusal, Request, Subject};
use serde_json::{Value, json};

/// Leave a suite out of the list, and its rules are not exercised.
const METHODS: &[&str] = &[
    "preflight/validate",
    "context/validate_core",
    "context/validate_pre_step",
    "context/validate_post_step",
    "context/validate_tool_call_manifest",
    "context/build_response",
    "turn/contribute",
    "turn/compose",
    "awp/validate",
    "awp/write_state",
    "awp/record",
    "awp/deliver",
    "awp/read_state",
    "awp/run",
    "awp/audit",
    "awp/verify_audit",
    "awp/complete",
    "awp/loop",
    "contract/registry",
    "contract/run",
    "contract/delegate",
    "contract/delegation_run",
    "contract/tool",
    "contract/mutate_result",
    "contract/prompt",
    "contract/select",
];
const FEATURES: &[&str] = &["ruleIds", "idle", "rollback", "memorySnapshot", "responses"];

/// What lives as long as the process does: nothing, every call is answered from its params alone.
struct Example;

impl Subject for Example {
    fn implementation(&self) -> Implementation {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Implementation {
            name: "rust-example".to_owned(),
            version: "1.0".to_owned(),
            language: "rust".to_owned(),
            methods: owned(METHODS),
            features: owned(FEATURES),
        }
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let params = request.params;
        match request.method {
            "preflight/validate" => {
                // `input` goes back as we leave it, which shows that we leave it alone.
                Ok(json!({"diagnostics": preflight::check(&params["input"]), "input": params["input"]}))
            }
            "turn/contribute" => {
                let contributions = turn::contribute(params["provider"].as_str().unwrap_or(""), &params["turn"]);
                Ok(json!({ "contributions": contributions }))
            }
            "turn/compose" => {
                Ok(json!({"session": params["session"], "request": turn::compose(&params["invocations"])}))
            }
            method if method.starts_with("context/") => context::answer(request),
            method if method.starts_with("awp/") => awp::answer(request, host),
            method if method.starts_with("contract/") => contract::answer(request, host),
            _ => Err(Refusal::NotOffered),
        }
    }
}

fn main() -> std::io::Result<()> {
    proofmark::serve(Example)
}
