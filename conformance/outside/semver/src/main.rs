//! Every command of Proofmark, for Semantic Versioning.

fn main() -> std::process::ExitCode {
    proofmark::main(&semver_conformance::CATALOGUE)
}
