//! The words in which the document speaks of a call.

use serde_json::Value;

use crate::rule::{Expect, Expected};

/// The document says that the input is accepted.
pub(in crate::suites::awp) fn accept(reason: impl Into<String>) -> Expected {
    Expected { expect: Expect::Accept, rules: Vec::new(), reason: reason.into(), answer: None }
}

/// The document says that the input is rejected, for the sake of `rule`.
pub(in crate::suites::awp) fn reject(rule: &str, reason: impl Into<String>) -> Expected {
    Expected { expect: Expect::Reject, rules: vec![rule.to_owned()], reason: reason.into(), answer: None }
}

/// The document leaves it open.
pub(in crate::suites::awp) fn unspecified(rule: &str, reason: impl Into<String>) -> Expected {
    Expected { expect: Expect::Unspecified, rules: vec![rule.to_owned()], reason: reason.into(), answer: None }
}

/// The same, with the exact answer.
pub(in crate::suites::awp) fn answering(expected: Expected, answer: Value) -> Expected {
    Expected { answer: Some(answer), ..expected }
}
