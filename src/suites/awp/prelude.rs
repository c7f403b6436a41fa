//! What the rules of `awp/validate` see of this suite and of the house.

pub(super) use serde_json::{Value, json};

pub(super) use super::METHOD;
pub(super) use super::draw::{
    add_agent, add_without_node, agent, agents_of, agreeing, and_crowded, and_off, any_agent, broken, broken_of, chain,
    changed, code_mode, code_mode_in, coder, complete_files, configs, cut, declare_tools, delegating, dependencies,
    each_agent, each_capable, each_node, evaluation, evaluation_in, for_each_agent, has_forward_dependency, has_root,
    into_code_mode, into_evaluation, is_crowded, keep_used_tools, least, leave_code_mode, list_at, name_plainly, nodes,
    odd_values, plain, plain_of, plain_with, project, put, register, remove_config, ring, scored, set_free, spoil_slot,
    tool_making, tools, turn, with, without,
};
pub(super) use super::ground::validate;
pub(super) use super::judge::{CHECK, question, standing, verdict};
pub(super) use super::load_rule::{LoadRule, Reach};
pub(super) use super::model::{ACTIONS, HOOKS, KINDS, RESERVED, asks, report};
pub(super) use super::names::named;
pub(super) use super::naming::NUMBERING;
pub(super) use super::spoil::{
    accuses, accusing, accusing_caps, accusing_caps_once, accusing_once, any_caps, capable, evaluation_of, forgives,
    forgiving, in_code_mode, is_like, is_small, metrics_of, misread, misread_agents, misreading, misreading_caps,
    misreading_coders, only_first, renames, rescored, rescoring, respelling, reweighed, reweighing, wavering,
};
pub(super) use super::verdict::Said;
pub(super) use crate::draw::{Draw, near};
pub(super) use crate::rule::{Case, Check, Judgement, Level, Mutant, Needs, Rule, Stop, Talk, arm, reading};
pub(super) use crate::subject::Request;
