//! The audit chain: every entry holds the hash of the one before it.

use serde_json::Value;

use super::params::items;
use super::says::{accept, reject, unspecified};
use crate::rule::Expected;

/// The one kind of integrity that the document describes.
pub(in crate::suites::awp) const HASH_CHAIN: &str = "hash_chain";

/// What is wrong with a chain whatever its hashes are made with: the links alone.
pub(in crate::suites::awp) fn broken_link(entries: &[Value]) -> Option<&'static str> {
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
pub(in crate::suites::awp) fn expect_audit(params: &Value) -> Expected {
    if params["integrity"] == HASH_CHAIN {
        accept("every entry holds the hash of the one before it, the first one a zero hash")
    } else {
        unspecified("R18", "no hash chain is asked for")
    }
}

/// What the document says of a chain.
pub(in crate::suites::awp) fn expect_verify(params: &Value) -> Expected {
    let entries = items(&params["entries"]);
    if params["integrity"] != HASH_CHAIN || entries.is_empty() {
        return unspecified("R18", "no hash chain");
    }
    match broken_link(entries) {
        Some(why) => reject("R18", why),
        None => unspecified("R18", "the document names no hash algorithm"),
    }
}
