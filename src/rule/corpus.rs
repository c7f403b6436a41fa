//! The corpus: hand-checked cases as YAML, readable by someone who knows no Rust.
//!
//! A case says what matters. Where it is one of the suite's bases with a few things changed, it names the base and the
//! changes; only an input that is like no base is written out.

mod change;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

pub use self::change::{Change, ChangeError};
use super::{Expect, Rule, Suite};

/// One hand-checked case.
#[derive(Debug, Clone)]
pub struct CorpusCase {
    /// What makes it interesting.
    pub name: String,
    /// The check of the rule that it is for; the first one if not said.
    pub check: Option<String>,
    /// What the document says.
    pub expect: Expect,
    /// Why, where it is not plain.
    pub why: Option<String>,
    /// The case itself.
    pub case: Value,
    /// The base that it was made from, and how, if it was.
    pub made_from: Option<(String, Change)>,
    /// The exact answer, where the document fixes it and it was worked out by hand.
    pub answer: Option<Value>,
    /// Answers that the rule rejects: where no input is at fault, this shows the other side of its line.
    pub wrong: Vec<WrongAnswer>,
}

impl CorpusCase {
    /// Whether it is an example that the document itself gives; its name says so.
    pub(crate) fn is_of_the_document(&self) -> bool {
        self.name.starts_with("the document's ")
    }
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
    cases: Vec<Written>,
}

/// A case as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(default)]
    check: Option<String>,
    expect: Expect,
    #[serde(default)]
    why: Option<String>,
    #[serde(default, deserialize_with = "present")]
    case: Option<Value>,
    #[serde(default)]
    base: Option<String>,
    #[serde(default)]
    set: BTreeMap<String, Value>,
    #[serde(default)]
    remove: Vec<String>,
    #[serde(default)]
    answer: Option<Value>,
    #[serde(default)]
    wrong: Vec<WrongAnswer>,
}

/// A member that is there, null or not.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
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
    /// A case is not said, or said twice.
    #[error("corpus of {rule}: “{name}” {why}")]
    Unclear {
        /// The rule.
        rule: String,
        /// The case.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

/// Reads the corpus of a rule.
///
/// # Errors
/// [`CorpusError`] when its text is not a corpus file of that rule, or a case is made from what is not there.
pub fn read_corpus(suite: &Suite, rule: &Rule) -> Result<Vec<CorpusCase>, CorpusError> {
    parse_corpus(suite, format!("{}/{}", suite.name, rule.id), rule.corpus)
}

/// Reads the text of a corpus file of the rule `id`.
///
/// # Errors
/// As [`read_corpus`].
pub fn parse_corpus(suite: &Suite, id: String, text: &str) -> Result<Vec<CorpusCase>, CorpusError> {
    let file: File =
        serde_yaml::from_str(text).map_err(|source| CorpusError::Unreadable { rule: id.clone(), source })?;
    if file.rule != id {
        return Err(CorpusError::OtherRule { rule: id, says: file.rule });
    }
    let bases = read_bases(suite)?;
    let made = |written: Written| {
        let name = written.name.clone();
        made(written, &bases).map_err(|why| CorpusError::Unclear { rule: id.clone(), name, why })
    };
    file.cases.into_iter().map(made).collect()
}

/// The bases of a suite, by name.
pub(crate) fn read_bases(suite: &Suite) -> Result<BTreeMap<String, Value>, CorpusError> {
    if suite.bases.is_empty() {
        return Ok(BTreeMap::new());
    }
    serde_yaml::from_str(suite.bases)
        .map_err(|source| CorpusError::Unreadable { rule: format!("{}, its bases", suite.name), source })
}

/// The case that is meant, or why none is.
fn made(written: Written, bases: &BTreeMap<String, Value>) -> Result<CorpusCase, String> {
    let change = Change { set: written.set, remove: written.remove };
    let (case, made_from) = match (written.case, written.base) {
        (Some(_), Some(_)) => return Err("has both a `case` and a `base`: keep one".to_owned()),
        (None, None) => return Err("has neither a `case` nor a `base`".to_owned()),
        (Some(_), None) if !change.is_empty() => return Err("changes a `case`: only a `base` is changed".to_owned()),
        (Some(case), None) => (case, None),
        (None, Some(base)) => {
            let known =
                bases.get(&base).ok_or_else(|| format!("is made from {base:?}, which is no base of its suite"))?;
            let case = change.applied(known).map_err(|error| error.to_string())?;
            (case, Some((base, change)))
        }
    };
    Ok(CorpusCase {
        name: written.name,
        check: written.check,
        expect: written.expect,
        why: written.why,
        case,
        made_from,
        answer: written.answer,
        wrong: written.wrong,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(case: &str) -> Result<CorpusCase, String> {
        let bases = BTreeMap::from([("one".to_owned(), json!({"a": 1, "b": [2]}))]);
        made(serde_yaml::from_str(&format!("{{name: n, expect: accept, {case}}}")).unwrap(), &bases)
    }

    #[test]
    fn a_case_is_written_out_or_made_from_a_base() {
        assert_eq!(read("case: 3").unwrap().case, json!(3));
        assert_eq!(read("case: null").unwrap().case, json!(null));
        assert_eq!(read("base: one").unwrap().case, json!({"a": 1, "b": [2]}));
        assert_eq!(read("base: one, set: {/b/0: 5}, remove: [/a]").unwrap().case, json!({"b": [5]}));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (case, why) in [
            ("case: 3, base: one", "both"),
            ("why: x", "neither"),
            ("case: 3, set: {/a: 1}", "only a `base`"),
            ("base: two", "no base of its suite"),
            ("base: one, remove: [/c]", "/c"),
            ("base: one, set: {/c/d: 1}", "/c/d"),
            ("base: one, set: {/b/1: 1}", "/b/1"),
            ("base: one, set: {a: 1}", "a"),
        ] {
            let error = read(case).unwrap_err();
            assert!(error.contains(why), "{case}: {error}");
        }
    }
}
