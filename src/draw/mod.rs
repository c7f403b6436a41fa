//! Drawing cases: a source of choices, generators over it, and the reducer
//! that makes a failing input small.
//!
//! A generator is a plain function over a [`Draw`]. Nothing is recorded while
//! it runs: shrinking works on the input that came out, guided by its
//! [`Shape`], so a generator may be written in whatever way reads best.

pub mod graph;
pub mod json;
pub mod near;
mod reduce;
mod shape;
mod source;
mod strategy;
pub mod text;

pub(crate) use reduce::{Part, Worded, settings, texts};
pub use reduce::{Reducer, Spot, Variation, Varied, edits, spots, variations};
pub use shape::{Field, Need, Shape, optional, required};
pub use source::Draw;
pub use strategy::{Inputs, case_seed, runner_for};
