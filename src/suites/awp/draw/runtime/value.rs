//! Values and names that any case may hold.

use serde_json::{Value, json};

use crate::draw::{Draw, text};

/// A small value without any null: state and contents hold none.
pub(in crate::suites::awp) fn value(draw: &mut Draw) -> Value {
    nested(draw, 2)
}

fn nested(draw: &mut Draw, depth: usize) -> Value {
    match draw.below(if depth == 0 { 5 } else { 7 }) {
        0 => Value::Bool(draw.chance(1, 2)),
        1 => Value::from(draw.int(-99..=99)),
        2 => Value::from(text::awkward(draw)),
        3 => Value::from(text::word(draw)),
        4 => Value::from(*draw.pick(&[1.5, -0.25, 97.75])),
        5 => Value::from(draw.list(0..=3, |draw| nested(draw, depth - 1))),
        _ => {
            let members = draw.list(0..=3, |draw| (text::word(draw), nested(draw, depth - 1)));
            Value::Object(members.into_iter().collect())
        }
    }
}

/// Values that count as nothing in some language, and are values all the same.
pub(in crate::suites::awp) fn nothings() -> [Value; 5] {
    [json!(0), json!(false), json!(""), json!([]), json!({})]
}

/// Whether a value counts as nothing in some language.
pub(in crate::suites::awp) fn counts_as_nothing(value: &Value) -> bool {
    nothings().contains(value)
}

/// Different names of agents, `count` of them.
pub(in crate::suites::awp) fn names(draw: &mut Draw, count: usize) -> Vec<String> {
    const NAMES: &[&str] = &["analyst", "planner", "writer", "critic", "scout", "editor", "judge", "coder"];
    let mut names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    draw.shuffle(&mut names);
    names.truncate(count);
    for number in names.len()..count {
        names.push(format!("agent_{number}"));
    }
    names
}
