//! What every rule of this suite uses.

pub(super) use std::cmp::Ordering;

pub(super) use proofmark::suite::Call;
pub(super) use proofmark::suite::{Case, Check, Judgement, Level, Mutant, Question, Reading, Rule, Stop, Talk, arm};
pub(super) use serde_json::{Value, json};

pub(super) use crate::methods::{COMPARE, INCREMENT, PARSE, SORT};
pub(super) use crate::reference::{
    comparing, incrementing, mistaking, parsed, reading, reading_build, reading_core, reading_pre, refusing, sorting,
    text, unless,
};
pub(super) use crate::{draw, exam, model};
