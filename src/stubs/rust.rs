//! Rust: an arm per method, with its shapes in comments.

use std::fmt::Write as _;

use super::shape::fields_in_words;
use super::{Emptiest, Stub, heading};
use crate::rule::Suite;

pub(super) fn adapter(suite: &Suite, stubs: &[Stub], run: &str) -> String {
    let offered: Vec<String> = stubs
        .iter()
        .filter(|stub| stub.hosts.is_empty())
        .map(|stub| format!("                \"{}\".to_owned(),\n", stub.name))
        .collect();
    let mut arms = String::new();
    for stub in stubs {
        let (params, result) = (fields_in_words(&stub.params), fields_in_words(&stub.result));
        // Writing to a string cannot fail.
        let _ = write!(arms, "            // params: {params}\n            // result: {result}\n");
        if !stub.hosts.is_empty() {
            let _ = writeln!(
                arms,
                "            // Not offered yet: meanwhile the runtime asks {} (`host.call(\"{}\", json!(…))`;\n            \
                 // `proofmark protocol` has their params and replies).\n            // \"{}\" => …,",
                stub.asks(),
                stub.hosts[0],
                stub.name
            );
            continue;
        }
        let members = stub.emptiest().map(|(name, value)| match value {
            Emptiest::Echo(param) => format!("\"{name}\": params[\"{param}\"]"),
            Emptiest::Value(value) => format!("\"{name}\": {value}"),
        });
        let members = members.collect::<Vec<_>>().join(", ");
        let _ = writeln!(arms, "            \"{}\" => Ok(json!({{{members}}})),", stub.name);
    }
    let params = if arms.contains("params[") { "        let params = request.params;\n" } else { "" };
    format!(
        r#"//! {}

use proofmark::{{Host, Implementation, Refusal, Request, Subject}};
use serde_json::{{Value, json}};

/// One value per process. Keep what your runtime keeps between calls in here: that it does no harm is tested too.
pub(crate) struct MyRuntime;

impl Subject for MyRuntime {{
    fn implementation(&self) -> Implementation {{
        Implementation {{
            name: "my-runtime".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "rust".to_owned(),
            // What your runtime can answer. Only that is tested; the rest is reported as not exercised.
            methods: vec![
{}            ],
            features: Vec::new(),
        }}
    }}

    fn call(&self, request: Request<'_>, _host: &Host) -> Result<Value, Refusal> {{
{params}        // Ask your runtime in every arm. Until you do, these are the emptiest answers of the right shape.
        match request.method {{
{arms}            _ => Err(Refusal::NotOffered),
        }}
    }}
}}
"#,
        heading(suite, run),
        offered.concat()
    )
}
