//! What the rules of a runtime at work are written with.

pub(super) use serde_json::{Value, json};

pub(super) use crate::draw::json::same;
pub(super) use crate::draw::{Draw, Shape, text};
pub(super) use crate::rule::{
    Case, Check, Judgement, Level, Mutant, OnFault, Question, Rule, Stop, Talk, WrongShape, arm, reading,
};
pub(super) use crate::subject::{Call, Request};
pub(super) use crate::suites::awp::exam::reading::{list, object, texts};
pub(super) use crate::suites::awp::model::runtime::params::{Object, has_null, items, members, strings};
pub(super) use crate::suites::awp::reference::spoil::{edit, editing, first_only, misread, misreading};
