//! The suite put to its own test: its rules, its corpus, its mutants and its conventions.

fn main() -> std::process::ExitCode {
    proofmark::test_suites(&semver_conformance::CATALOGUE)
}
