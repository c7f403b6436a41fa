//! Every command of Proofmark, for Semantic Versioning.

use std::process::ExitCode;

use proofmark::rule::Catalogue;

fn main() -> ExitCode {
    proofmark::main(&Catalogue::new([&semver_conformance::SUITE]))
}
