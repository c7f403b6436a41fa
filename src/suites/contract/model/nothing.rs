//! Values that count as nothing where presence is taken for truth: 0, false, and whatever is empty.

use serde_json::{Value, json};

/// One value of every kind that counts as nothing.
pub(crate) fn nothings() -> [Value; 5] {
    [json!(0), json!(false), json!(""), json!([]), json!({})]
}

/// Whether a value counts as nothing.
pub(crate) fn is_nothing(value: &Value) -> bool {
    match value {
        // Absent, and not a value that was given.
        Value::Null => false,
        Value::Bool(truth) => !truth,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothings_count_as_nothing() {
        assert!(nothings().iter().all(is_nothing));
        assert!(!is_nothing(&json!([0])) && !is_nothing(&json!(" ")) && !is_nothing(&json!(0.5)));
    }
}
