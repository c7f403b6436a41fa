//! Section 5: when the calls of a manifest and their results belong together.

use serde_json::Value;

use super::slot::{self, Found, Text, at};
use super::truth::{Condition, Truth};
use super::why::{BLANK_RESULT, BOTH, NO_MANIFEST, NOT_JSON};

pub(in super::super) const OTHER_COUNT: &str = "there are not as many results as calls";
pub(in super::super) const OTHER_ORDER: &str = "the results are not in the order of the calls";
pub(in super::super) const OTHER_ID: &str = "a result has another tool call id than its call";
pub(in super::super) const OTHER_NAME: &str = "a result has another name than its call";
pub(in super::super) const NO_RESULT_JSON: &str = "a result has no resultJson";

/// Where a manifest stands when it is validated by itself.
const ALONE: &[&str] = &["manifest"];

/// Every condition of a manifest that is there.
pub(in super::super) fn conditions(manifest: &Value) -> [Condition; 5] {
    let lists = Lists::of(manifest);
    let of = |rule, fault, truth: fn(&Lists<'_>) -> Truth| {
        Condition::new(rule, fault, ALONE, lists.as_ref().map_or_else(|open| *open, truth))
    };
    [
        of("5.count", OTHER_COUNT, |lists| Truth::of(lists.are_of_one_length())),
        of("5.order", OTHER_ORDER, |lists| Truth::of(!lists.are_of_one_length() || !lists.are_shuffled())),
        of("5.tool-call-id", OTHER_ID, |lists| lists.agree_in("toolCallId")),
        of("5.name", OTHER_NAME, |lists| lists.agree_in("name")),
        of("5.result-json", NO_RESULT_JSON, |lists| Truth::all(lists.results.iter().map(has_result))),
    ]
}

/// The two lists of a manifest.
#[derive(Debug)]
pub(in super::super) struct Lists<'a> {
    pub(in super::super) calls: &'a [Value],
    pub(in super::super) results: &'a [Value],
}

impl<'a> Lists<'a> {
    /// The lists, or why the document says nothing about this manifest.
    pub(in super::super) fn of(manifest: &'a Value) -> Result<Self, Truth> {
        if manifest.is_null() {
            return Err(Truth::Open(NO_MANIFEST));
        }
        Ok(Self { calls: list(manifest, "toolCalls")?, results: list(manifest, "toolCallResults")? })
    }

    /// Calls and results side by side, as far as both go.
    pub(in super::super) fn pairs(&self) -> impl Iterator<Item = (&'a Value, &'a Value)> {
        self.calls.iter().zip(self.results)
    }

    /// Whether there are as many results as calls.
    pub(in super::super) fn are_of_one_length(&self) -> bool {
        self.calls.len() == self.results.len()
    }

    /// Whether the n-th result has the `field` of the n-th call, for every n. Lists of different lengths, or in
    /// different order, are judged by the rules on these.
    fn agree_in(&self, field: &str) -> Truth {
        if !self.are_of_one_length() || self.are_shuffled() {
            return Truth::Holds;
        }
        Truth::all(self.pairs().map(|(call, result)| slot::equal(slot::text(call, field), slot::text(result, field))))
    }

    /// Whether the results are those of the calls, id and name together, in another order.
    pub(in super::super) fn are_shuffled(&self) -> bool {
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
pub(in super::super) fn has_result(result: &Value) -> Truth {
    match slot::text(result, "resultJson") {
        Text::Empty => Truth::Broken,
        Text::Blank | Text::Odd => Truth::Open(BLANK_RESULT),
        Text::Given(_) if slot::text(result, "errorMessage") != Text::Empty => Truth::Open(BOTH),
        Text::Given(text) if serde_json::from_str::<serde::de::IgnoredAny>(text).is_err() => Truth::Open(NOT_JSON),
        Text::Given(_) => Truth::Holds,
    }
}

/// The calls that the client has to run; `None` where the manifest cannot be read.
pub(in super::super) fn client_calls(params: &Value) -> Option<Vec<&Value>> {
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
