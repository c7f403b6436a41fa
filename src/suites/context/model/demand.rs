//! What a step may demand of a context, before it or after it.

use serde_json::Value;

use super::kind::is_continuation;
use super::slot::{Found, at};
use super::test::{IN_CONTEXT, Test};
use super::truth::{Condition, Truth};
use super::{core, manifest, path};

/// One line of a step's PRE or POST.
#[derive(Debug)]
pub(in super::super) struct Demand {
    /// What is looked at.
    pub(in super::super) test: Test,
    /// What is wrong when it is not met.
    pub(in super::super) fault: &'static str,
}

pub(in super::super) const CORE: Demand = Demand { test: Test::Core, fault: "the core of the context is broken" };
pub(in super::super) const NAMES_SESSION: Demand =
    Demand { test: Test::Present(path::SESSION_ID), fault: "the envelope names no session" };
pub(in super::super) const NAMES_TURN: Demand =
    Demand { test: Test::Present(path::TURN_ID), fault: "the envelope names no turn" };
pub(in super::super) const SESSION: Demand =
    Demand { test: Test::Populated(path::SESSION), fault: "there is no session" };
pub(in super::super) const TURN: Demand = Demand { test: Test::Populated(path::TURN), fault: "there is no turn" };
pub(in super::super) const NO_SESSION: Demand =
    Demand { test: Test::Null(path::SESSION), fault: "there is a session already" };
pub(in super::super) const NO_TURN: Demand = Demand { test: Test::Null(path::TURN), fault: "there is a turn already" };
pub(in super::super) const MODE: Demand = Demand { test: Test::Present(path::MODE), fault: "the session has no mode" };
pub(in super::super) const AGENT: Demand =
    Demand { test: Test::Populated("context.agentContext"), fault: "there is no agent context" };
pub(in super::super) const CONVERSATION: Demand =
    Demand { test: Test::Populated("context.conversationContext"), fault: "there is no conversation context" };
pub(in super::super) const TOOL_RESULTS: Demand =
    Demand { test: Test::OneOrMore(path::TOOL_RESULTS), fault: "the envelope brings no tool results" };
pub(in super::super) const READY: Demand =
    Demand { test: Test::Ready, fault: "the prompt knowledge provider is not ready" };
pub(in super::super) const NEW_TURN: Demand =
    Demand { test: Test::NewTurn, fault: "the turn is the one that the envelope names" };
pub(in super::super) const SAME_TURN: Demand =
    Demand { test: Test::SameTurn, fault: "the turn is not the one that the envelope names" };
pub(in super::super) const VALID_MANIFEST: Demand = Demand { test: Test::ValidManifest, fault: "there is no manifest" };
pub(in super::super) const MANIFEST_IF_CONTINUATION: Demand =
    Demand { test: Test::ManifestIfContinuation, fault: "a continuation has no manifest" };
pub(in super::super) const VALID_MANIFEST_IF_CONTINUATION: Demand =
    Demand { test: Test::ValidManifestIfContinuation, fault: "a continuation has no manifest" };
pub(in super::super) const NO_PAYLOAD: Demand = Demand { test: Test::NoPayload, fault: "there is a payload already" };
pub(in super::super) const ONE_OUTCOME: Demand =
    Demand { test: Test::OneOutcome, fault: "there is not exactly one outcome" };
pub(in super::super) const ANSWERABLE: Demand =
    Demand { test: Test::Answerable, fault: "the response type is neither Final nor ToolContinuation" };
pub(in super::super) const COMPLETE: Demand = Demand { test: Test::Complete, fault: "the response cannot be made" };
pub(in super::super) const UNCHANGED: Demand =
    Demand { test: Test::Unchanged, fault: "the context is not as it was before" };

impl Demand {
    /// The conditions of this demand of `rule`, put to `params`.
    pub(in super::super) fn conditions(&'static self, rule: &'static str, params: &Value) -> Vec<Condition> {
        match self.test {
            Test::Core => core::conditions(params).into_iter().map(|one| one.referred_to_by(rule)).collect(),
            Test::ValidManifest => self.of_manifest(rule, params, Truth::Holds),
            Test::ValidManifestIfContinuation => self.of_manifest(rule, params, is_continuation(params)),
            _ => vec![Condition::new(rule, self.fault, self.test.slots(), self.test.truth(params))],
        }
    }

    /// The conditions of section 5, where `wanted`.
    fn of_manifest(&'static self, rule: &'static str, params: &Value, wanted: Truth) -> Vec<Condition> {
        let spelt_out = match at(params, path::MANIFEST) {
            Found::Nothing => vec![Condition::new(rule, self.fault, IN_CONTEXT, Truth::Broken)],
            Found::Lost => vec![Condition::new(rule, self.fault, IN_CONTEXT, Truth::Open("the context is no object"))],
            Found::Value(manifest) => manifest::conditions(manifest)
                .into_iter()
                .map(|one| Condition { slots: IN_CONTEXT, ..one.referred_to_by(rule) })
                .collect(),
        };
        match wanted {
            Truth::Broken => Vec::new(),
            Truth::Holds => spelt_out,
            Truth::Open(why) => spelt_out
                .into_iter()
                .map(|one| if one.is_broken() { Condition { truth: Truth::Open(why), ..one } } else { one })
                .collect(),
        }
    }
}
