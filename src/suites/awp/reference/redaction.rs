//! Keeping secrets out of what the reference runtime records.

use serde_json::{Value, json};

use super::super::model::runtime::params::{Object, items};
use super::super::model::runtime::secrets::{REDACTED, SINKS, as_text, secrets};
use crate::draw::json::same;
use crate::subject::Policies;

/// How secrets are kept out.
#[derive(Debug, Clone)]
pub(in crate::suites::awp) struct Redaction {
    /// What it takes for a secret in the parameters of a call.
    pub(in crate::suites::awp) secrets: fn(&Value) -> Vec<Value>,
    /// Whether what goes to a sink is redacted.
    pub(in crate::suites::awp) guards: fn(&str) -> bool,
    /// A text without a secret.
    pub(in crate::suites::awp) hide: fn(&str, &str) -> String,
    /// Whether it looks into what is so many levels below the entry.
    pub(in crate::suites::awp) reaches: fn(usize) -> bool,
    /// A key without secrets, of an object so many levels below the entry.
    pub(in crate::suites::awp) key: fn(&Redactor<'_>, &str, usize) -> String,
    /// A list without secrets, so many levels below the entry.
    pub(in crate::suites::awp) list: fn(&Redactor<'_>, &[Value], usize) -> Value,
    /// Whether an entry is kept once it is redacted.
    pub(in crate::suites::awp) keeps: fn(&Value) -> bool,
}

/// As the document says.
pub(in crate::suites::awp) static DOCUMENT: Redaction = Redaction {
    secrets,
    guards: |_| true,
    hide: |text, secret| text.replace(secret, REDACTED),
    reaches: |_| true,
    key: |redactor, key, _| redactor.text(key),
    list: |redactor, list, depth| list.iter().map(|item| redactor.value(item, depth + 1)).collect(),
    keeps: |_| true,
};

/// The policy, for a mutant to change.
pub(in crate::suites::awp) fn policy(policies: &mut Policies) -> &mut Redaction {
    policies.change(&DOCUMENT)
}

/// A policy at work on the secrets of one call.
#[derive(Debug)]
pub(in crate::suites::awp) struct Redactor<'a> {
    policy: &'a Redaction,
    secrets: Vec<Value>,
}

impl Redactor<'_> {
    fn value(&self, value: &Value, depth: usize) -> Value {
        match value {
            _ if !(self.policy.reaches)(depth) => value.clone(),
            Value::String(text) => Value::String(self.text(text)),
            Value::Number(_) if self.secrets.iter().any(|secret| same(secret, value)) => json!(REDACTED),
            Value::Array(items) => (self.policy.list)(self, items, depth),
            Value::Object(members) => {
                let key = |name: &String| (self.policy.key)(self, name, depth);
                members.iter().map(|(name, value)| (key(name), self.value(value, depth + 1))).collect()
            }
            other => other.clone(),
        }
    }

    /// A text without any secret.
    pub(in crate::suites::awp) fn text(&self, text: &str) -> String {
        let texts = self.secrets.iter().map(as_text);
        texts.fold(text.to_owned(), |text, secret| (self.policy.hide)(&text, &secret))
    }
}

/// Writes the events to their sinks, secrets redacted.
pub(super) fn record(policy: &Redaction, params: &Value) -> Value {
    let redactor = Redactor { policy, secrets: (policy.secrets)(params) };
    let mut sinks: Object = SINKS.iter().map(|sink| ((*sink).to_owned(), json!([]))).collect();
    for event in items(&params["events"]) {
        let sink = event["sink"].as_str().unwrap_or_default();
        let entry = json!({"message": event["message"], "attributes": event["attributes"]});
        let entry = if (policy.guards)(sink) { redactor.value(&entry, 0) } else { entry };
        if let Some(Value::Array(entries)) = sinks.get_mut(sink).filter(|_| (policy.keeps)(&entry)) {
            entries.push(entry);
        }
    }
    Value::Object(sinks)
}
