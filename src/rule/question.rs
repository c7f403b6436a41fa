//! Points where a document allows several readings.

use serde::Serialize;

use super::{Catalogue, Rule, Severity, Suite};

/// A question that a document leaves open. A run narrows the readings that a
/// subject is consistent with, and fails only when none is left.
#[derive(Debug)]
pub struct Question {
    /// Its name within the rule.
    pub id: &'static str,
    /// The question itself.
    pub asks: &'static str,
    /// The possible readings, the likeliest first.
    pub readings: &'static [Reading],
}

/// One reading of a question.
#[derive(Debug)]
pub struct Reading {
    /// Its name, as `--reading QUESTION=READING` takes it.
    pub id: &'static str,
    /// What it predicts.
    pub predicts: &'static str,
}

/// A short way to write a [`Reading`].
#[must_use]
pub const fn reading(id: &'static str, predicts: &'static str) -> Reading {
    Reading { id, predicts }
}

/// A question as it is named beside an input that it is the reason for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct OpenPoint {
    /// Its full id, `suite/rule/question`.
    pub question: String,
    /// What it asks.
    pub asks: &'static str,
    /// Its readings, the likeliest first, each with what it predicts.
    pub readings: Vec<PossibleReading>,
}

/// A reading of an open point.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PossibleReading {
    /// Its name.
    pub reading: &'static str,
    /// What it predicts.
    pub predicts: &'static str,
}

impl OpenPoint {
    /// A question of a rule.
    #[must_use]
    pub fn of(suite: &Suite, rule: &Rule, question: &Question) -> Self {
        Self {
            question: format!("{}/{}/{}", suite.name, rule.id, question.id),
            asks: question.asks,
            readings: question
                .readings
                .iter()
                .map(|known| PossibleReading { reading: known.id, predicts: known.predicts })
                .collect(),
        }
    }
}

/// The questions on whose readings the answer to a call depends, each once.
#[must_use]
pub fn open_points(catalogue: &Catalogue, method: &str, params: &serde_json::Value) -> Vec<OpenPoint> {
    let mut points = Vec::new();
    for suite in catalogue.suites() {
        points.extend((suite.asks)(method, params).into_iter().filter_map(|(rule, question)| {
            let rule = suite.rule(rule)?;
            let question = rule.questions.iter().find(|known| known.id == question)?;
            Some(OpenPoint::of(suite, rule, question))
        }));
        let Some(lint) = suite.lint.as_ref().filter(|lint| lint.method == method) else { continue };
        let open = (lint.notes)(params).into_iter().filter(|note| note.severity == Severity::Note);
        points.extend(open.filter_map(|note| Some(OpenPoint::of(suite, note.rule, note.question?))));
    }
    points.sort();
    points.dedup();
    points
}
