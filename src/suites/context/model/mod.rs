//! What the document says, as one program: conditions that hold, are broken or are left open, and what they add up to.

pub(super) mod core;
pub(super) mod demand;
pub(super) mod fields;
pub(super) mod kind;
pub(super) mod manifest;
pub(super) mod path;
pub(super) mod place;
pub(super) mod response;
mod said;
pub(super) mod slot;
pub(super) mod test;
mod truth;
mod verdict;
pub(super) mod why;

pub(super) use said::{due, is_sound, said};
pub(super) use truth::{Condition, Truth};
pub(super) use verdict::{Said, Verdict};
