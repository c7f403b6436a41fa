//! Proofmark tells you, rule by rule, whether an agent runtime does what its
//! specification says, and hands you the smallest input that shows it does not.
//!
//! Most people use the `proofmark` program with an adapter in the language of
//! their runtime. A runtime in Rust can be tested in-process: implement
//! [`subject::Subject`] and hand it to [`certify()`], and every rule is a test of
//! your `cargo test`. [`serve`] makes an adapter of it.
//!
//! ```text
//! plan ──► draw ──► exercise ──► judge ──► shrink ──► proof ──► reports
//! ```
//!
//! - [`suites`]: the documents made executable, one file per rule
//! - [`rule`]: rules as data
//! - [`draw`]: drawing cases, and making failing ones small
//! - [`subject`]: the implementation under test, in-process or behind a pipe
//! - [`run`](mod@run): from a selection of rules to a proof
//! - [`proof`]: the result, and its reports
//! - [`gate`]: known failures, baselines and certificates, for CI
//! - [`doctor`]: whether an adapter is well behaved
//! - [`kits`]: adapters to start from

#[cfg(feature = "libtest")]
mod certify;
pub mod check;
pub mod cli;
pub mod doctor;
pub mod draw;
pub mod gate;
mod inert;
pub mod kits;
mod mutex;
pub mod proof;
pub mod rule;
pub mod run;
pub mod subject;
pub mod suites;
#[cfg(feature = "libtest")]
mod trials;

pub use cli::main;
pub use rule::Catalogue;
pub use subject::serve_on_stdio as serve;

#[cfg(feature = "libtest")]
pub use certify::{SharedLauncher, certify, trials};
#[cfg(feature = "libtest")]
pub use trials::{Snapshot, suite_trials, test_suites};
