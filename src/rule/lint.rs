//! What a suite has to say of a document at rest: the notes that `proofmark check` shows in the source.

use serde::Serialize;
use serde_json::Value;

use super::{Question, Rule};

/// How a suite judges documents that people have in their files.
#[derive(Debug)]
pub struct Lint {
    /// The method whose params its documents are.
    pub method: &'static str,
    /// Everything that is worth saying of the params of a call.
    pub notes: fn(params: &Value) -> Vec<Note>,
}

/// One thing to say of a document.
#[derive(Debug)]
pub struct Note {
    /// The rule it is about.
    pub rule: &'static Rule,
    /// How serious it is.
    pub severity: Severity,
    /// The question of the rule that makes it an open point, where one does.
    pub question: Option<&'static Question>,
    /// What has to be at hand to judge the rule.
    pub needs: Needs,
    /// JSON Pointer into the params.
    pub at: String,
    /// What is there.
    pub why: String,
    /// How to mend it.
    pub help: &'static str,
}

/// How serious a note is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A rule is broken.
    Error,
    /// Valid, and worth a warning.
    Warning,
    /// The document leaves it open.
    Note,
}

/// The documents of a project that a rule reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// The workflow.
    Workflow,
    /// The configuration of an agent.
    Agent,
    /// The workflow and the configurations of its agents.
    Both,
}
