//! What the document says: which texts are versions, and how two of them are ordered.
//!
//! Numbers stay the digits they are written in. The document sets no upper limit, so neither does the model.

mod decoration;
mod grammar;
mod number;
mod precedence;

pub(crate) use decoration::{Decoration, decoration};
pub(crate) use grammar::{Fault, Pieces, Version, is_digits, pieces, read};
pub(crate) use number::{bits, compare as compare_numbers, successor};
pub(crate) use precedence::{compare_series, deciding_clause, order};
