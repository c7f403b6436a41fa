//! Your runtime before Proofmark: turn-level contribution providers. It runs as it is: `proofmark run --suite turn -- target/debug/my-runtime-conformance`.

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
                "turn/contribute".to_owned(),
                "turn/compose".to_owned(),
            ],
            features: Vec::new(),
        }
    }

    fn call(&self, request: Request<'_>, _host: &Host) -> Result<Value, Refusal> {
        let params = request.params;
        // Ask your runtime in every arm. Until you do, these are the emptiest answers of the right shape.
        match request.method {
            // params: {provider: "user" | "clientContext" | "kfr" | "rag" | "turnMetadata", turn: {client?: {editor?: text | null, files?: [text…] | null, structure?: text | null} | null, kfr?: {entries?: [{active: boolean, content: text}…] | null, temporaryFacts?: [text…] | null} | null, metadata?: [text…] | null, rag?: [{content: text, origin?: text | null}…] | null, user?: {attachments?: [text…] | null, instructions?: text | null} | null}}
            // result: {contributions: [{content: text, kind: text}…]}
            "turn/contribute" => Ok(json!({"contributions": []})),
            // params: {invocations: [{contributions: [{content: text, id: text, kind: "instruction" | "attachment" | "file" | "structure" | "editorState" | "fact" | "retrieved" | "notice", origin?: text | null}…], provider: "user" | "clientContext" | "kfr" | "rag" | "turnMetadata"}…], session: {name: any}}
            // result: {request: [{content: text, id: text, kind: text, provider: text}…], session: any}
            "turn/compose" => Ok(json!({"request": [], "session": params["session"]})),
            _ => Err(Refusal::NotOffered),
        }
    }
}
