//! What a document says about one input.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the document says the answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expect {
    /// The input must be accepted.
    Accept,
    /// The input must be rejected.
    Reject,
    /// The document leaves it open: no subject may fail over it.
    Unspecified,
}

/// The model's answer to one call, as `proofmark expect` prints it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Expected {
    /// Accept, reject, or left open.
    pub expect: Expect,
    /// The rules that are broken, or in doubt.
    pub rules: Vec<String>,
    /// Why, in a sentence.
    pub reason: String,
    /// The exact answer, where the document fixes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
}

impl std::fmt::Display for Expect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Unspecified => "unspecified",
        })
    }
}
