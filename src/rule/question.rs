//! Points where a document allows several readings.

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
