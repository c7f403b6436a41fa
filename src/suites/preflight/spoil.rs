//! Making right answers wrong, as mutants do.

use serde_json::{Value, json};

use super::draw;
use super::model::vocabulary::place_of;
use super::model::{Diagnostic, Text, denial_message, diagnostics, from_answer, is_denial, to_answer};
use crate::rule::Mutant;
use crate::subject::Request;

/// What a runtime answers that takes its input for the one that `change` makes of it.
pub(super) fn misread(request: Request<'_>, change: impl FnOnce(&mut draw::Input)) -> Value {
    let mut input = request.params["input"].clone();
    if let Some(members) = input.as_object_mut() {
        change(members);
    }
    to_answer(&diagnostics(&input))
}

/// A runtime that takes the text in `field` for another.
pub(super) const fn respelling(name: &'static str, field: &'static str, change: fn(&str) -> String) -> Mutant {
    Mutant::respells(name, [field, ""], change, |request, _, [field, _], change| {
        misread(request, |input| change_text(input, field, change))
    })
}

/// A runtime that never gives `code` for the inputs that `when` says.
pub(super) const fn omitting(name: &'static str, code: &'static str, when: fn(&Value) -> bool) -> Mutant {
    Mutant::when(
        name,
        [code, ""],
        when,
        |request, answer, [code, _], when| {
            if when(&request.params["input"]) { without(answer, code) } else { answer }
        },
    )
}

/// A runtime that gives a code that an action is known for to the inputs that `when` says.
pub(super) const fn demanding(
    name: &'static str,
    code_and_action: [&'static str; 2],
    when: fn(&Value) -> bool,
) -> Mutant {
    Mutant::when(name, code_and_action, when, |request, answer, [code, action], when| {
        let missing = due_for(&json!({ "action": action }), code).filter(|_| when(&request.params["input"]));
        edit(answer, |list| list.extend(missing))
    })
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

/// A right answer, its diagnostics of that code changed.
pub(super) fn edit_where(answer: Value, code: &str, change: impl FnMut(&mut Diagnostic<'_>)) -> Value {
    edit(answer, |list| list.iter_mut().filter(|diagnostic| diagnostic.code == code).for_each(change))
}

/// A right answer, its denials changed.
pub(super) fn edit_denial(answer: Value, change: impl FnMut(&mut Diagnostic<'_>)) -> Value {
    edit(answer, |list| list.iter_mut().filter(|diagnostic| is_denial(&diagnostic.code)).for_each(change))
}

/// A right answer without the diagnostics of that code.
pub(super) fn without(answer: Value, code: &str) -> Value {
    edit(answer, |list| list.retain(|diagnostic| diagnostic.code != code))
}

/// A right answer, the fields of its denial changed, and its message with them.
pub(super) fn relist(answer: Value, change: impl Fn(&mut Vec<Text<'_>>)) -> Value {
    edit_denial(answer, |diagnostic| {
        if let Some(fields) = &mut diagnostic.fields {
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

/// A right answer, with every value within the caller's input changed, at any depth.
pub(super) fn leave(request: Request<'_>, mut answer: Value, change: fn(&mut Value)) -> Value {
    let mut input = request.params["input"].clone();
    within(&mut input, change);
    answer["input"] = input;
    answer
}

fn within(value: &mut Value, change: fn(&mut Value)) {
    let parts: Vec<&mut Value> = match value {
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(members) => members.values_mut().collect(),
        _ => Vec::new(),
    };
    for part in parts {
        change(part);
        within(part, change);
    }
}
