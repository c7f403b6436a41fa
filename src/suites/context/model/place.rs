//! Section 4: the ten steps, each with what holds before it and after it.

use serde_json::Value;

use super::demand::{
    AGENT, ANSWERABLE, COMPLETE, CONVERSATION, CORE, Demand, MANIFEST_IF_CONTINUATION, MODE, NAMES_SESSION, NAMES_TURN,
    NEW_TURN, NO_PAYLOAD, NO_SESSION, NO_TURN, ONE_OUTCOME, READY, SAME_TURN, SESSION, TOOL_RESULTS, TURN, UNCHANGED,
    VALID_MANIFEST, VALID_MANIFEST_IF_CONTINUATION,
};
use super::kind::{CONTINUATION, FOLLOW_ON, TYPES};
use super::test::Test;
use super::truth::Condition;
use crate::suites::context::methods;

/// Before a step, or after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Moment {
    /// Before.
    Pre,
    /// After.
    Post,
}

/// One side of a step: what the document demands there.
#[derive(Debug)]
pub(in super::super) struct Place {
    /// The step.
    pub(in super::super) step: &'static str,
    /// The side.
    pub(in super::super) moment: Moment,
    /// The rule.
    pub(in super::super) rule: &'static str,
    /// What is demanded; nothing where the document says N/A.
    pub(in super::super) demands: &'static [Demand],
    /// The types of context that can meet the demands and have a sound core, the simplest first.
    pub(in super::super) types: &'static [&'static str],
}

/// Every side of every step, in the document's order.
pub(in super::super) static PLACES: [Place; 20] = [
    before("RequestHandler", "4.1.pre", &[], TYPES),
    after("RequestHandler", "4.1.post", &[CORE], TYPES),
    before("SessionRestorer", "4.2.pre", &[NAMES_SESSION, NAMES_TURN, NO_SESSION, NO_TURN], LATER),
    after("SessionRestorer", "4.2.post", &[SESSION, TURN, NEW_TURN, MODE], LATER),
    before("AgentContextResolver", "4.3.pre", &[NO_SESSION, NO_TURN], TYPES),
    after("AgentContextResolver", "4.3.post", &[AGENT, CONVERSATION], TYPES),
    before("ClientToolContinuationResolver", "4.4.pre", &[SESSION, TURN, TOOL_RESULTS], &[CONTINUATION]),
    after("ClientToolContinuationResolver", "4.4.post", &[VALID_MANIFEST, SAME_TURN], LATER),
    before("AgentSessionCreator", "4.5.pre", &[AGENT, CONVERSATION, NO_SESSION, NO_TURN], TYPES),
    after("AgentSessionCreator", "4.5.post", &[SESSION, TURN], TYPES),
    before("AgentContextLoader", "4.6.pre", &[SESSION, TURN], TYPES),
    after("AgentContextLoader", "4.6.post", &[AGENT, CONVERSATION], TYPES),
    before("PromptContentProviderInitializer", "4.7.pre", GATHERED, TYPES),
    after("PromptContentProviderInitializer", "4.7.post", &[READY], TYPES),
    before("Reasoner", "4.8.pre", &[CORE, READY], TYPES),
    after("Reasoner", "4.8.post", &[], TYPES),
    before("LLMClient", "4.9.pre", &[NO_PAYLOAD, VALID_MANIFEST_IF_CONTINUATION], TYPES),
    after("LLMClient", "4.9.post", &[ONE_OUTCOME], TYPES),
    before("ResponseBuilder", "4.10.pre", &[ANSWERABLE], TYPES),
    after("ResponseBuilder", "4.10.post", &[ANSWERABLE, COMPLETE, UNCHANGED], TYPES),
];

/// The types of a request that continues something.
const LATER: &[&str] = &[FOLLOW_ON, CONTINUATION];
const GATHERED: &[Demand] = &[SESSION, TURN, AGENT, CONVERSATION, MANIFEST_IF_CONTINUATION];

const fn before(
    step: &'static str,
    rule: &'static str,
    demands: &'static [Demand],
    types: &'static [&'static str],
) -> Place {
    Place { step, moment: Moment::Pre, rule, demands, types }
}

const fn after(
    step: &'static str,
    rule: &'static str,
    demands: &'static [Demand],
    types: &'static [&'static str],
) -> Place {
    Place { step, moment: Moment::Post, rule, demands, types }
}

/// The PRE of the step of section 4 with that number.
pub(in super::super) const fn pre(number: usize) -> &'static Place {
    &PLACES[number * 2 - 2]
}

/// The POST of the step of section 4 with that number.
pub(in super::super) const fn post(number: usize) -> &'static Place {
    &PLACES[number * 2 - 1]
}

impl Moment {
    /// The method that validates there.
    pub(in super::super) fn method(self) -> &'static str {
        match self {
            Self::Pre => methods::PRE,
            Self::Post => methods::POST,
        }
    }
}

impl Place {
    /// The side that the rule is about.
    pub(in super::super) fn of(rule: &str) -> &'static Place {
        match PLACES.iter().find(|place| place.rule == rule) {
            Some(place) => place,
            None => unreachable!("every such rule is about a place"),
        }
    }

    /// The side of the step that `params` name, if the document has it.
    pub(in super::super) fn named(moment: Moment, params: &Value) -> Option<&'static Place> {
        PLACES.iter().find(|place| place.is_named(moment, params))
    }

    /// Whether it is this side of the step that `params` name.
    pub(in super::super) fn is_named(&self, moment: Moment, params: &Value) -> bool {
        self.moment == moment && params["step"] == self.step
    }

    /// Whether the document demands nothing here.
    pub(in super::super) fn is_free(&self) -> bool {
        self.demands.is_empty()
    }

    /// Whether the document names the core here.
    pub(in super::super) fn names_core(&self) -> bool {
        self.demands.iter().any(|demand| demand.test == Test::Core)
    }

    /// What is demanded here, put to `params`.
    pub(in super::super) fn conditions(&self, params: &Value) -> Vec<Condition> {
        self.demands.iter().flat_map(|demand| demand.conditions(self.rule, params)).collect()
    }
}
