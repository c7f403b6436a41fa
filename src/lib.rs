//! Proofmark tells you, rule by rule, whether an agent runtime does what its
//! specification says, and hands you the smallest input that shows it does not.
//!
//! Most people use the `proofmark` program with an adapter in the language of
//! their runtime. A runtime in Rust can be tested in-process: implement
//! [`Subject`] and hand it to [`test_subject`], and every rule is a test of
//! your `cargo test`. [`serve`] makes an adapter of it.
//!
//! Who writes a suite for another document finds everything in [`suite`]: a
//! [`Catalogue`] of suites handed to [`main`] is a program with every command,
//! and handed to [`test_suites`] it has every test.
//!
//! ```text
//! plan ──► draw ──► exercise ──► judge ──► shrink ──► proof ──► reports
//! ```
//!
//! With `default-features = false` the library has no command line and none of its
//! dependencies.

#![cfg_attr(not(feature = "cli"), expect(dead_code, unused_imports, reason = "what only the commands need"))]

// What is hidden is no part of the public surface: it is open because tests and benches of this package, which are
// programs of their own, use every one of these modules. It is free to change; what they do not use is private.
#[cfg(feature = "libtest")]
mod certify;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod check;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod doctor;
#[doc(hidden)]
pub mod draw;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod gate;
mod inert;
#[cfg(feature = "cli")]
mod kits;
mod mutex;
#[doc(hidden)]
pub mod proof;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod readers;
#[doc(hidden)]
pub mod rule;
#[doc(hidden)]
pub mod run;
mod sarif;
mod share;
#[cfg(feature = "cli")]
mod stubs;
#[doc(hidden)]
pub mod subject;
#[doc(hidden)]
pub mod suites;
#[cfg(feature = "libtest")]
mod trials;

pub use rule::Catalogue;
pub use subject::{Host, Implementation, Refusal, Request, Subject, Ticket, serve_on_stdio as serve};
pub use suites::builtin;

#[cfg(feature = "cli")]
pub use cli::main;

#[cfg(feature = "libtest")]
pub use certify::{SharedLauncher, strict_trials, test_subject, test_subject_strictly, trials};
#[cfg(feature = "libtest")]
pub use trials::{Snapshot, suite_trials, test_suites};

/// The name by which [`test_subject`] was known, though it issues no certificate: `proofmark certify` does.
#[cfg(feature = "libtest")]
#[doc(hidden)]
pub use certify::test_subject as certify;

/// What a suite is written with: rules as data, exams as talks, and the means to draw inputs and to make them small.
pub mod suite {
    pub use crate::draw::{Draw, Field, Shape, optional, required};
    pub use crate::rule::{
        Arm, Case, Check, Deferred, Expect, Expected, Judgement, Level, Lint, Method, Mutant, Needs, Note, OnFault,
        Question, Reading, Rule, Severity, Stop, Suite, Talk, WrongShape, arm, member, text_member,
    };
    pub use crate::subject::{Answer, Call};
}
