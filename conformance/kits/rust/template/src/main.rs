//! Your runtime as a program that Proofmark starts: `proofmark run --suite preflight -- target/debug/my-runtime-conformance`.

mod runtime;

fn main() -> std::io::Result<()> {
    // stdout belongs to the protocol from here on: print with `eprintln!`.
    proofmark::serve(runtime::MyRuntime)
}
