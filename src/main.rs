//! The command-line program: parse, call, exit code.

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    proofmark::main(&proofmark::suites::builtin())
}
