//! Drawing projects: a workflow, its agents, its files and its tools.
//!
//! A project is plain in every respect but the one that a rule is about, so
//! that a subject which is wrong about versions is not blamed under sixteen
//! other rules. [`rich`] is for the rules that are about all of it.

mod faults;
mod large;
mod project;
mod random;
pub(super) mod runtime;

pub(super) use faults::{FAULTS, Fault};
pub(super) use large::large;
pub(super) use project::{
    add_agent, agent, agreeing, chain, code_mode, cut, delegating, evaluation, least, project, put, remove_config,
    ring, tool_making, with, without,
};
pub(super) use random::{agents_of, any_agent, plain, plain_of, rich, wild};
