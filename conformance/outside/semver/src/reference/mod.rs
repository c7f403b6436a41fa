//! The reference runtime: the model, behind the methods of the wire; and what the document says about a call.

mod answer;
mod expect;
mod wrong;

pub(crate) use answer::{answer, incremented, order_of, parsed, text};
pub(crate) use expect::{COMMON_LENGTH, empty_answers, expect};
pub(crate) use wrong::{
    comparing, incrementing, mistaking, reading, reading_build, reading_core, reading_pre, refusing, sorting, unless,
};
