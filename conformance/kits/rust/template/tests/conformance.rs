//! Your runtime in-process, with one test per rule: `cargo test preflight::` runs a suite, `-- --list` shows them all.

#[path = "../src/runtime.rs"]
mod runtime;

fn main() -> std::process::ExitCode {
    proofmark::test_subject(|| runtime::MyRuntime)
}
