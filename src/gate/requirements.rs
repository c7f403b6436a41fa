//! The frozen requirement set of every suite version: what a certificate certifies.
//!
//! A set that changes without a new version does not fit its digest any more, and nothing is certified.

use sha2::{Digest, Sha256};

use crate::rule::Suite;

/// The SHA-256 of a text, in hexadecimal digits.
pub(super) fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |digits, byte| format!("{digits}{byte:02x}"))
}

/// The digest of what a suite demands: one line per rule, with its level and its checks, in the document's order.
#[must_use]
pub fn requirements(suite: &Suite) -> String {
    let lines: Vec<String> = suite
        .rules
        .iter()
        .map(|rule| {
            let checks: Vec<&str> = rule.checks.iter().map(|check| check.id).collect();
            format!("{}/{} {} {}\n", suite.name, rule.id, rule.level, checks.join(" "))
        })
        .collect();
    sha256(&lines.concat())
}

/// Whether the rules of `suite` are those that its version stands for; otherwise why not.
///
/// # Errors
/// A sentence that says what to do.
pub fn frozen(suite: &Suite) -> Result<String, String> {
    let digest = requirements(suite);
    let version = suite.version;
    match suite.requirements.iter().find(|(known, _)| *known == version) {
        Some((_, frozen)) if *frozen == digest => Ok(digest),
        Some(_) => Err(format!(
            "the rules of {} are no longer those of its version {version}: raise `version` of the suite, and add \
             ({}, \"{digest}\") to its `requirements`",
            suite.name,
            version + 1
        )),
        None => Err(format!(
            "version {version} of {} is not frozen yet: add ({version}, \"{digest}\") to its `requirements`",
            suite.name
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_is_what_its_version_stands_for() {
        let wrong: Vec<String> =
            crate::suites::builtin().suites().iter().filter_map(|suite| frozen(suite).err()).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_digest_is_one_of_the_usual_kind() {
        assert_eq!(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
