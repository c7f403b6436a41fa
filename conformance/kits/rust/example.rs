//! A worked example: a runtime in Rust, put before Proofmark through the `Subject` trait.
//!
//! ```sh
//! cargo run --example rust-kit < conversation   # or: proofmark run -- target/debug/examples/rust-kit
//! ```
//!
//! Three suites are answered by code of its own, in the folder `example`, that knows nothing of Proofmark but the host
//! calls: this is what plugging in a runtime looks like. The other two are handed to the reference runtime that comes
//! with the crate, which is public and a `Subject` like any other; so it shows how subjects are put together, and proves
//! nothing about those two that the reference does not prove by itself.

#[path = "example/awp/mod.rs"]
mod awp;
#[path = "example/preflight.rs"]
mod preflight;
#[path = "example/turn.rs"]
mod turn;

use proofmark::subject::{Host, Implementation, Reference, Refusal, Request, Subject};
use proofmark::suites;
use serde_json::{Value, json};

/// Everything that lives as long as the process does.
struct Example {
    rest: Reference,
}

impl Subject for Example {
    fn implementation(&self) -> Implementation {
        // The reference offers every method and feature, and so does whoever stands before it.
        Implementation { name: "rust-example".to_owned(), version: "1.0".to_owned(), ..self.rest.implementation() }
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
            method if method.starts_with("awp/") => awp::answer(request, host),
            _ => self.rest.call(request, host),
        }
    }
}

fn main() -> std::io::Result<()> {
    proofmark::serve(Example { rest: suites::reference(&[]) })
}
