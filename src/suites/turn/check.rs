//! What the checks of one method begin with.

use serde_json::json;

use super::draw::portfolio::ARMS;
use super::draw::{self, shape};
use super::label::how_many;
use super::methods::{COMPOSE, CONTRIBUTE};
use crate::rule::{Check, OnFault, arm};

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
