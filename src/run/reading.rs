//! Pinned readings: `--reading QUESTION=READING`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::plan::Planned;
use crate::rule::{Disagreement, Evidence, Rule};

/// The readings that a run holds a subject to, by `suite/rule/question`.
#[derive(Debug, Clone, Default)]
pub struct Readings(BTreeMap<String, String>);

impl Readings {
    /// Pins the reading of a question.
    pub fn pin(&mut self, question: String, reading: String) {
        self.0.insert(question, reading);
    }

    /// The questions with a pinned reading.
    pub(super) fn pinned(&self) -> &BTreeMap<String, String> {
        &self.0
    }

    /// How a case disagrees with a pinned reading, if it does.
    pub(super) fn contradicted(&self, planned: &Planned, evidence: &[Evidence]) -> Option<Disagreement> {
        evidence.iter().find_map(|found| {
            let question = format!("{}/{}/{}", planned.suite.name, planned.rule.id, found.question);
            let pinned = self.0.get(&question)?;
            if found.consistent.iter().any(|reading| reading == pinned) {
                return None;
            }
            Some(Disagreement {
                kind: format!("not the reading `{pinned}` of {question}"),
                expected: Value::from(pinned.clone()),
                observed: json!(found.consistent),
                twin: None,
            })
        })
    }
}

/// The readings of a question of `rule`.
pub(super) fn all(rule: &'static Rule, question: &str) -> impl Iterator<Item = &'static str> {
    rule.questions
        .iter()
        .find(|candidate| candidate.id == question)
        .into_iter()
        .flat_map(|question| question.readings.iter().map(|reading| reading.id))
}
