//! `proofmark protocol` and `proofmark schema`: the pages that adapters and tools are written against.

use clap::Args;
use serde_json::{Value, json};

use super::{CliError, Exit, output};
use crate::rule::Catalogue;

#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// What is described: proof, events, certificate, or a method such as preflight/validate
    #[arg(value_name = "DOCUMENT|METHOD")]
    of: String,
}

const PROOF: &str = include_str!("../../conformance/proof.schema.json");

/// Prints the protocol page.
pub(super) fn protocol() -> Result<Exit, CliError> {
    print(include_str!("../../conformance/protocol.md"))
}

/// Prints the JSON Schema of a document, or those of a method's params and result.
pub(super) fn schema(catalogue: &Catalogue, args: &SchemaArgs) -> Result<Exit, CliError> {
    match args.of.as_str() {
        "proof" => print(PROOF),
        "events" => print(&events()),
        "certificate" => print(include_str!("../../conformance/certificate.schema.json")),
        name => {
            let mut methods = catalogue.suites().iter().flat_map(|suite| suite.methods);
            let Some(method) = methods.find(|method| method.name == name) else {
                let known: Vec<&str> =
                    catalogue.suites().iter().flat_map(|suite| suite.methods).map(|method| method.name).collect();
                return Err(CliError::Usage(format!(
                    "there is no schema of `{name}`; there are proof, events, certificate, and the methods {}",
                    known.join(", ")
                )));
            };
            print(&format!("{:#}\n", json!({"params": read(method.params), "result": read(method.result)})))
        }
    }
}

/// The schema of events, with that of proofs, which it refers to, inside.
fn events() -> String {
    let (mut events, mut proof) = (read(include_str!("../../conformance/events.schema.json")), read(PROOF));
    proof["$id"] = "proof.schema.json".into();
    events["$defs"]["proof"] = proof;
    format!("{events:#}\n")
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn print(page: &str) -> Result<Exit, CliError> {
    output::to_stdout(|out| out.write_all(page.as_bytes()))?;
    Ok(Exit::Conforms)
}
