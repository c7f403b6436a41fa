//! What a shard tells beside its own results, so that all shards together give the proof of the whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Finding, Unseen};

/// The part of a run that one shard saw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Partial {
    /// The readings that the subject was held to.
    pub readings: BTreeMap<String, String>,
    /// Whether the number of cases was a matter of time: such shards have no whole.
    pub time_boxed: bool,
    /// The checks of which the shard has cases.
    pub checks: Vec<PartialCheck>,
    /// The failures that were looked into.
    pub failures: Vec<PartialFailure>,
}

/// The cases of one check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartialCheck {
    /// The check, by its full id.
    pub check: String,
    /// How the shard's cases ended, one after the other: `12h 1f0 3u0` is twelve that held, one that failed in the
    /// first of `ways`, three that were not judged for the first of `reasons`; `-` was not run.
    pub cases: String,
    /// The ways in which cases failed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub ways: Vec<Way>,
    /// Why cases were not judged.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub reasons: Vec<Reason>,
    /// What came up, how often.
    pub labels: BTreeMap<String, u64>,
    /// What came up in the cases that were judged, how often.
    pub judged_labels: BTreeMap<String, u64>,
    /// The questions about which a case said something, and the first such case.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub asked: BTreeMap<String, u64>,
    /// The first case that excludes a reading.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub excluded: Vec<Excluded>,
    /// The first case that was blocked, and its ground.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub blocked: Option<(u64, Value)>,
    /// The first case in which a reply was held until the subject was at rest.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rested: Option<u64>,
    /// The checks that fail on that ground, and how.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub blocked_by: Vec<(String, Sign)>,
}

/// One way of failing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// What it shows.
    #[serde(flatten)]
    pub sign: Sign,
    /// Whether the process was of no more use.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub broke: bool,
    /// Whether the deadline passed.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub hung: bool,
}

/// A reason for which cases were not judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// How it came about.
    pub how: Unseen,
    /// Why, in a sentence.
    pub why: String,
    /// What it is where no other rule turns out to be broken.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub left: Option<Sign>,
    /// Whether the process was of no more use.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub broke: bool,
    /// Whether the deadline passed.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub hung: bool,
}

/// What tells one bug from another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// A disagreement of this kind.
    Disagreement(String),
    /// A fault of this kind.
    Fault(String),
    /// A question, and the reading of it that is excluded.
    Excludes(String, String),
}

/// A reading that a case excludes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excluded {
    /// The question, by its name within the rule.
    pub question: String,
    /// The reading.
    pub reading: String,
    /// The case.
    pub case: u64,
}

/// A failure that was looked into.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartialFailure {
    /// The check, by its full id.
    pub check: String,
    /// What it shows.
    #[serde(flatten)]
    pub sign: Sign,
    /// The shard's first case of it.
    pub case: u64,
    /// What came of it.
    pub finding: Finding,
    /// What comes of it with less effort.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub brief: Option<Finding>,
    /// Other failures met while shrinking it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub slips: Vec<(Sign, Finding)>,
    /// Other bugs that fail in the same way.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub others: Vec<Finding>,
}
