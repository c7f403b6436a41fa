//! The corpus: hand-checked cases as YAML, readable by someone who knows no Rust.

use serde::Deserialize;
use serde_json::Value;

use super::Expect;

/// One hand-checked case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusCase {
    /// What makes it interesting.
    pub name: String,
    /// The check of the rule that it is for; the first one if not said.
    #[serde(default)]
    pub check: Option<String>,
    /// What the document says.
    pub expect: Expect,
    /// Why, where it is not plain.
    #[serde(default)]
    pub why: Option<String>,
    /// The case itself.
    pub case: Value,
    /// The exact answer, where the document fixes it and it was worked out by hand.
    #[serde(default)]
    pub answer: Option<Value>,
    /// Answers that the rule rejects: where no input is at fault, this shows the other side of its line.
    #[serde(default)]
    pub wrong: Vec<WrongAnswer>,
}

/// An answer that a rule must not let pass.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongAnswer {
    /// What is wrong with it.
    pub why: String,
    /// Which call of the case it answers, from 1; the reference answers the others.
    #[serde(default = "first")]
    pub call: usize,
    /// The answer.
    pub answer: Value,
}

fn first() -> usize {
    1
}

/// A corpus file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: String,
    cases: Vec<CorpusCase>,
}

/// A corpus file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// Not YAML, or not the fields of a corpus file.
    #[error("corpus of {rule}: {source}")]
    Unreadable {
        /// The rule.
        rule: String,
        /// What the parser says.
        source: serde_yaml::Error,
    },
    /// It names another rule than the one that includes it.
    #[error("corpus of {rule}: the file says it is for {says}")]
    OtherRule {
        /// The rule that includes it.
        rule: String,
        /// The rule it names.
        says: String,
    },
}

/// Reads the corpus text of `rule` (its full id).
///
/// # Errors
/// [`CorpusError`] when the text is not a corpus file of that rule.
pub fn read_corpus(rule: &str, text: &str) -> Result<Vec<CorpusCase>, CorpusError> {
    let file: File =
        serde_yaml::from_str(text).map_err(|source| CorpusError::Unreadable { rule: rule.to_owned(), source })?;
    if file.rule != rule {
        return Err(CorpusError::OtherRule { rule: rule.to_owned(), says: file.rule });
    }
    Ok(file.cases)
}
