//! Proofmark tells you, rule by rule, whether an agent runtime does what its
//! specification says, and hands you the smallest input that shows it does not.

pub mod cli;
pub mod draw;
pub mod proof;
pub mod rule;
pub mod run;
pub mod subject;
pub mod suites;
