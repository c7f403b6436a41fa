//! The command-line program: parse, call, exit code.

fn main() -> std::process::ExitCode {
    proofmark::main(&proofmark::suites::builtin())
}
