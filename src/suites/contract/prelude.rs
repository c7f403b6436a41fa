//! What most rules of this suite begin with.

pub(super) use serde_json::{Value, json};

pub(super) use super::draw::notation::{classify_run, parallel, workflow};
pub(super) use super::draw::{run as draw, shape};
pub(super) use super::judge::answer::{decided, list, message, results, truth};
pub(super) use super::judge::run::{Ran, stands_on_plain_run};
pub(super) use super::judge::scheduler;
pub(super) use super::judge::tale::{Event, Tale, status, step_status};
pub(super) use super::model::number::whole_number;
pub(super) use super::model::workflow::{Strategy, Workflow};
pub(super) use super::model::world::{failing, output};
pub(super) use crate::draw::Draw;

pub(super) use crate::rule::{
    Case, Check, Judgement, Level, Mutant, OnFault, Question, Reading, Rule, Stop, Talk, WrongShape, arm,
};
pub(super) use crate::subject::{Answer, Call, Memory, Request};
