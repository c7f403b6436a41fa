//! Putting a runtime to work and judging what it did.

pub(in crate::suites::awp) mod agents;
pub(in crate::suites::awp) mod audit;
pub(in crate::suites::awp) mod delegation;
pub(in crate::suites::awp) mod gate;
pub(in crate::suites::awp) mod reading;
pub(in crate::suites::awp) mod run;
pub(in crate::suites::awp) mod timing;
