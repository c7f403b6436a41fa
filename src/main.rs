//! The command-line program: parse, call, exit code.

fn main() -> std::process::ExitCode {
    proofmark::cli::main()
}
