//! What the rules of this suite use.

pub(super) use serde_json::{Value, json};

pub(super) use super::check::CHECK;
pub(super) use super::draw::portfolio::{ARMS, FAULTY, every_code, tidied_elsewhere};
pub(super) use super::draw::{self, case, shape};
pub(super) use super::judge::{
    REFUSED, Seen, UNSETTLED, both_settled, exactly_when_due, found_in, judge_pairs, missing_in_company, outline,
    refuses_the_action, settled, validate,
};
pub(super) use super::label::{due_and_kind, due_or_not, how_many};
pub(super) use super::methods::METHOD;
pub(super) use super::model::repair::{BRANCHES, choose, recognise};
pub(super) use super::model::vocabulary::{
    ACTIONS, Action, CHANNELS, DENIED, GRAPH_BODY, KNOWN_FIELDS, is_known, place_of,
};
pub(super) use super::model::{
    self, Diagnostic, Text, action_of, codes, diagnostics, from_answer, is_about_action, is_denial, is_ours, to_answer,
};
pub(super) use super::spoil::{
    change_text, demanding, deny_too, due_for, edit, edit_denial, edit_each, edit_where, leave, misread, omitting,
    relist, respelling, without,
};
pub(super) use crate::draw::{Draw, near};
pub(super) use crate::rule::{Case, Check, Judgement, Level, Mutant, OnFault, Rule, Stop, Talk, arm};
pub(super) use crate::subject::{Call, Request};
