//! What must not be recorded.
//!
//! A secret is a value, not a name: it has to go wherever it turns up, also
//! in the middle of a message and in the key of an attribute.

use std::borrow::Cow;

use serde_json::Value;

use super::params::{items, strings};
use super::says::{accept, reject, unspecified};
use crate::draw::json::same;
use crate::rule::Expected;

/// The four places that a runtime writes to.
pub(in crate::suites::awp) const SINKS: [&str; 4] = ["log", "metric", "span", "audit"];

/// What stands in the place of a secret.
pub(in crate::suites::awp) const REDACTED: &str = "[REDACTED]";

/// The fewest characters of a secret that the harness plants: shorter ones turn up by chance.
const SHORTEST: usize = 8;

/// The sensitive values of a call: texts, and whole numbers by their digits.
pub(in crate::suites::awp) fn secrets(params: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    let names: Vec<&str> = strings(&params["sensitiveFields"]).collect();
    search(&params["state"], &names, false, &mut found);
    for variable in items(&params["env"]) {
        if variable["sensitive"] == true {
            leaves(&variable["value"], &mut found);
        }
    }
    found
}

fn search(value: &Value, names: &[&str], sensitive: bool, found: &mut Vec<Value>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                search(value, names, sensitive || names.contains(&name.as_str()), found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| search(item, names, sensitive, found)),
        leaf if sensitive => leaves(leaf, found),
        _ => {}
    }
}

fn leaves(leaf: &Value, found: &mut Vec<Value>) {
    if leaf.is_string() || leaf.is_number() {
        found.push(leaf.clone());
    }
}

/// The keys below a sensitive field: whether they are among the strings under it, the document does not say.
pub(in crate::suites::awp) fn doubtful_keys(params: &Value) -> Vec<&str> {
    fn below<'a>(value: &'a Value, names: &[&str], sensitive: bool, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    found.extend((sensitive && !name.is_empty()).then_some(name.as_str()));
                    below(value, names, sensitive || names.contains(&name.as_str()), found);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| below(item, names, sensitive, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    let names: Vec<&str> = strings(&params["sensitiveFields"]).collect();
    below(&params["state"], &names, false, &mut found);
    found
}

/// Whether an event has nothing in it that might have to go.
pub(in crate::suites::awp) fn is_clean(event: &Value, secrets: &[Value], doubtful: &[&str]) -> bool {
    let mut texts = Vec::new();
    every_text(event, &mut texts);
    let in_doubt = doubtful.iter().any(|key| texts.iter().any(|text| text.contains(key)));
    !in_doubt && !secrets.iter().any(|secret| shows(event, secret))
}

/// A secret as it reads in a text.
pub(in crate::suites::awp) fn as_text(secret: &Value) -> String {
    secret.as_str().map_or_else(|| secret.to_string(), str::to_owned)
}

/// Every text in a value, keys included, also in a text that is JSON itself, as lines of a log often are.
pub(in crate::suites::awp) fn every_text<'a>(value: &'a Value, found: &mut Vec<Cow<'a, str>>) {
    match value {
        Value::String(text) => {
            found.push(Cow::Borrowed(text));
            if let Some(inner) = written_in(text) {
                let mut texts = Vec::new();
                every_text(&inner, &mut texts);
                found.extend(texts.into_iter().map(|text| Cow::Owned(text.into_owned())));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| every_text(item, found)),
        Value::Object(members) => {
            for (key, value) in members {
                found.push(Cow::Borrowed(key));
                every_text(value, found);
            }
        }
        _ => {}
    }
}

/// The object or list that a text writes down as JSON, if it does.
fn written_in(text: &str) -> Option<Value> {
    text.trim_start().starts_with(['{', '[']).then(|| serde_json::from_str(text).ok())?
}

/// Every number in a value, as with texts.
fn every_number(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Number(_) => found.push(value.clone()),
        Value::String(text) => written_in(text).iter().for_each(|inner| every_number(inner, found)),
        Value::Array(items) => items.iter().for_each(|item| every_number(item, found)),
        Value::Object(members) => members.values().for_each(|value| every_number(value, found)),
        _ => {}
    }
}

/// Whether `secret` shows in `entry`.
pub(in crate::suites::awp) fn shows(entry: &Value, secret: &Value) -> bool {
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    every_text(entry, &mut texts);
    every_number(entry, &mut numbers);
    let wanted = as_text(secret);
    texts.iter().any(|text| text.contains(&wanted)) || numbers.iter().any(|number| same(number, secret))
}

/// Why nothing can be said of a call, if so: secrets must be long, apart from each other and from every name.
pub(in crate::suites::awp) fn unclear_secrets(params: &Value) -> Option<&'static str> {
    let fields = &params["sensitiveFields"];
    if !fields.is_null() && !fields.as_array().is_some_and(|names| names.iter().all(Value::is_string)) {
        return Some("sensitive fields that are no list of names");
    }
    let is_odd = |variable: &Value| !variable["sensitive"].is_boolean() && !variable["sensitive"].is_null();
    if items(&params["env"]).iter().any(is_odd) {
        return Some("a variable that is neither sensitive nor not");
    }
    let secrets = secrets(params);
    let texts: Vec<String> = secrets.iter().map(as_text).collect();
    if texts.iter().any(|text| text.chars().count() < SHORTEST) {
        return Some("a secret so short that it turns up by chance");
    }
    if secrets.iter().any(Value::is_f64) {
        return Some("a fraction has many spellings");
    }
    let mut names: Vec<&str> = strings(&params["sensitiveFields"]).collect();
    names.extend(items(&params["env"]).iter().filter_map(|variable| variable["name"].as_str()));
    names.push(REDACTED);
    let inside = |a: &str, b: &str| a != b && b.contains(a);
    if texts.iter().any(|a| texts.iter().any(|b| inside(a, b)) || names.iter().any(|name| name.contains(a.as_str()))) {
        return Some("a secret that is part of another one, or of a name");
    }
    let sinks =
        items(&params["events"]).iter().all(|event| event["sink"].as_str().is_some_and(|it| SINKS.contains(&it)));
    if !sinks || items(&params["events"]).iter().any(|event| !event["message"].is_string()) {
        return Some("an event without a sink or a message");
    }
    None
}

/// What the document says of a recording.
pub(in crate::suites::awp) fn expect_record(params: &Value) -> Expected {
    if let Some(why) = unclear_secrets(params) {
        return unspecified("R14", why);
    }
    let secrets = secrets(params);
    if items(&params["events"]).iter().any(|event| secrets.iter().any(|secret| shows(event, secret))) {
        reject("R14", "an event holds a sensitive value, which must not be recorded")
    } else if !items(&params["events"]).iter().all(|event| is_clean(event, &secrets, &doubtful_keys(params))) {
        unspecified("R14", "a key below a sensitive field, which may or may not be one of its values")
    } else {
        accept("no event holds a sensitive value: every message is recorded")
    }
}
