//! Reading a proof back: what is wrong with a file is said by name, and so is what to do.

use serde_json::Value;

use super::{Proof, VERSION};

/// The published description of the proof document.
const SCHEMA: &str = include_str!("../../conformance/proof.schema.json");

/// A text that is not a proof this version reads.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAProof {
    /// The text is no JSON at all.
    #[error("not JSON ({0}); a proof is what `proofmark run --json FILE` writes")]
    NotJson(String),
    /// JSON, and of another kind.
    #[error("JSON, but not a proof: it has no number in the member `proof`; `proofmark run --json FILE` writes one")]
    OfAnotherKind,
    /// A proof of another version.
    #[error(
        "a proof of version {found} (by proofmark {harness}), and this proofmark reads version {VERSION}; \
         make it again with `proofmark run --json FILE`, or read it with the proofmark that wrote it"
    )]
    OfAnotherVersion {
        /// The version it says.
        found: Value,
        /// The harness it says.
        harness: String,
    },
    /// A proof with a member that is missing or wrong.
    #[error("a damaged proof: at `{place}`, {problem}; make it again with `proofmark run --json FILE`")]
    Damaged {
        /// Where, as a JSON pointer.
        place: String,
        /// What is wrong there.
        problem: String,
    },
}

impl Proof {
    /// Reads a proof.
    ///
    /// # Errors
    /// When `text` is not a proof of this version.
    pub fn from_json(text: &str) -> Result<Self, NotAProof> {
        let value: Value = serde_json::from_str(text).map_err(|error| NotAProof::NotJson(error.to_string()))?;
        match &value["proof"] {
            Value::Number(found) if found.as_u64() != Some(u64::from(VERSION)) => {
                let harness = value["harness"].as_str().unwrap_or("of an unknown version").to_owned();
                return Err(NotAProof::OfAnotherVersion { found: Value::Number(found.clone()), harness });
            }
            Value::Number(_) => {}
            _ => return Err(NotAProof::OfAnotherKind),
        }
        serde_json::from_value(value.clone()).map_err(|error| damage(&value, &error.to_string()))
    }
}

/// Where a proof is damaged: the schema knows the place, the parser only that there is one.
fn damage(value: &Value, problem: &str) -> NotAProof {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap_or_default();
    let found = jsonschema::validator_for(&schema).ok().and_then(|validator| {
        let error = validator.iter_errors(value).next()?;
        Some((error.instance_path().to_string(), error.masked().to_string()))
    });
    let (place, problem) = found.unwrap_or_else(|| (String::new(), problem.to_owned()));
    NotAProof::Damaged { place: if place.is_empty() { "/".to_owned() } else { place }, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Proof::from_json(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(error("{").starts_with("not JSON"));
        assert_eq!(Proof::from_json("[]"), Err(NotAProof::OfAnotherKind));
        assert!(error(r#"{"proof": 2, "harness": "9.1.0"}"#).contains("version 2 (by proofmark 9.1.0)"));
        assert!(error(r#"{"proof": 1}"#).contains("\"harness\" is a required property"));
    }
}
