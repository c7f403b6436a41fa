//! What rules put in a slot or beside it: values of another type, a second agent.

use serde_json::{Value, json};

use super::edit::{cut, put, with};
use super::project::add_agent;
use super::random::{agents_of, plain};
use crate::draw::Draw;

/// The project, and the same with a second agent: where a question is open, a subject has to treat them alike.
pub(in super::super) fn and_crowded(project: Value) -> [Value; 2] {
    let mut crowded = project.clone();
    add_agent(&mut crowded, "a2");
    [project, crowded]
}

/// Whether a project has more than one agent.
pub(in super::super) fn is_crowded(project: &Value) -> bool {
    agents_of(project).len() > 1
}

/// A few values of the wrong type for any slot. A list of what would be right there is one, too: some languages write it
/// as they write what it holds.
pub(in super::super) fn odd_values(right: &Value) -> [Value; 8] {
    [json!(3), json!(true), json!(2.5), json!(null), json!([]), json!({}), json!([right]), json!(false)]
}

/// Puts a value of another type at `path`, or nothing.
pub(in super::super) fn spoil_slot(draw: &mut Draw, project: &mut Value, path: &str) {
    if draw.chance(1, 3) {
        cut(project, path);
    } else {
        let right = project.pointer(&format!("/{path}")).cloned().unwrap_or_default();
        put(project, path, draw.pick(&odd_values(&right)).clone());
    }
}

/// A plain project with `value` at `path`.
pub(in super::super) fn plain_with(draw: &mut Draw, path: &str, value: Value) -> Value {
    with(plain(draw), path, value)
}
