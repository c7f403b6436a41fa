//! What `init rust DIR --suite S` writes, for every suite, so that it is compiled: `rust-stubs SUITE` is that adapter. The
//! files beside this one are held to what is written by `cargo test --test hands init::rust`.

#![expect(clippy::doc_markdown, clippy::match_same_arms, reason = "arms are alike until a runtime is plugged in")]

#[rustfmt::skip]
mod awp;
#[rustfmt::skip]
mod context;
#[rustfmt::skip]
mod contract;
#[rustfmt::skip]
mod preflight;
#[rustfmt::skip]
mod turn;

fn main() -> std::io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("awp") => proofmark::serve(awp::MyRuntime),
        Some("context") => proofmark::serve(context::MyRuntime),
        Some("contract") => proofmark::serve(contract::MyRuntime),
        Some("preflight") => proofmark::serve(preflight::MyRuntime),
        Some("turn") => proofmark::serve(turn::MyRuntime),
        _ => Err(std::io::Error::other("name a suite")),
    }
}
