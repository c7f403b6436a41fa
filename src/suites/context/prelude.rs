//! What the rules of this suite share.

pub(super) use serde_json::{Value, json};

pub(super) use super::draw::{
    self, alike, breach, core_faults, distinct, each, long, manifest_faults, mismatch, no_items, no_object, no_text,
    plain, shape, step_edges,
};
pub(super) use super::judge::{
    OF_CORE, OF_MANIFEST, OF_POST, OF_PRE, OPEN_POINTS, Post, Pre, by_verdict, disturbed, is_ok, observed, verdict,
};
pub(super) use super::methods::{BUILD, CORE, MANIFEST, POST, PRE};
pub(super) use super::model::core::{
    NO_CONTENT, NO_CORRELATION_ID, NO_ORG, NO_TIME_STAMP, NO_TYPE, NO_USER, OF_CONTINUATION, OF_FOLLOW_ON, OF_INITIAL,
};
pub(super) use super::model::demand::*;
pub(super) use super::model::kind::{CONTINUATION, FOLLOW_ON, INITIAL, TYPES, type_of};
pub(super) use super::model::manifest::{
    Lists, NO_RESULT_JSON, OTHER_COUNT, OTHER_ID, OTHER_NAME, OTHER_ORDER, has_result,
};
pub(super) use super::model::place::{Moment, PLACES, Place, post, pre};
pub(super) use super::model::slot::{self, Text, put};
pub(super) use super::model::{Truth, Verdict, due, is_sound, path, said};
pub(super) use super::reference::spoil::*;
pub(super) use crate::draw::{Draw, text};
pub(super) use crate::rule::{
    Case, Check, Judgement, Level, Mutant, OnFault, Question, Reading, Rule, Stop, Talk, WrongShape, arm, reading,
};
pub(super) use crate::subject::{Answer, Call};
