//! The certificate: what was shown of an implementation, in a form that anybody can show again.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::requirements::sha256;
use crate::proof::{Outcome, Proof, Timings};
use crate::subject::Implementation;

/// The version of the certificate document.
pub const CERTIFICATE: u32 = 1;

/// What was shown of an implementation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this document.
    pub certificate: u32,
    /// The version of the harness.
    pub harness: String,
    /// The version of the protocol.
    pub protocol: u64,
    /// Who was certified.
    pub implementation: Implementation,
    /// The suites, each with all its rules.
    pub suites: Vec<CertifiedSuite>,
    /// The seed of the run.
    pub seed: u64,
    /// How many random cases were drawn per ordinary check.
    pub cases: u64,
    /// For every question that came up, the readings that the implementation is consistent with.
    pub readings: BTreeMap<String, Vec<String>>,
    /// The same cases twice, with the same result.
    pub determinism: Determinism,
    /// The SHA-256 of the proof, see [`proof_digest`].
    pub proof: String,
    /// The SHA-256 of this certificate without this member.
    pub digest: String,
}

/// One suite of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedSuite {
    /// The suite.
    pub suite: String,
    /// The version of its requirement set.
    pub version: u32,
    /// The digest of its requirement set.
    pub requirements: String,
    /// How many rules it has.
    pub rules: usize,
    /// How many checks.
    pub checks: usize,
    /// How many cases were run.
    pub cases: u64,
    /// How many rules came out how.
    pub outcomes: BTreeMap<Outcome, usize>,
    /// The rules of which an optional feature would have shown more, and what.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub partial: BTreeMap<String, String>,
    /// How many deliberate faults the suite catches, without luck.
    pub mutants: MutationScore,
}

/// How many deliberate faults are caught.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutationScore {
    /// Caught by the rule that declares them.
    pub killed: usize,
    /// Of so many.
    pub of: usize,
}

/// How determinism was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Determinism {
    /// How often the same cases were run.
    pub passes: u32,
    /// What was different around the subject.
    pub varied: Vec<String>,
}

impl Certificate {
    /// The certificate as a file: indented JSON with a newline at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // A struct of texts and numbers always serialises.
        let mut text = crate::inert::json(&serde_json::to_string_pretty(self).unwrap_or_default());
        text.push('\n');
        text
    }

    /// The digest that belongs to its contents.
    #[must_use]
    pub fn own_digest(&self) -> String {
        let blank = Self { digest: String::new(), ..self.clone() };
        sha256(&serde_json::to_string(&blank).unwrap_or_default())
    }

    /// The same certificate with its digest.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.digest = self.own_digest();
        self
    }

    /// In what another certificate of the same implementation differs.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let members = |certificate: &Self| serde_json::to_value(certificate).unwrap_or_default();
        let mut found = Vec::new();
        compare("", &members(self), &members(other), &mut found);
        found
    }
}

/// Names every leaf in which two JSON values differ.
fn compare(path: &str, certified: &Value, now: &Value, found: &mut Vec<String>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (certified, now) {
        _ if certified == now || path == "digest" => {}
        (Value::Object(one), Value::Object(other)) => {
            let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for name in names {
                let member = |of: &serde_json::Map<String, Value>| of.get(name).cloned().unwrap_or_default();
                compare(&below(name), &member(one), &member(other), found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (place, (one, other)) in one.iter().zip(other).enumerate() {
                compare(&below(&place.to_string()), one, other, found);
            }
        }
        _ if path == "proof" => found.push("proof: another one came out of the same seed and cases".to_owned()),
        _ => found.push(format!("{path}: {certified} in the certificate, now {now}")),
    }
}

/// The SHA-256 of a proof as compact JSON, without its timings and without the command: they are of the machine and
/// not of the subject.
#[must_use]
pub fn proof_digest(proof: &Proof) -> String {
    let mut bare = Proof { timings: Timings::default(), ..proof.clone() };
    bare.subject.command = None;
    let mut value = serde_json::to_value(bare).unwrap_or_default();
    if let Some(members) = value.as_object_mut() {
        members.remove("timings");
    }
    sha256(&value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate() -> Certificate {
        Certificate {
            certificate: CERTIFICATE,
            harness: "0".to_owned(),
            protocol: 1,
            implementation: Implementation::default(),
            suites: Vec::new(),
            seed: 0,
            cases: 200,
            readings: BTreeMap::new(),
            determinism: Determinism { passes: 2, varied: Vec::new() },
            proof: sha256("proof"),
            digest: String::new(),
        }
        .sealed()
    }

    #[test]
    fn a_seal_breaks_when_anything_changes() {
        let sealed = certificate();
        assert_eq!(sealed.digest, sealed.own_digest());
        let forged = Certificate { seed: 1, ..sealed.clone() };
        assert_ne!(forged.digest, forged.own_digest());
        let read: Certificate = serde_json::from_str(&sealed.to_json()).unwrap();
        assert_eq!(read.digest, read.own_digest());
    }

    #[test]
    fn differences_are_named() {
        let (one, other) = (certificate(), Certificate { cases: 300, ..certificate() });
        assert_eq!(one.differences(&other), ["cases: 200 in the certificate, now 300"]);
        assert_eq!(one.differences(&one), Vec::<String>::new());
    }
}
