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

use serde_json::json;

use super::draw::portfolio::ARMS;
use super::draw::{self, shape};
use super::label::how_many;
use super::methods::{COMPOSE, CONTRIBUTE};
use super::prelude;
use crate::rule::{Check, OnFault, Rule, arm};

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

/// What the checks of the request builder have in common. That it answers, `additive` and `empty` see to.
pub(super) const BUILDER: Check = Check {
    methods: &[COMPOSE],
    shape: &shape::COMPOSITION,
    arms: ARMS,
    classify: how_many,
    on_fault: OnFault::Blocks,
    ..Check::NEW
};

/// What the checks of the providers have in common: every provider over one turn. That they
/// answer, `ownership` sees to.
pub(super) const ALL_PROVIDERS: Check = Check {
    methods: &[CONTRIBUTE],
    shape: &shape::TURN_CASE,
    arms: &[arm(1, "any turn", |draw| json!({"turn": draw::turn(draw)}))],
    on_fault: OnFault::Blocks,
    ..Check::NEW
};
