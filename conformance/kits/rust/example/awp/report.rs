//! What is wrong with a project, as diagnostics that name their rule.

use std::fmt::Display;

use serde_json::{Value, json};

/// The diagnostics found so far.
#[derive(Default)]
pub(super) struct Report {
    diagnostics: Vec<Value>,
    has_errors: bool,
}

impl Report {
    /// A fault by a rule that has to be kept.
    pub(super) fn error(&mut self, rule: &str, path: &str, message: impl Display) {
        self.has_errors = true;
        self.add("error", rule, path, message);
    }

    /// A recommendation that is not followed.
    pub(super) fn warning(&mut self, rule: &str, path: &str, message: impl Display) {
        self.add("warning", rule, path, message);
    }

    fn add(&mut self, severity: &str, rule: &str, path: &str, message: impl Display) {
        let message = format!("{path} {message}");
        self.diagnostics.push(json!({"severity": severity, "rule": rule, "path": path, "message": message}));
    }

    pub(super) fn has_errors(&self) -> bool {
        self.has_errors
    }

    pub(super) fn into_diagnostics(self) -> Vec<Value> {
        self.diagnostics
    }
}
