//! The documents made executable, one folder each.

pub mod preflight;

use crate::rule::Suite;

/// Every suite, in the order in which they are listed and run.
pub static SUITES: &[&Suite] = &[&preflight::SUITE];
