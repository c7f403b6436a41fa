//! Drawing cases, and what their parts mean.

pub(super) mod checkpointed;
pub(super) mod delegation;
pub(super) mod failures;
pub(super) mod hops;
pub(super) mod notation;
pub(super) mod pairs;
pub(super) mod profile;
pub(super) mod prompt;
pub(super) mod rings;
pub(super) mod run;
pub(super) mod script;
pub(super) mod selection;
pub(super) mod shape;
pub(super) mod teams;
pub(super) mod tools;
