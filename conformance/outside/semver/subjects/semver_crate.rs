//! The `semver` crate, put before the suite.
fn main() {}
