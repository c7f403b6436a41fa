//! A rule that is judged when a workflow is loaded, with what only such rules have.

use serde_json::Value;

use crate::draw::Draw;
use crate::rule::{Needs, Rule};

/// Breaks a rule in a project.
pub(super) type Fault = fn(&mut Draw, &mut Value);

/// A rule of load time.
#[derive(Debug)]
pub(super) struct LoadRule {
    /// The rule.
    pub(super) rule: &'static Rule,
    /// How to mend what breaks it.
    pub(super) help: &'static str,
    /// What has to be at hand to judge it.
    pub(super) needs: Needs,
    /// A way to break it alone, if it can be broken.
    pub(super) fault: Option<Fault>,
    /// What the fault is about.
    pub(super) reach: Reach,
}

/// What a fault changes. Later ones need what earlier ones change: the one that takes a file away comes last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// The settings of the workflow or of an agent.
    Settings,
    /// The custom tools.
    Tools,
    /// Nodes of the graph and their agents.
    Nodes,
    /// The files.
    Files,
}

impl LoadRule {
    /// What most of them have in common; the rest is filled in with struct update.
    pub(super) const fn of(rule: &'static Rule) -> Self {
        Self { rule, help: "", needs: Needs::Workflow, fault: None, reach: Reach::Settings }
    }
}
