//! AWP's audit trail, R18: each entry carries the hash of the one before it.

use serde_json::{Number, Value, json};
use sha2::{Digest, Sha256};

use crate::json::entries;

/// What the first entry has for the hash of the one before it: as many zeros as a hash has digits.
const ZERO: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Answers `awp/audit`.
pub(super) fn write(params: &Value) -> Value {
    let mut previous = ZERO.to_owned();
    let mut chain = Vec::new();
    for given in entries(&params["events"]) {
        let mut entry = json!({"id": given["id"], "event": given["event"], "prev_hash": previous});
        if !given["details"].is_null() {
            entry["details"] = given["details"].clone();
        }
        previous = digest(&entry);
        entry["hash"] = json!(previous);
        chain.push(entry);
    }
    json!({ "entries": chain })
}

/// Answers `awp/verify_audit`.
pub(super) fn verify(params: &Value) -> Value {
    let is_chain = params["integrity"] == "hash_chain";
    match first_break(entries(&params["entries"])).filter(|_| is_chain) {
        Some(index) => json!({"valid": false, "brokenAt": index}),
        None => json!({"valid": true}),
    }
}

/// The index of the first entry that is not as it was written, or does not follow the one before.
fn first_break(chain: &[Value]) -> Option<usize> {
    let mut previous = ZERO;
    chain.iter().position(|entry| {
        let is_linked = entry["prev_hash"] == *previous;
        previous = entry["hash"].as_str().unwrap_or_default();
        !is_linked || previous != digest(entry)
    })
}

/// The hash of everything in an entry but the hash itself.
fn digest(entry: &Value) -> String {
    let mut covered = entry.clone();
    if let Some(members) = covered.as_object_mut() {
        members.retain(|key, value| key != "hash" && !value.is_null());
    }
    make_canonical(&mut covered);
    let hash = Sha256::digest(covered.to_string());
    hash.iter().fold(String::new(), |digits, byte| format!("{digits}{byte:02x}"))
}

/// Entries come back as equal JSON, which may be another text: keys in another order, `1.0` for `1`.
fn make_canonical(value: &mut Value) {
    value.sort_all_objects();
    make_numbers_canonical(value);
}

fn make_numbers_canonical(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let float = number.as_f64().filter(|_| number.is_f64());
            // A whole number is written without a fraction here. Adding 0 takes the sign from a zero.
            let plain = float.and_then(|float| (float + 0.0).to_string().parse::<Number>().ok());
            if let Some(plain) = plain {
                *number = plain;
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(make_numbers_canonical),
        Value::Object(members) => members.values_mut().for_each(make_numbers_canonical),
        _ => {}
    }
}
