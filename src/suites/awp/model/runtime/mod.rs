//! What the document says of a runtime at work.

pub(in crate::suites::awp) mod chain;
pub(in crate::suites::awp) mod delegation;
pub(in crate::suites::awp) mod expect;
pub(in crate::suites::awp) mod gates;
pub(in crate::suites::awp) mod graph;
pub(in crate::suites::awp) mod machine;
pub(in crate::suites::awp) mod manager;
pub(in crate::suites::awp) mod params;
pub(in crate::suites::awp) mod run;
pub(in crate::suites::awp) mod says;
pub(in crate::suites::awp) mod schema;
pub(in crate::suites::awp) mod secrets;
pub(in crate::suites::awp) mod sharing;
pub(in crate::suites::awp) mod state;
