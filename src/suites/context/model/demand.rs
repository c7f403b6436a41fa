//! What a step may demand of a context, before it or after it.

use serde_json::Value;

use super::core;
use super::fields::{CONTEXT, Difference, difference};
use super::kind::is_continuation;
use super::manifest::{self, client_calls};
use super::path;
use super::slot::{self, Found, Text, at};
use super::truth::{Condition, Truth};

/// One line of a step's PRE or POST.
#[derive(Debug)]
pub(in super::super) struct Demand {
    /// What is looked at.
    pub(in super::super) test: Test,
    /// What is wrong when it is not met.
    pub(in super::super) fault: &'static str,
}

/// What a demand looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Test {
    /// Section 3 holds.
    Core,
    /// A text is there.
    Present(&'static str),
    /// An object is there.
    Populated(&'static str),
    /// No object is there.
    Null(&'static str),
    /// A list has an element.
    OneOrMore(&'static str),
    /// The turn is not the one that the envelope names.
    NewTurn,
    /// The turn is the one that the envelope names.
    SameTurn,
    /// In a continuation, there is a manifest.
    ManifestIfContinuation,
    /// In a continuation, there is a manifest and section 5 holds.
    ValidManifestIfContinuation,
    /// There is a manifest and section 5 holds.
    ValidManifest,
    /// The provider says `Ready`.
    Ready,
    /// No payload is there.
    NoPayload,
    /// Either a payload or client tool calls, not both, not neither.
    OneOutcome,
    /// The response type is one of the two that can be sent.
    Answerable,
    /// What the response is made of is there. Never broken: the document does not say.
    Complete,
    /// The context is as it was before the step.
    Unchanged,
}

/// Where a manifest stands in a context.
const IN_CONTEXT: &[&str] = &[path::MANIFEST];

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
            _ => vec![Condition::new(rule, self.fault, self.slots(), self.truth(params))],
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

    /// The places that the demand looks at.
    pub(in super::super) fn slots(&'static self) -> &'static [&'static str] {
        match &self.test {
            Test::Present(path) | Test::Populated(path) | Test::Null(path) | Test::OneOrMore(path) => {
                std::slice::from_ref(path)
            }
            Test::Core => &["context"],
            Test::NewTurn | Test::SameTurn => &[path::TURN, path::TURN_ID],
            Test::ManifestIfContinuation | Test::ValidManifest | Test::ValidManifestIfContinuation => IN_CONTEXT,
            Test::Ready => &[path::PROVIDER],
            Test::NoPayload => &[path::PAYLOAD],
            Test::OneOutcome => &[path::PAYLOAD, path::MANIFEST],
            Test::Answerable => &[path::RESPONSE_TYPE],
            Test::Complete => &[],
            Test::Unchanged => &["before"],
        }
    }

    fn truth(&self, params: &Value) -> Truth {
        match self.test {
            Test::Present(path) => slot::present(params, path),
            Test::Populated(path) => slot::populated(params, path),
            Test::Null(path) => slot::populated(params, path).negated(),
            Test::OneOrMore(path) => slot::one_or_more(params, path),
            Test::NewTurn => same_turn(params).negated(),
            Test::SameTurn => same_turn(params),
            Test::ManifestIfContinuation => manifest_if_continuation(params),
            Test::Ready => one_of(params, "context.promptKnowledgeProvider.state", &["Ready"]),
            Test::NoPayload => payload(params).negated(),
            Test::OneOutcome => one_outcome(params),
            Test::Answerable => one_of(params, path::RESPONSE_TYPE, &["Final", "ToolContinuation"]),
            Test::Complete => complete(params),
            Test::Unchanged => unchanged(params),
            Test::Core | Test::ValidManifest | Test::ValidManifestIfContinuation => Truth::Holds,
        }
    }
}

fn same_turn(params: &Value) -> Truth {
    slot::equal(slot::text(params, "context.turn.id"), slot::text(params, path::TURN_ID))
}

fn one_of(params: &Value, path: &str, names: &[&str]) -> Truth {
    match at(params, path) {
        Found::Value(Value::String(name)) if names.contains(&name.as_str()) => Truth::Holds,
        Found::Value(Value::String(name)) if names.iter().any(|known| known.eq_ignore_ascii_case(name.trim())) => {
            Truth::Open("almost the name: other letter case, or blanks around it")
        }
        Found::Nothing | Found::Value(Value::String(_)) => Truth::Broken,
        Found::Value(_) | Found::Lost => Truth::Open("a name that is no text"),
    }
}

fn manifest_if_continuation(params: &Value) -> Truth {
    let there = slot::populated(params, path::MANIFEST);
    match (is_continuation(params), there) {
        (_, Truth::Holds) => Truth::Holds,
        (Truth::Holds, there) => there,
        (Truth::Open(why), _) => Truth::Open(why),
        (Truth::Broken, _) => match at(params, path::RESPONSE_TYPE) {
            Found::Value(Value::String(name)) if name == "ToolContinuation" => {
                Truth::Open("whether the response type alone makes a tool continuation is not said")
            }
            _ => Truth::Holds,
        },
    }
}

/// Whether there is a payload. One with nothing in it may or may not be one.
fn payload(params: &Value) -> Truth {
    match (slot::populated(params, path::PAYLOAD), slot::text(params, "context.responsePayload.primaryOutputText")) {
        (Truth::Holds, Text::Given(_)) => Truth::Holds,
        (Truth::Holds, _) => Truth::Open("whether an empty payload is one is not said"),
        (other, _) => other,
    }
}

fn one_outcome(params: &Value) -> Truth {
    let Some(calls) = client_calls(params) else { return Truth::Open("the manifest cannot be read") };
    match payload(params) {
        Truth::Holds => Truth::of(calls.is_empty()),
        Truth::Broken => Truth::of(!calls.is_empty()),
        open @ Truth::Open(_) => open,
    }
}

fn complete(params: &Value) -> Truth {
    let incomplete = Truth::Open("the context does not hold what the response is made of");
    let has_calls = client_calls(params).is_some_and(|calls| !calls.is_empty());
    match at(params, path::RESPONSE_TYPE) {
        Found::Value(Value::String(name)) if name == "Final" && payload(params) != Truth::Holds => incomplete,
        Found::Value(Value::String(name)) if name == "ToolContinuation" && !has_calls => incomplete,
        _ => Truth::Holds,
    }
}

fn unchanged(params: &Value) -> Truth {
    let before = match at(params, "before") {
        Found::Nothing => return Truth::Holds,
        Found::Value(before @ Value::Object(_)) => before,
        _ => return Truth::Open("`before` is no context"),
    };
    match difference(&CONTEXT, &params["context"], before) {
        Difference::None => Truth::Holds,
        Difference::Plain => Truth::Broken,
        Difference::Undefined => Truth::Open("the contexts differ in a member that no document defines"),
        Difference::Open if differ_in_nulls_and_empty_lists_only(&params["context"], before) => Truth::Holds,
        Difference::Open => Truth::Open("the contexts differ in a way that the document does not speak of"),
    }
}

fn differ_in_nulls_and_empty_lists_only(a: &Value, b: &Value) -> bool {
    crate::draw::json::same(&without_empties(a), &without_empties(b))
}

fn without_empties(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(without_empties).collect(),
        Value::Object(members) => members
            .iter()
            .filter(|(_, value)| !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty()))
            .map(|(key, value)| (key.clone(), without_empties(value)))
            .collect(),
        other => other.clone(),
    }
}
