//! `proofmark protocol` and `proofmark schema`: the pages that adapters and tools are written against.

use clap::{Args, ValueEnum};
use serde_json::Value;

use super::{CliError, Exit, output};

#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// The document
    document: Document,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Document {
    /// What `run --json` writes
    Proof,
    /// One line of what `run --events` writes
    Events,
    /// What `certify` writes
    Certificate,
}

const PROOF: &str = include_str!("../../conformance/proof.schema.json");

/// Prints the protocol page.
pub(super) fn protocol() -> Result<Exit, CliError> {
    print(include_str!("../../conformance/protocol.md"))
}

/// Prints the JSON Schema of a document.
pub(super) fn schema(args: &SchemaArgs) -> Result<Exit, CliError> {
    match args.document {
        Document::Proof => print(PROOF),
        Document::Events => print(&events()),
        Document::Certificate => print(include_str!("../../conformance/certificate.schema.json")),
    }
}

/// The schema of events, with that of proofs, which it refers to, inside.
fn events() -> String {
    let read = |text| serde_json::from_str::<Value>(text).unwrap_or_default();
    let (mut events, mut proof) = (read(include_str!("../../conformance/events.schema.json")), read(PROOF));
    proof["$id"] = "proof.schema.json".into();
    events["$defs"]["proof"] = proof;
    format!("{events:#}\n")
}

fn print(page: &str) -> Result<Exit, CliError> {
    output::to_stdout(|out| out.write_all(page.as_bytes()))?;
    Ok(Exit::Conforms)
}
