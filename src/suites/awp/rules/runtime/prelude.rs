//! What the rules of this half share: asking one call, reading answers, and
//! what a runtime says that misreads its parameters.

pub(super) use serde_json::{Map, Value, json};

pub(super) use crate::draw::json::{same, without_nulls};
pub(super) use crate::draw::{Draw, Shape, near, optional, required, text};
pub(super) use crate::rule::{
    Check, Expect, Expected, Judgement, Level, Mutant, OnFault, Question, Reading, Rule, Step, WrongShape, arm, member,
};
pub(super) use crate::subject::{Answer, Call, Quirks, Request};

/// A JSON object.
pub(super) type Object = Map<String, Value>;

/// The exam of one call whose parameters are the case itself.
pub(super) fn one_call(
    method: &'static str,
    answers: &[Answer],
    judge: impl FnOnce(&Value) -> Result<Judgement, WrongShape>,
) -> Result<Step, WrongShape> {
    crate::rule::ask(answers, || Call::of_case(method), |answer| judge(&answer.value))
}

/// The member `name`, which must be a list of texts.
pub(super) fn texts<'a>(value: &'a Value, name: &str) -> Result<Vec<&'a str>, WrongShape> {
    let wrong = || WrongShape(format!("`{name}` is not a list of strings"));
    member(value, name)?.as_array().ok_or_else(wrong)?.iter().map(|item| item.as_str().ok_or_else(wrong)).collect()
}

/// The member `name`, which must be a list.
pub(super) fn list<'a>(value: &'a Value, name: &str) -> Result<&'a Vec<Value>, WrongShape> {
    member(value, name)?.as_array().ok_or_else(|| WrongShape(format!("`{name}` is not a list")))
}

/// The member `name`, which must be an object.
pub(super) fn object<'a>(value: &'a Value, name: &str) -> Result<&'a Object, WrongShape> {
    member(value, name)?.as_object().ok_or_else(|| WrongShape(format!("`{name}` is not an object")))
}

/// The member `name`, which must be true or false.
pub(super) fn flag(value: &Value, name: &str) -> Result<bool, WrongShape> {
    member(value, name)?.as_bool().ok_or_else(|| WrongShape(format!("`{name}` is neither true nor false")))
}

/// The entries of a list, or none where there is no list: for reading parameters, which may be anything.
pub(super) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The texts among the entries of a list.
pub(super) fn strings(value: &Value) -> impl Iterator<Item = &str> {
    items(value).iter().filter_map(Value::as_str)
}

/// The members of an object, or none where there is no object.
pub(super) fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The document says that the input is accepted.
pub(super) fn accept(reason: impl Into<String>) -> Expected {
    Expected { expect: Expect::Accept, rules: Vec::new(), reason: reason.into(), answer: None }
}

/// The document says that the input is rejected, for the sake of `rule`.
pub(super) fn reject(rule: &str, reason: impl Into<String>) -> Expected {
    Expected { expect: Expect::Reject, rules: vec![rule.to_owned()], reason: reason.into(), answer: None }
}

/// The document leaves it open.
pub(super) fn unspecified(rule: &str, reason: impl Into<String>) -> Expected {
    Expected { expect: Expect::Unspecified, rules: vec![rule.to_owned()], reason: reason.into(), answer: None }
}

/// The same, with the exact answer.
pub(super) fn answering(expected: Expected, answer: Value) -> Expected {
    Expected { answer: Some(answer), ..expected }
}

/// What a runtime answers that takes its parameters for what `change` makes of them; other methods are left alone.
pub(super) fn misread(request: Request<'_>, method: &str, answer: Value, change: impl FnOnce(&mut Value)) -> Value {
    if request.method != method {
        return answer;
    }
    let mut params = request.params.clone();
    change(&mut params);
    super::answer_alone(&Quirks::default(), request.method, &params, 0).unwrap_or(answer)
}

/// A right answer of `method`, changed; answers of other methods are left alone.
pub(super) fn edit(request: Request<'_>, method: &str, mut answer: Value, change: impl FnOnce(&mut Value)) -> Value {
    if request.method == method {
        change(&mut answer);
    }
    answer
}

/// A small value without any null: state and contents hold none.
pub(super) fn value(draw: &mut Draw) -> Value {
    nested(draw, 2)
}

fn nested(draw: &mut Draw, depth: usize) -> Value {
    match draw.below(if depth == 0 { 4 } else { 6 }) {
        0 => Value::Bool(draw.chance(1, 2)),
        1 => Value::from(draw.int(-99..=99)),
        2 => Value::from(text::awkward(draw)),
        3 => Value::from(text::word(draw)),
        4 => Value::from(draw.list(0..=3, |draw| nested(draw, depth - 1))),
        _ => {
            let members = draw.list(0..=3, |draw| (text::word(draw), nested(draw, depth - 1)));
            Value::Object(members.into_iter().collect())
        }
    }
}

/// Whether there is a null anywhere: the harness sends none, so nothing is judged where shrinking left one.
pub(super) fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}

/// Different names of agents, `count` of them.
pub(super) fn names(draw: &mut Draw, count: usize) -> Vec<String> {
    const NAMES: &[&str] = &["analyst", "planner", "writer", "critic", "scout", "editor", "judge", "coder"];
    let mut names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    draw.shuffle(&mut names);
    names.truncate(count);
    for number in names.len()..count {
        names.push(format!("agent_{number}"));
    }
    names
}
