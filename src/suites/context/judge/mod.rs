//! Putting inputs to a subject, and judging its answers.
//!
//! A wrong verdict is a rule's own only on ground that the subject treats rightly. Before a failure is reported, what
//! other rules own is tried without this rule's matter: whether earlier calls make the difference ([`state`]), the way
//! in which nothing is written ([`style`]), the core or the manifest that a step refers to, or something else in the
//! same document ([`alone`]).

mod alone;
mod answer;
pub(super) mod built;
mod checks;
mod ground;
mod paired;
mod probe;
mod sift;
mod state;
pub(super) mod style;
mod twin;
mod verdict;

pub(super) use answer::{is_ok, observed};
pub(super) use checks::{OF_CORE, OF_MANIFEST, OF_POST, OF_PRE, OPEN_POINTS, Post, Pre, by_verdict};
pub(super) use sift::accepts_whatever_a_step_leaves;
pub(super) use state::{disturbed, remembers};
pub(super) use verdict::verdict;
