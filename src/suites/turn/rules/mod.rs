//! The rules, one file each.

mod absence;
mod additive;
mod empty;
mod ephemeral;
mod equivariance;
mod frame;
mod isolation;
mod kfr_active;
mod metadata_informs;
mod no_dedupe;
mod no_merge;
mod order;
mod ownership;
mod rag_optional;
mod session_boundary;
mod user_authority;

use super::prelude;
use crate::rule::Rule;

/// Every rule, in the document's order.
pub(super) const RULES: &[&Rule] = &[
    &additive::RULE,
    &no_merge::RULE,
    &no_dedupe::RULE,
    &order::RULE,
    &equivariance::RULE,
    &frame::RULE,
    &absence::RULE,
    &rag_optional::RULE,
    &isolation::RULE,
    &ownership::RULE,
    &user_authority::RULE,
    &kfr_active::RULE,
    &session_boundary::RULE,
    &metadata_informs::RULE,
    &ephemeral::RULE,
    &empty::RULE,
];
