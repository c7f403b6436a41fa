//! Projects that are scored.

use serde_json::{Value, json};

use super::edit::{put, with};
use super::project::evaluation;
use super::random::plain;
use crate::draw::Draw;

/// The path of something in the evaluation of a workflow.
pub(in super::super) fn scored(path: &str) -> String {
    format!("workflow/observability/evaluation/{path}")
}

/// Evaluates a project.
pub(in super::super) fn into_evaluation(project: &mut Value) {
    let plain = evaluation()["workflow"]["observability"].clone();
    put(project, "workflow/observability", plain);
}

/// A plain project that is evaluated.
pub(in super::super) fn evaluation_in(draw: &mut Draw) -> Value {
    let mut project = plain(draw);
    into_evaluation(&mut project);
    project
}

/// The project, and the same with evaluation off: on and off beside each other.
pub(in super::super) fn and_off(project: Value) -> [Value; 2] {
    let off = with(project.clone(), &scored("enabled"), json!(false));
    [project, off]
}
