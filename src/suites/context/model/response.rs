//! AGN-033 as far as AGN-036 needs it: what a response holds, and what it must not.

use serde_json::{Map, Value, json};

use super::core;
use super::fields::{CONTEXT, is_odd};
use super::manifest::client_calls;
use super::slot::{self, Found, Text, at};
use super::truth::Truth;
use super::verdict::{Said, Verdict};

/// One of the two kinds of response.
#[derive(Debug)]
pub(in super::super) struct Form {
    /// The response type of the context that it is built from.
    pub(in super::super) response_type: &'static str,
    /// Its `kind`.
    pub(in super::super) kind: &'static str,
    /// What it always holds, besides `kind`.
    pub(in super::super) required: &'static [&'static str],
    /// What it may hold.
    pub(in super::super) allowed: &'static [&'static str],
    /// What it never holds, not even as an empty value.
    pub(in super::super) forbidden: &'static [&'static str],
}

/// Both kinds.
pub(in super::super) static FORMS: [Form; 2] = [
    Form {
        response_type: "Final",
        kind: "final",
        required: &["sessionId", "turnId", "modeDisplayName", "primaryOutputText"],
        allowed: &["files", "toolResults", "userWarnings", "usage"],
        forbidden: &["toolCalls", "toolContinuationMessage"],
    },
    Form {
        response_type: "ToolContinuation",
        kind: "client_tool_continuation",
        required: &["sessionId", "turnId", "modeDisplayName", "toolCalls"],
        allowed: &["toolContinuationMessage"],
        forbidden: &["primaryOutputText", "toolResults", "files", "userWarnings", "usage"],
    },
];

/// The members of a tool call in a response.
pub(in super::super) const TOOL_CALL: &[&str] = &["toolCallId", "name", "argumentsJson"];

impl Form {
    /// The form of the response that is due for `params`, if the context says so.
    pub(in super::super) fn due(params: &Value) -> Option<&'static Form> {
        let wanted = params["context"]["responseType"].as_str()?;
        FORMS.iter().find(|form| form.response_type == wanted)
    }

    /// Whether the table has a place for this key in other letters, and not for the key itself.
    pub(in super::super) fn almost_knows(&self, key: &str) -> bool {
        !self.knows(key) && self.required.iter().any(|known| known.eq_ignore_ascii_case(key))
    }

    /// Whether the table has a place for this key.
    pub(in super::super) fn knows(&self, key: &str) -> bool {
        key == "kind" || [self.required, self.allowed, self.forbidden].iter().any(|keys| keys.contains(&key))
    }
}

/// What the document says of building a response: it must be built where all that it is made of is there.
pub(in super::super) fn said(params: &Value) -> Said {
    let conditions = core::conditions(params);
    let verdict = if !params["context"].is_object() {
        Verdict::Unspecified("there is no context to build a response from")
    } else if Form::due(params).is_none() {
        Verdict::Unspecified("what is built before the response is ready is not said")
    } else if Truth::all(conditions.iter().map(|one| one.truth)) != Truth::Holds {
        Verdict::Unspecified("the core is broken or in doubt")
    } else if is_odd(&CONTEXT, &params["context"]) {
        Verdict::Unspecified("a value of another type than its field's")
    } else if required(params).is_none() {
        Verdict::Unspecified("the context does not hold what the response is made of")
    } else {
        Verdict::Accept
    };
    Said { verdict, conditions: Vec::new() }
}

/// The response that is due, with what is required and nothing else; `None` where the context does not hold it.
pub(in super::super) fn required(params: &Value) -> Option<Value> {
    let form = Form::due(params)?;
    let calls = client_calls(params)?;
    let payload = matches!(at(params, "context.responsePayload"), Found::Value(_));
    if payload != (form.kind == "final") || payload != calls.is_empty() {
        return None;
    }
    let mut response = Map::new();
    response.insert("kind".to_owned(), json!(form.kind));
    for key in form.required {
        let value = match *key {
            "sessionId" => given(params, "context.session.id")?,
            "turnId" => given(params, "context.turn.id")?,
            "modeDisplayName" => given(params, "context.session.modeDisplayName")?,
            "primaryOutputText" => given(params, "context.responsePayload.primaryOutputText")?,
            _ => calls.iter().map(|call| tool_call(call)).collect::<Option<Vec<Value>>>()?.into(),
        };
        response.insert((*key).to_owned(), value);
    }
    Some(response.into())
}

fn tool_call(call: &Value) -> Option<Value> {
    let members: Option<Map<String, Value>> =
        TOOL_CALL.iter().map(|key| Some(((*key).to_owned(), given(call, key)?))).collect();
    members.map(Value::from)
}

fn given(root: &Value, path: &str) -> Option<Value> {
    match slot::text(root, path) {
        Text::Given(text) => Some(json!(text)),
        _ => None,
    }
}
