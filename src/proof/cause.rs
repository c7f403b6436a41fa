//! What a finding tells about its cause.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rule::Change;

/// The nearest input that the subject treats as the document says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Neighbour {
    /// The input.
    pub input: Value,
    /// What makes it of the finding's input.
    pub difference: Change,
}

/// How far a finding reaches in one place of its input: what else fails there in the same way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// The place, as a JSON Pointer.
    pub at: String,
    /// How far.
    #[serde(flatten)]
    pub how: HowFar,
}

/// How far a finding reaches in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HowFar {
    /// Anything of this type may stand there: `value`, `text`, `number`.
    Any(String),
    /// Of the values that may stand there, those that fail.
    Values(Share),
    /// Of the fields that could be there in its place, those that fail.
    Fields(Share),
}

/// Some of a closed vocabulary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Those.
    pub names: Vec<String>,
    /// Of how many.
    pub of: usize,
}
