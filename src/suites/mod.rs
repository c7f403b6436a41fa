//! The documents made executable, one folder each.

pub mod awp;
pub mod context;
pub mod contract;
pub mod preflight;
pub mod turn;

#[cfg(test)]
mod schemas;

use crate::rule::Catalogue;

static BUILTIN: Catalogue =
    Catalogue::new(&[&preflight::SUITE, &context::SUITE, &turn::SUITE, &awp::SUITE, &contract::SUITE]);

/// The suites that come with this crate.
#[must_use]
pub fn builtin() -> Catalogue {
    BUILTIN
}
