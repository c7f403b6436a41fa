//! A failing case, and what looking into it has shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::tally::{Ending, Seen, Signature};
use crate::proof::{Earlier, Neighbour, Reach};

/// How many failures of one check are looked into; the others are counted.
pub const KINDS_PER_CHECK: usize = 5;

/// A failing case, looked into.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The smallest case that fails in the same way.
    pub(crate) input: Arc<Value>,
    /// How it ends.
    pub(crate) ending: Ending,
    /// Whether it fails every time.
    pub(crate) steadiness: Steadiness,
    /// Other failures met while shrinking, with the case that showed them.
    pub(crate) slips: BTreeMap<Signature, Arc<Value>>,
    /// What is known about its cause.
    pub(crate) insight: Insight,
    /// Why it may not be the smallest, if it was not shrunk to the end.
    pub(crate) cut: Option<&'static str>,
}

impl Found {
    /// A failing case and how it ends.
    pub(super) fn new(input: Arc<Value>, ending: Ending, steadiness: Steadiness) -> Self {
        Self { input, ending, steadiness, slips: BTreeMap::new(), insight: Insight::default(), cut: None }
    }

    /// A failure as the run saw it, without having looked into it.
    pub(super) fn as_seen(input: Arc<Value>, seen: &Seen, why: &'static str) -> Self {
        Self::new(input, seen.ending.clone(), Steadiness::Unshrunk(why))
    }
}

/// Whether a case fails every time.
#[derive(Debug, Clone)]
pub(crate) enum Steadiness {
    /// By itself, every time.
    Alone,
    /// Only after these cases on the same process.
    After(Vec<Earlier>),
    /// Only while these cases are under way beside it.
    Among(Vec<Earlier>),
    /// Not every time.
    Flaky {
        /// How each repetition ended: the failure, or none.
        repeated: Vec<Option<Ending>>,
        /// How many other cases were under way when the run saw it fail.
        beside: usize,
    },
    /// Nobody knows: why it was not looked into.
    Unshrunk(&'static str),
}

/// What is known about a failure beside its smallest case.
#[derive(Debug, Clone, Default)]
pub(crate) struct Insight {
    /// The nearest input that is treated as the document says.
    pub(crate) neighbour: Option<Neighbour>,
    /// What else fails in the same way.
    pub(crate) reach: Vec<Reach>,
    /// Other bugs that fail in the same way: the first case of each, how many cases show it, and what was found.
    pub(crate) others: Vec<(u64, u64, Found)>,
}
