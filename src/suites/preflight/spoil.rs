//! Making right answers wrong, as mutants do.

use serde_json::{Value, json};

use super::draw;
use super::model::vocabulary::place_of;
use super::model::{Diagnostic, Text, denial_message, diagnostics, from_answer, is_denial, to_answer};
use crate::subject::Request;

/// What a runtime answers that takes its input for the one that `change` makes of it.
pub(super) fn misread(request: Request<'_>, change: impl FnOnce(&mut draw::Input)) -> Value {
    let mut input = request.params["input"].clone();
    if let Some(members) = input.as_object_mut() {
        change(members);
    }
    to_answer(&diagnostics(&input))
}

/// What a runtime answers that takes the text in `field` for another.
pub(super) fn respelt(request: Request<'_>, field: &str, change: impl FnOnce(&str) -> String) -> Value {
    misread(request, |input| change_text(input, field, change))
}

/// A right answer, changed.
pub(super) fn edit(answer: Value, change: impl FnOnce(&mut Vec<Diagnostic<'_>>)) -> Value {
    match from_answer(&answer) {
        Ok(mut list) => {
            change(&mut list);
            to_answer(&list)
        }
        Err(_) => answer,
    }
}

/// A right answer, each of its diagnostics changed.
pub(super) fn edit_each(answer: Value, change: impl FnMut(&mut Diagnostic<'_>)) -> Value {
    edit(answer, |list| list.iter_mut().for_each(change))
}

/// A right answer without the diagnostics of that code.
pub(super) fn without(answer: Value, code: &str) -> Value {
    edit(answer, |list| list.retain(|diagnostic| diagnostic.code != code))
}

/// A right answer, the fields of its denial changed, and its message with them.
pub(super) fn relist(answer: Value, change: impl Fn(&mut Vec<Text<'_>>)) -> Value {
    edit_each(answer, |diagnostic| {
        if let (true, Some(fields)) = (is_denial(&diagnostic.code), &mut diagnostic.fields) {
            change(fields);
            diagnostic.message = denial_message(diagnostic.action.as_deref().unwrap_or_default(), fields).into();
        }
    })
}

/// A right answer that denies these fields as well.
pub(super) fn deny_too(answer: Value, action: &str, extra: &[String]) -> Value {
    if extra.is_empty() {
        return answer;
    }
    let denied = edit(answer, |list| {
        if !list.iter().any(|diagnostic| is_denial(&diagnostic.code)) {
            // Any denial of this action will do: its fields and its message are rewritten below.
            let denial = diagnostics(&json!({"action": action, "kind": 1})).swap_remove(0);
            list.insert(0, Diagnostic { fields: Some(Vec::new()), ..denial });
        }
    });
    relist(denied, |fields| {
        fields.extend(extra.iter().map(|field| field.clone().into()));
        fields.sort_by_key(|field| place_of(field).unwrap_or(usize::MAX));
    })
}

/// What is due for `input` under one code: for mutants that say it where they should not.
pub(super) fn due_for(input: &Value, code: &str) -> Option<Diagnostic<'static>> {
    diagnostics(input).into_iter().find(|diagnostic| diagnostic.code == code)
}

/// Changes the text in `field`, if it is one.
pub(super) fn change_text(input: &mut draw::Input, field: &str, change: impl FnOnce(&str) -> String) {
    if let Some(Value::String(text)) = input.get_mut(field) {
        *text = change(text);
    }
}
