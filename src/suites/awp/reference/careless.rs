//! Careless ways of validating messages, and of sorting them.

use serde_json::{Value, json};

use super::super::model::runtime::params::{Object, items};
use super::super::model::runtime::schema::{deliver, fits};
use super::spoil::edit;
use crate::draw::json::with_leaves;
use crate::subject::Request;

const METHOD: &str = "awp/deliver";

/// Whether a right validator lets a content pass.
pub(in crate::suites::awp) fn right(schema: &Value, content: &Value) -> bool {
    fits(schema, content) != Ok(false)
}

/// What a runtime answers that delivers what `passes` lets pass.
pub(in crate::suites::awp) fn passing(
    request: Request<'_>,
    answer: Value,
    passes: impl Fn(&Value, &Value) -> bool,
) -> Value {
    if request.method == METHOD { deliver(request.params, passes) } else { answer }
}

/// What a runtime answers that does not know a keyword.
pub(in crate::suites::awp) fn without(request: Request<'_>, answer: Value, keyword: &str) -> Value {
    passing(request, answer, |schema, content| {
        let mut schema = schema.clone();
        each_schema(&mut schema, &mut |schema| drop(schema.remove(keyword)));
        right(&schema, content)
    })
}

/// What a runtime answers that takes every schema for what `change` makes of it, given how deep inside it stands.
pub(in crate::suites::awp) fn loosened(request: Request<'_>, answer: Value, change: fn(&mut Object, usize)) -> Value {
    passing(request, answer, |schema, content| {
        let mut schema = schema.clone();
        each_schema_at(&mut schema, 0, &mut |schema, depth| change(schema, depth));
        right(&schema, content)
    })
}

/// Changes a schema and every schema inside it.
fn each_schema(schema: &mut Value, change: &mut impl FnMut(&mut Object)) {
    each_schema_at(schema, 0, &mut |schema, _| change(schema));
}

fn each_schema_at(schema: &mut Value, depth: usize, change: &mut impl FnMut(&mut Object, usize)) {
    let Some(members) = schema.as_object_mut() else { return };
    if let Some(items) = members.get_mut("items") {
        each_schema_at(items, depth + 1, change);
    }
    for inner in members.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        each_schema_at(inner.1, depth + 1, change);
    }
    change(members, depth);
}

/// Every list with those of its items only that `keeps` keeps.
pub(in crate::suites::awp) fn fewer_items(content: &Value, keeps: fn(usize, usize) -> bool) -> Value {
    match content {
        Value::Array(items) => {
            let kept = items.iter().enumerate().filter(|(at, _)| keeps(*at, items.len()));
            kept.map(|(_, item)| fewer_items(item, keeps)).collect()
        }
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), fewer_items(value, keeps))).collect()
        }
        other => other.clone(),
    }
}

/// Every value as a text.
pub(in crate::suites::awp) fn as_texts(content: &Value) -> Value {
    match content {
        Value::Bool(_) | Value::Number(_) => json!(content.to_string()),
        Value::Array(items) => items.iter().map(as_texts).collect(),
        other => other.clone(),
    }
}

/// The schema with another keyword in the place of one.
pub(in crate::suites::awp) fn rename(schema: &mut Value, keyword: &str, instead: &str) {
    each_schema(schema, &mut |members| {
        if let Some(value) = members.remove(keyword) {
            members.insert(instead.to_owned(), value);
        }
    });
}

/// The schema with another type in the place of one.
pub(in crate::suites::awp) fn retype(schema: &mut Value, name: &str, instead: &str) {
    each_schema(schema, &mut |members| {
        if members.get("type").is_some_and(|it| it == name) {
            members.insert("type".to_owned(), json!(instead));
        }
    });
}

/// Every text as long in characters as it was in bytes.
pub(in crate::suites::awp) fn in_bytes(content: &Value) -> Value {
    with_leaves(content, &|leaf| {
        leaf.as_str().filter(|text| !text.is_ascii()).map(|text| json!("x".repeat(text.len())))
    })
}

/// Every text without its combining accents.
pub(in crate::suites::awp) fn unmarked(content: &Value) -> Value {
    with_leaves(content, &|leaf| leaf.as_str().map(|text| json!(text.replace('\u{301}', ""))))
}

/// Every fraction rounded to three places.
pub(in crate::suites::awp) fn three_places(content: &Value) -> Value {
    let is_fraction = |number: &f64| number.fract() != 0.0;
    with_leaves(content, &|leaf| leaf.as_f64().filter(is_fraction).map(|number| json!((number * 1e3).round() / 1e3)))
}

/// Every truth value as 0 or 1.
pub(in crate::suites::awp) fn booleans_as_numbers(content: &Value) -> Value {
    with_leaves(content, &|leaf| leaf.as_bool().map(|truth| json!(u8::from(truth))))
}

/// The content without members that begin with an underscore.
pub(in crate::suites::awp) fn without_private(content: &Value) -> Value {
    let public = |(name, _): &(&String, &Value)| !name.starts_with('_');
    content.as_object().map_or_else(
        || content.clone(),
        |members| members.iter().filter(public).map(|(name, value)| (name.clone(), value.clone())).collect(),
    )
}

/// A list with the first of all the items that read alike.
pub(in crate::suites::awp) fn each_item_once(content: &Value) -> Value {
    let mut seen = Vec::new();
    let mut is_new = |item: &&Value| {
        let text = as_texts(item);
        let new = !seen.contains(&text);
        seen.push(text);
        new
    };
    content
        .as_array()
        .map_or_else(|| content.clone(), |items| items.iter().filter(|item| is_new(item)).cloned().collect())
}

/// Does something about every message after the first one that was rejected.
pub(in crate::suites::awp) fn after_first_failure(
    request: Request<'_>,
    answer: Value,
    change: impl Fn(&mut Value, &Value),
) -> Value {
    edit(request, METHOD, answer, |answer| {
        let failed = answer["rejected"].clone();
        let mut messages = items(&request.params["messages"]).iter().map(|message| &message["id"]);
        let _ = messages.by_ref().find(|id| items(&failed).contains(id));
        messages.for_each(|id| change(answer, id));
    })
}

/// Moves a message from one list to the other.
pub(in crate::suites::awp) fn move_to(answer: &mut Value, id: &Value, from: &str, to: &str) {
    if let Some(list) = answer[from].as_array_mut()
        && let Some(at) = list.iter().position(|it| it == id)
    {
        list.remove(at);
        if let Some(list) = answer[to].as_array_mut() {
            list.push(id.clone());
        }
    }
}
