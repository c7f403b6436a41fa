//! The audit chain that the reference runtime makes and verifies.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::super::model::runtime::params::{Object, items};
use crate::subject::{Policies, Quirks};

/// How entries are chained and verified.
#[derive(Debug, Clone)]
pub(in crate::suites::awp) struct Chaining {
    /// What the hash covers, of the members of an entry but its hash.
    pub(in crate::suites::awp) covers: fn(Object) -> Object,
    /// The hash that the first entry is linked to.
    pub(in crate::suites::awp) begins: fn(&Quirks) -> String,
    /// What becomes of the last hash.
    pub(in crate::suites::awp) ends: fn(&Quirks, &str),
    /// An entry as the verifier reads it, given the hash before it.
    pub(in crate::suites::awp) reads: fn(Value, &str) -> Value,
    /// Whether the entry at that place may be linked to this, given the hash before it.
    pub(in crate::suites::awp) linked: fn(usize, &str, &str) -> bool,
    /// Whether an entry is fine whose hash is right or not, so many entries before the last.
    pub(in crate::suites::awp) whole: fn(bool, usize) -> bool,
    /// Whether it knows equal JSON again whose keys are in this order.
    pub(in crate::suites::awp) knows: fn(u64) -> bool,
}

/// As the document says.
pub(in crate::suites::awp) static DOCUMENT: Chaining = Chaining {
    covers: |entry| entry,
    begins: |_| zero(),
    ends: |_, _| {},
    reads: |entry, _| entry,
    linked: |_, link, last| link == last,
    whole: |right, _| right,
    knows: |_| true,
};

/// The policy, for a mutant to change.
pub(in crate::suites::awp) fn policy(policies: &mut Policies) -> &mut Chaining {
    policies.change(&DOCUMENT)
}

/// The reference's hash of an entry: of all its members but the hash itself, in the order of their names.
fn hash(policy: &Chaining, entry: &Value) -> String {
    let mut covered = entry.as_object().cloned().unwrap_or_default();
    covered.remove("hash");
    let covered = Value::Object((policy.covers)(covered));
    Sha256::digest(covered.to_string()).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// What comes before the first entry.
pub(in crate::suites::awp) fn zero() -> String {
    "0".repeat(64)
}

/// The entries for a list of events.
pub(super) fn audit(quirks: &Quirks, params: &Value) -> Value {
    let policy = quirks.policy(&DOCUMENT);
    let mut last = (policy.begins)(quirks);
    let mut entries = Vec::new();
    for event in items(&params["events"]) {
        let mut entry = json!({"id": event["id"], "event": event["event"], "prev_hash": last});
        if let Some(details) = event.get("details") {
            entry["details"] = details.clone();
        }
        last = hash(policy, &entry);
        entry["hash"] = json!(last);
        entries.push(entry);
    }
    (policy.ends)(quirks, &last);
    json!({ "entries": entries })
}

/// Whether a chain is intact, as the reference verifies it.
pub(super) fn verify(policy: &Chaining, params: &Value, key_order: u64) -> Value {
    let mut last = zero();
    let entries = items(&params["entries"]);
    for (index, entry) in entries.iter().enumerate() {
        let entry = (policy.reads)(entry.clone(), &last);
        let linked = entry["prev_hash"].as_str().is_some_and(|link| (policy.linked)(index, link, &last));
        let whole = (policy.whole)(entry["hash"] == hash(policy, &entry), entries.len() - index - 1);
        if !linked || !whole || !(policy.knows)(key_order) {
            return json!({"valid": false, "brokenAt": index});
        }
        entry["hash"].as_str().unwrap_or_default().clone_into(&mut last);
    }
    json!({"valid": true})
}
