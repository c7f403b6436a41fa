//! Section 3: what always holds of a context once it was made.

use serde_json::Value;

use super::truth::Condition;
use super::{
    r3_1_content, r3_1_continuation, r3_1_follow_on, r3_1_initial, r3_correlation_id, r3_org, r3_timestamp, r3_type,
    r3_user,
};

/// One rule of section 3 or 5: what it says of a document, and how to break it alone.
pub(super) struct Clause {
    /// The rule.
    pub(super) rule: &'static str,
    /// Its conditions, put to a document.
    pub(super) conditions: fn(&Value) -> Vec<Condition>,
    /// A sound document, broken in every way this rule knows. Not every way suits every document.
    pub(super) faults: fn(&Value) -> Vec<Value>,
}

/// The rules of section 3, over params with a `context`.
pub(super) static CORE: &[Clause] = &[
    r3_type::CLAUSE,
    r3_timestamp::CLAUSE,
    r3_correlation_id::CLAUSE,
    r3_org::CLAUSE,
    r3_user::CLAUSE,
    r3_1_content::CLAUSE,
    r3_1_initial::CLAUSE,
    r3_1_follow_on::CLAUSE,
    r3_1_continuation::CLAUSE,
];

/// Every condition of the core.
pub(super) fn conditions(params: &Value) -> Vec<Condition> {
    CORE.iter().flat_map(|clause| (clause.conditions)(params)).collect()
}
