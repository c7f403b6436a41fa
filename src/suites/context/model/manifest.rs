//! Section 5: when the calls of a manifest and their results belong together.

use serde_json::Value;

use super::core::Clause;
use super::slot::{self, Found, Text, at};
use super::truth::{Condition, Truth};
use super::{r5_count, r5_name, r5_order, r5_result_json, r5_tool_call_id};

/// The rules of section 5, over a manifest.
pub(super) static MANIFEST: &[Clause] =
    &[r5_count::CLAUSE, r5_order::CLAUSE, r5_tool_call_id::CLAUSE, r5_name::CLAUSE, r5_result_json::CLAUSE];

/// Where a manifest stands when it is validated by itself.
pub(super) const ALONE: &[&str] = &["manifest"];
/// Where it stands in a context.
pub(super) const IN_CONTEXT: &[&str] = &["context.toolCallManifest"];

/// Every condition of a manifest that is there.
pub(super) fn conditions(manifest: &Value) -> Vec<Condition> {
    MANIFEST.iter().flat_map(|clause| (clause.conditions)(manifest)).collect()
}

/// The two lists of a manifest.
pub(super) struct Lists<'a> {
    pub(super) calls: &'a [Value],
    pub(super) results: &'a [Value],
}

impl<'a> Lists<'a> {
    /// The lists, or why the document says nothing about this manifest.
    pub(super) fn of(manifest: &'a Value) -> Result<Self, Truth> {
        if manifest.is_null() {
            return Err(Truth::Open("whether no manifest is a valid one is not said"));
        }
        Ok(Self { calls: list(manifest, "toolCalls")?, results: list(manifest, "toolCallResults")? })
    }

    /// Calls and results side by side, as far as both go.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&'a Value, &'a Value)> {
        self.calls.iter().zip(self.results)
    }

    /// Whether the results are those of the calls, id and name together, in another order.
    pub(super) fn are_shuffled(&self) -> bool {
        let sorted = |list: &[Value]| {
            let mut all: Vec<(String, String)> = list.iter().map(|entry| (id(entry), name(entry))).collect();
            all.sort();
            all
        };
        let in_order = self.pairs().all(|(call, result)| id(call) == id(result) && name(call) == name(result));
        !in_order && sorted(self.calls) == sorted(self.results)
    }
}

fn list<'a>(manifest: &'a Value, name: &str) -> Result<&'a [Value], Truth> {
    match at(manifest, name) {
        Found::Nothing => Ok(&[]),
        Found::Value(Value::Array(items)) if items.iter().all(Value::is_object) => Ok(items),
        _ => Err(Truth::Open("a list with null elements, or no list")),
    }
}

fn id(entry: &Value) -> String {
    entry["toolCallId"].to_string()
}

fn name(entry: &Value) -> String {
    entry["name"].to_string()
}

/// Whether a result holds its JSON.
pub(super) fn has_result(result: &Value) -> Truth {
    match slot::text(result, "resultJson") {
        Text::Empty => Truth::Broken,
        Text::Blank | Text::Odd => Truth::Open("a blank resultJson, or one that is no text"),
        Text::Given(_) if slot::text(result, "errorMessage") != Text::Empty => {
            Truth::Open("resultJson together with errorMessage")
        }
        Text::Given(text) if serde_json::from_str::<serde::de::IgnoredAny>(text).is_err() => {
            Truth::Open("a resultJson that is not JSON")
        }
        Text::Given(_) => Truth::Holds,
    }
}

/// The calls that the client has to run; `None` where the manifest cannot be read.
pub(super) fn client_calls(params: &Value) -> Option<Vec<&Value>> {
    let manifest = match at(params, "context.toolCallManifest") {
        Found::Nothing => return Some(Vec::new()),
        Found::Value(manifest) => manifest,
        Found::Lost => return None,
    };
    let Ok(Lists { calls, .. }) = Lists::of(manifest) else { return None };
    let readable = |call: &&Value| matches!(call["requiresClientExecution"], Value::Null | Value::Bool(_));
    if !calls.iter().all(|call| readable(&call)) {
        return None;
    }
    Some(calls.iter().filter(|call| call["requiresClientExecution"] == true).collect())
}
