//! What is set in an input: what a pair of rules may meet in.

use std::collections::BTreeSet;

use serde_json::Value;

use super::pattern::pattern;
use super::place::{Input, Slot};
use crate::draw::Shape;

/// The optional fields in which `root`, whose parts mean what `shape` says, holds something: each by its place, with `*`
/// for every name and number that is the input's own.
pub(crate) fn settings(root: &Value, shape: &'static Shape) -> BTreeSet<String> {
    let places = Input { root, shape }.places();
    let is_set = |at: &usize| places[*at].slot == Slot::Optional && holds_something(places[*at].value);
    (0..places.len()).filter(is_set).map(|at| pattern(&places, at)).collect()
}

fn holds_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::draw::{optional, required};

    static AGENT: Shape = Shape::Object(&[optional("limit", Shape::Integer { least: 0 })]);
    static SHAPE: Shape = Shape::Object(&[
        required("agents", Shape::Map { keys: Some("agent"), of: &AGENT }),
        optional("tools", Shape::List { of: &Shape::Any, least: 0 }),
        optional("strict", Shape::Bool),
    ]);

    #[test]
    fn what_is_required_unknown_or_empty_is_no_setting() {
        let input = json!({"agents": {"ann": {"limit": 0}, "bob": {}}, "tools": [], "strict": false, "other": 1});
        let found: Vec<String> = settings(&input, &SHAPE).into_iter().collect();
        assert_eq!(found, ["/agents/*/limit", "/strict"]);
    }
}
