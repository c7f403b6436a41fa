//! How long a run took: the part of a proof that differs from run to run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How long a run took.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// The whole run.
    pub seconds: f64,
    /// Running cases.
    pub sweep_seconds: f64,
    /// Looking into failures.
    pub shrink_seconds: f64,
    /// Cases run per second.
    pub cases_per_second: f64,
    /// The share of the workers' time that went into waiting for a subject to come to rest: nothing for one that
    /// says so itself (feature `idle`).
    #[serde(default)]
    pub settling_share: f64,
    /// How many workers there were.
    pub jobs: usize,
    /// How long running the cases of each rule took, over all workers.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub rules: BTreeMap<String, f64>,
    /// How many cases were put to the subject to look into failures.
    #[serde(default)]
    pub experiments: u64,
    /// What looking into each failure took, by the case of its finding.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub findings: BTreeMap<String, Spent>,
}

/// What looking into a failure took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// How many cases were put to the subject.
    pub cases: u64,
    /// How long it took.
    pub seconds: f64,
}
