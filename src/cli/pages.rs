//! `proofmark protocol` and `proofmark schema`: the pages that adapters and tools are written against.

use clap::{Args, ValueEnum};

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
    /// What `certify` writes
    Certificate,
}

/// Prints the protocol page.
pub(super) fn protocol() -> Result<Exit, CliError> {
    print(include_str!("../../conformance/protocol.md"))
}

/// Prints the JSON Schema of a document.
pub(super) fn schema(args: &SchemaArgs) -> Result<Exit, CliError> {
    match args.document {
        Document::Proof => print(include_str!("../../conformance/proof.schema.json")),
        Document::Certificate => print(include_str!("../../conformance/certificate.schema.json")),
    }
}

fn print(page: &str) -> Result<Exit, CliError> {
    output::to_stdout(|out| out.write_all(page.as_bytes()))?;
    Ok(Exit::Conforms)
}
