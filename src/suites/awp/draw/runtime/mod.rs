//! Drawing what a runtime at work is put to.

pub(in crate::suites::awp) mod channels;
pub(in crate::suites::awp) mod contents;
pub(in crate::suites::awp) mod critiques;
pub(in crate::suites::awp) mod evaluations;
pub(in crate::suites::awp) mod events;
pub(in crate::suites::awp) mod evidence;
pub(in crate::suites::awp) mod history;
pub(in crate::suites::awp) mod outputs;
pub(in crate::suites::awp) mod placeholders;
pub(in crate::suites::awp) mod plans;
pub(in crate::suites::awp) mod recordings;
pub(in crate::suites::awp) mod rejections;
pub(in crate::suites::awp) mod schema;
pub(in crate::suites::awp) mod sharing;
pub(in crate::suites::awp) mod stand_ins;
pub(in crate::suites::awp) mod tampering;
pub(in crate::suites::awp) mod timed;
pub(in crate::suites::awp) mod value;
pub(in crate::suites::awp) mod workflow;
pub(in crate::suites::awp) mod writes;
