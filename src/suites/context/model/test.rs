//! What a demand of a step may look at, and when it is met.

use serde_json::Value;

use super::fields::{CONTEXT, Difference, difference};
use super::kind::is_continuation;
use super::manifest::client_calls;
use super::path;
use super::slot::{self, Found, Text, at};
use super::truth::Truth;
use super::why::{EMPTY_PAYLOAD, RESPONSE_TYPE_ALONE};

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
pub(super) const IN_CONTEXT: &[&str] = &[path::MANIFEST];

impl Test {
    /// The places that it looks at.
    pub(in super::super) fn slots(&'static self) -> &'static [&'static str] {
        match self {
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

    /// Whether it is met. What refers to section 3 or 5 is met by its conditions.
    pub(super) fn truth(self, params: &Value) -> Truth {
        match self {
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
            Found::Value(Value::String(name)) if name == "ToolContinuation" => Truth::Open(RESPONSE_TYPE_ALONE),
            _ => Truth::Holds,
        },
    }
}

/// Whether there is a payload. One with nothing in it may or may not be one.
fn payload(params: &Value) -> Truth {
    match (slot::populated(params, path::PAYLOAD), slot::text(params, "context.responsePayload.primaryOutputText")) {
        (Truth::Holds, Text::Given(_)) => Truth::Holds,
        (Truth::Holds, _) => Truth::Open(EMPTY_PAYLOAD),
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
        // A response always says where it belongs.
        _ if [path::SESSION, path::TURN].iter().any(|part| matches!(at(params, part), Found::Nothing)) => incomplete,
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
