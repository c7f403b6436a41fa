//! Keeping secrets out of what a runtime records.
//!
//! A secret is a value, not a name: it has to go wherever it turns up, also
//! in the middle of a message and in the key of an attribute.

use super::prelude::*;

/// The four places that a runtime writes to.
pub(super) const SINKS: [&str; 4] = ["log", "metric", "span", "audit"];

/// What stands in the place of a secret.
const REDACTED: &str = "[REDACTED]";

/// The fewest characters of a secret that the harness plants: shorter ones turn up by chance.
const SHORTEST: usize = 8;

/// The sensitive values of a call: texts, and whole numbers by their digits.
pub(super) fn secrets(params: &Value) -> Vec<Value> {
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

/// A secret as it reads in a text.
pub(super) fn as_text(secret: &Value) -> String {
    secret.as_str().map_or_else(|| secret.to_string(), str::to_owned)
}

/// Every text in a value, keys included.
pub(super) fn every_text<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| every_text(item, found)),
        Value::Object(members) => {
            for (key, value) in members {
                found.push(key);
                every_text(value, found);
            }
        }
        _ => {}
    }
}

/// Every number in a value.
fn every_number<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Number(_) => found.push(value),
        Value::Array(items) => items.iter().for_each(|item| every_number(item, found)),
        Value::Object(members) => members.values().for_each(|value| every_number(value, found)),
        _ => {}
    }
}

/// Whether `secret` shows in `entry`.
pub(super) fn shows(entry: &Value, secret: &Value) -> bool {
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    every_text(entry, &mut texts);
    every_number(entry, &mut numbers);
    let wanted = as_text(secret);
    texts.iter().any(|text| text.contains(&wanted)) || numbers.iter().any(|number| same(number, secret))
}

/// Why nothing can be said of a call, if so: secrets must be long, apart from each other and from every name.
pub(super) fn unclear_secrets(params: &Value) -> Option<&'static str> {
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

/// Writes the events to their sinks, secrets redacted.
pub(super) fn record(quirks: &Quirks, params: &Value) -> Value {
    let mut known = params.clone();
    if quirks.has("redact-all-env") {
        for variable in known["env"].as_array_mut().into_iter().flatten() {
            variable["sensitive"] = json!(true);
        }
    }
    if quirks.has("redact-no-env") {
        known["env"] = json!([]);
    }
    if quirks.has("redact-top-level-state") {
        let names: Vec<&str> = strings(&params["sensitiveFields"]).collect();
        if let Some(state) = known["state"].as_object_mut() {
            state.retain(|name, _| names.contains(&name.as_str()));
        }
    }
    let mut secrets = secrets(&known);
    if quirks.has("redact-texts-only") {
        secrets.retain(Value::is_string);
    }
    if quirks.has("redact-first-secret") {
        secrets.truncate(1);
    }
    let mut sinks: Object = SINKS.iter().map(|sink| ((*sink).to_owned(), json!([]))).collect();
    for event in items(&params["events"]) {
        let sink = event["sink"].as_str().unwrap_or_default();
        let skips = |name: &str, of: &str| quirks.has(name) && sink == of;
        let entry = json!({"message": event["message"], "attributes": event["attributes"]});
        let open = skips("redact-not-audit", "audit")
            || skips("redact-not-metric", "metric")
            || skips("redact-not-span", "span")
            || skips("redact-not-log", "log");
        let entry = if open { entry } else { redact(quirks, &entry, &secrets) };
        if quirks.has("redact-drops-event") && entry.to_string().contains(REDACTED) {
            continue;
        }
        if let Some(Value::Array(entries)) = sinks.get_mut(sink) {
            entries.push(entry);
        }
    }
    Value::Object(sinks)
}

fn redact(quirks: &Quirks, value: &Value, secrets: &[Value]) -> Value {
    match value {
        Value::String(text) => Value::String(redact_text(quirks, text, secrets)),
        Value::Number(_) if secrets.iter().any(|secret| same(secret, value)) => json!(REDACTED),
        Value::Array(_) if quirks.has("redact-not-lists") => value.clone(),
        Value::Array(items) => items.iter().map(|item| redact(quirks, item, secrets)).collect(),
        Value::Object(members) => {
            let key = |key: &String| {
                if quirks.has("redact-not-keys") { key.clone() } else { redact_text(quirks, key, secrets) }
            };
            members.iter().map(|(name, value)| (key(name), redact(quirks, value, secrets))).collect()
        }
        other => other.clone(),
    }
}

fn redact_text(quirks: &Quirks, text: &str, secrets: &[Value]) -> String {
    let mut text = text.to_owned();
    for secret in secrets.iter().map(as_text) {
        let missed = (quirks.has("redact-whole-texts") && text != secret)
            || (quirks.has("redact-single-lines") && secret.contains('\n'))
            || (quirks.has("redact-escaped") && json!(secret).to_string().contains('\\'))
            || (quirks.has("redact-ascii") && !secret.is_ascii());
        if missed {
            continue;
        }
        text = if quirks.has("redact-once") {
            text.replacen(&secret, REDACTED, 1)
        } else {
            text.replace(&secret, REDACTED)
        };
    }
    text
}

/// What the document says of a recording.
pub(super) fn expect_record(params: &Value) -> Expected {
    if let Some(why) = unclear_secrets(params) {
        return unspecified("R14", why);
    }
    let secrets = secrets(params);
    if items(&params["events"]).iter().any(|event| secrets.iter().any(|secret| shows(event, secret))) {
        reject("R14", "an event holds a sensitive value, which must not be recorded")
    } else {
        accept("no event holds a sensitive value: every message is recorded")
    }
}
