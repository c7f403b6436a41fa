//! Drawing projects: a workflow, its agents, its files and its tools.
//!
//! A project is plain in every respect but the one that a rule is about, so
//! that a subject which is wrong about versions is not blamed under sixteen
//! other rules. [`rich`] is for the rules that are about all of it.

mod code_mode;
mod company;
pub(super) mod contracts;
mod edit;
mod large;
mod odd;
mod plain;
mod project;
mod random;
mod relate;
pub(super) mod runtime;
mod scoring;
pub(super) mod shape;

pub(super) use code_mode::{code_mode_in, coder, for_each_agent, into_code_mode, register, turn};
pub(super) use company::in_company;
pub(super) use edit::{
    agent, configs, cut, dependencies, each_agent, each_node, has_forward_dependency, has_root, list_at, nodes, put,
    remove_config, tools, with, without,
};
pub(super) use large::large;
pub(super) use odd::{and_crowded, is_crowded, odd_values, plain_with, spoil_slot};
pub(super) use plain::{
    changed, complete_files, declare_tools, each_capable, keep_used_tools, leave_code_mode, name_plainly, set_free,
};
pub(super) use project::{
    add_agent, add_without_node, agreeing, chain, code_mode, delegating, evaluation, least, project, ring, tool_making,
};
pub(super) use random::{agents_of, any_agent, broken, broken_of, plain, plain_of, rich, wild};
pub(super) use relate::{joined, prefixed, renamed, reordered, union};
pub(super) use scoring::{and_off, evaluation_in, into_evaluation, scored};
