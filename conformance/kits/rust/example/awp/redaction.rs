//! What a workflow leaves in its logs, R14: a secret goes wherever it turns up, however it is spelled there.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::json::{entries, members};

const SINKS: [&str; 4] = ["log", "metric", "span", "audit"];
const REDACTED: &str = "[REDACTED]";

/// Answers `awp/record`.
pub(super) fn record(params: &Value) -> Value {
    let names: Vec<&str> = entries(&params["sensitiveFields"]).iter().filter_map(Value::as_str).collect();
    let variables = entries(&params["env"]).iter().filter(|variable| variable["sensitive"] == true);
    let mut secrets: Vec<&Value> = variables.map(|variable| &variable["value"]).collect();
    sensitive_values(&params["state"], &names, &mut secrets);
    let redactor = Redactor::new(&secrets);
    let records = |sink: &str| -> Vec<Value> {
        let events = entries(&params["events"]).iter().filter(|event| event["sink"] == *sink);
        events
            .map(|event| redactor.redact(&json!({"message": event["message"], "attributes": event["attributes"]})))
            .collect()
    };
    Value::Object(SINKS.map(|sink| (sink.to_owned(), json!(records(sink)))).into_iter().collect())
}

/// Finds what stands under a sensitive name, at any depth.
fn sensitive_values<'a>(state: &'a Value, names: &[&str], found: &mut Vec<&'a Value>) {
    for (key, value) in members(state) {
        if names.contains(&key.as_str()) {
            leaves(value, found);
        } else {
            sensitive_values(value, names, found);
        }
    }
    for value in entries(state) {
        sensitive_values(value, names, found);
    }
}

fn leaves<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(members) => members.values().for_each(|value| leaves(value, found)),
        Value::Array(entries) => entries.iter().for_each(|value| leaves(value, found)),
        leaf => found.push(leaf),
    }
}

/// Knows all spellings of all secrets.
struct Redactor {
    longest_first: Vec<String>,
}

impl Redactor {
    fn new(secrets: &[&Value]) -> Self {
        let spellings: BTreeSet<String> = secrets.iter().flat_map(|secret| spellings(secret)).collect();
        let mut longest_first: Vec<String> = spellings.into_iter().collect();
        longest_first.sort_by_key(|spelling| Reverse(spelling.len()));
        Self { longest_first }
    }

    /// The value without any secret.
    fn redact(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.clean(text)),
            Value::Number(_) if spellings(value).iter().any(|text| self.clean(text) != *text) => json!(REDACTED),
            Value::Array(entries) => entries.iter().map(|entry| self.redact(entry)).collect(),
            Value::Object(members) => {
                let mut cleaned = Map::new();
                for (key, entry) in members {
                    let mut name = self.clean(key);
                    while cleaned.contains_key(&name) {
                        name.push('\''); // Two keys may become one, and neither should be lost.
                    }
                    cleaned.insert(name, self.redact(entry));
                }
                Value::Object(cleaned)
            }
            other => other.clone(),
        }
    }

    fn clean(&self, text: &str) -> String {
        self.longest_first.iter().fold(text.to_owned(), |rest, spelling| rest.replace(spelling, REDACTED))
    }
}

/// The ways in which a secret is written: as it is, and inside JSON text. Only strings and numbers are secrets.
fn spellings(secret: &Value) -> Vec<String> {
    match secret {
        Value::String(text) if !text.is_empty() => {
            let quoted = secret.to_string();
            let quoted = quoted[1..quoted.len() - 1].to_owned();
            vec![text.clone(), in_ascii(&quoted), quoted]
        }
        // A whole number may have an exponent or a fraction of zero here, and elsewhere only its digits.
        Value::Number(number) => {
            number.as_f64().map(|float| float.to_string()).into_iter().chain([number.to_string()]).collect()
        }
        _ => Vec::new(),
    }
}

fn in_ascii(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if letter.is_ascii() {
            escaped.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}"); // Writing to memory cannot fail.
            }
        }
    }
    escaped
}
