//! Section 4: the ten steps, each with what holds before it and after it.

use serde_json::Value;

use super::demand::Demand;
use super::truth::Condition;
use super::{
    r4_1_post, r4_1_pre, r4_2_post, r4_2_pre, r4_3_post, r4_3_pre, r4_4_post, r4_4_pre, r4_5_post, r4_5_pre, r4_6_post,
    r4_6_pre, r4_7_post, r4_7_pre, r4_8_post, r4_8_pre, r4_9_post, r4_9_pre, r4_10_post, r4_10_pre,
};

/// Before a step, or after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// Before.
    Pre,
    /// After.
    Post,
}

/// One side of a step: what the document demands there.
#[derive(Debug)]
pub(super) struct Place {
    /// The step.
    pub(super) step: &'static str,
    /// The side.
    pub(super) moment: Moment,
    /// The rule.
    pub(super) rule: &'static str,
    /// What is demanded; nothing where the document says N/A.
    pub(super) demands: &'static [Demand],
    /// The types of context that can meet the demands and have a sound core, the simplest first.
    pub(super) types: &'static [&'static str],
}

/// Every side of every step, in the document's order.
pub(super) static PLACES: [&Place; 20] = [
    &r4_1_pre::PLACE,
    &r4_1_post::PLACE,
    &r4_2_pre::PLACE,
    &r4_2_post::PLACE,
    &r4_3_pre::PLACE,
    &r4_3_post::PLACE,
    &r4_4_pre::PLACE,
    &r4_4_post::PLACE,
    &r4_5_pre::PLACE,
    &r4_5_post::PLACE,
    &r4_6_pre::PLACE,
    &r4_6_post::PLACE,
    &r4_7_pre::PLACE,
    &r4_7_post::PLACE,
    &r4_8_pre::PLACE,
    &r4_8_post::PLACE,
    &r4_9_pre::PLACE,
    &r4_9_post::PLACE,
    &r4_10_pre::PLACE,
    &r4_10_post::PLACE,
];

impl Moment {
    /// The method that validates there.
    pub(super) fn method(self) -> &'static str {
        match self {
            Self::Pre => super::verdict::PRE,
            Self::Post => super::verdict::POST,
        }
    }
}

impl Place {
    /// The side of the step that `params` name, if the document has it.
    pub(super) fn named(moment: Moment, params: &Value) -> Option<&'static Place> {
        let step = params["step"].as_str()?;
        PLACES.iter().copied().find(|place| place.moment == moment && place.step == step)
    }

    /// Whether the document demands nothing here.
    pub(super) fn is_free(&self) -> bool {
        self.demands.is_empty()
    }

    /// Whether the document names the core here.
    pub(super) fn names_core(&self) -> bool {
        self.demands.iter().any(|demand| demand.test == super::demand::Test::Core)
    }

    /// What is demanded here, put to `params`.
    pub(super) fn conditions(&self, params: &Value) -> Vec<Condition> {
        self.demands.iter().flat_map(|demand| demand.conditions(self.rule, params)).collect()
    }
}
