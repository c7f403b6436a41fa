//! The audit chain: every entry holds the hash of the one before it.

use sha2::{Digest, Sha256};

use super::prelude::*;

/// The one kind of integrity that the document describes.
pub(super) const HASH_CHAIN: &str = "hash_chain";

/// The reference's hash of an entry: of all its members but the hash itself, in the order of their names.
fn hash(quirks: &Quirks, entry: &Value) -> String {
    let mut covered = entry.clone();
    if let Some(members) = covered.as_object_mut() {
        members.remove("hash");
        for (quirk, member) in [
            ("audit-hash-without-event", "event"),
            ("audit-hash-without-details", "details"),
            ("audit-hash-without-id", "id"),
            ("audit-hash-without-link", "prev_hash"),
        ] {
            if quirks.has(quirk) {
                members.remove(member);
            }
        }
        if quirks.has("audit-hash-shallow")
            && let Some(Value::Object(details)) = members.get_mut("details")
        {
            details.values_mut().filter(|value| value.is_object() || value.is_array()).for_each(|it| *it = json!("…"));
        }
    }
    Sha256::digest(covered.to_string()).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

fn zero() -> String {
    "0".repeat(64)
}

/// The entries for a list of events.
pub(super) fn audit(quirks: &Quirks, params: &Value) -> Value {
    let mut last = zero();
    if quirks.has("audit-goes-on") {
        last = quirks.memory().get("audit").and_then(Value::as_str).map_or(last, str::to_owned);
    }
    let mut entries = Vec::new();
    for event in items(&params["events"]) {
        let mut entry = json!({"id": event["id"], "event": event["event"], "prev_hash": last});
        if let Some(details) = event.get("details") {
            entry["details"] = details.clone();
        }
        entry["hash"] = json!(hash(quirks, &entry));
        entry["hash"].as_str().unwrap_or_default().clone_into(&mut last);
        entries.push(entry);
    }
    if quirks.has("audit-goes-on") {
        quirks.memory().insert("audit".to_owned(), json!(last));
    }
    json!({ "entries": entries })
}

/// Whether a chain is intact, as the reference verifies it.
pub(super) fn verify(quirks: &Quirks, params: &Value, key_order: u64) -> Value {
    let mut last = zero();
    for (index, entry) in items(&params["entries"]).iter().enumerate() {
        let mut entry = entry.clone();
        if quirks.has("verify-without-links") && entry.is_object() && entry.get("prev_hash").is_none() {
            entry["prev_hash"] = json!(last);
        }
        let linked = entry.get("prev_hash").and_then(Value::as_str).is_some_and(|link| {
            link == last
                || quirks.has("verify-ignores-links")
                || (index == 0 && quirks.has("verify-any-first-link"))
                || (index == 1 && quirks.has("verify-from-the-third"))
        });
        let whole = entry["hash"] == hash(quirks, &entry)
            || quirks.has("verify-links-only")
            || (index + 1 == items(&params["entries"]).len() && quirks.has("verify-not-the-last"));
        let told_apart = quirks.has("verify-as-text") && key_order != 0;
        if !linked || !whole || told_apart {
            return json!({"valid": false, "brokenAt": index});
        }
        entry["hash"].as_str().unwrap_or_default().clone_into(&mut last);
    }
    json!({"valid": true})
}

/// What is wrong with a chain whatever its hashes are made with: the links alone.
pub(super) fn broken_link(entries: &[Value]) -> Option<&'static str> {
    for (index, entry) in entries.iter().enumerate() {
        let (Some(link), Some(hash)) = (entry["prev_hash"].as_str(), entry["hash"].as_str()) else {
            return Some("an entry without prev_hash or hash");
        };
        let fine = match index.checked_sub(1) {
            None => !link.is_empty() && link.chars().all(|c| c == '0') && link.len() == hash.len(),
            Some(before) => entries[before]["hash"] == link,
        };
        if !fine {
            return Some(if index == 0 {
                "the first prev_hash is no zero hash"
            } else {
                "a prev_hash is not the hash of the entry before"
            });
        }
    }
    None
}

/// What the document says of a list of events.
pub(super) fn expect_audit(params: &Value) -> Expected {
    if params["integrity"] == HASH_CHAIN {
        accept("every entry holds the hash of the one before it, the first one a zero hash")
    } else {
        unspecified("R18", "no hash chain is asked for")
    }
}

/// What the document says of a chain.
pub(super) fn expect_verify(params: &Value) -> Expected {
    let entries = items(&params["entries"]);
    if params["integrity"] != HASH_CHAIN || entries.is_empty() {
        return unspecified("R18", "no hash chain");
    }
    match broken_link(entries) {
        Some(why) => reject("R18", why),
        None => unspecified("R18", "the document names no hash algorithm"),
    }
}
