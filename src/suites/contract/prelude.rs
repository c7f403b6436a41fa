//! What most rules of this suite begin with.

pub(super) use serde_json::{Value, json};

pub(super) use super::draw::notation::{classify_run, long, parallel, workflow};
pub(super) use super::draw::{run as draw, shape};
pub(super) use super::judge::answer::{decided, list, message};
pub(super) use super::judge::run::Ran;
pub(super) use super::model::workflow::{Strategy, Workflow};
pub(super) use crate::draw::Draw;

pub(super) use crate::rule::{
    Case, Check, Judgement, Level, Mutant, OnFault, Question, Rule, Stop, Talk, arm, reading,
};
pub(super) use crate::subject::{Memory, Request};
