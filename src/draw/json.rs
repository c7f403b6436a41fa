//! Any JSON at all, and what it means for two values to be the same.

use serde_json::{Map, Number, Value};

use super::{Draw, text};

/// Any JSON value, small, with the awkward ones frequent.
pub fn any(draw: &mut Draw) -> Value {
    nested(draw, 3)
}

fn nested(draw: &mut Draw, depth: usize) -> Value {
    let kinds = if depth == 0 { 5 } else { 7 };
    match draw.below(kinds) {
        0 => Value::Null,
        1 => Value::Bool(draw.chance(1, 2)),
        2 => number(draw),
        3 => Value::String(text::awkward(draw)),
        4 => Value::String(text::word(draw)),
        5 => Value::Array(draw.list(0..=3, |draw| nested(draw, depth - 1))),
        _ => {
            let members = draw.list(0..=3, |draw| (text::word(draw), nested(draw, depth - 1)));
            Value::Object(members.into_iter().collect::<Map<_, _>>())
        }
    }
}

/// Any number that the protocol allows: integers within ±(2^53−1), fractions, awkward ones often.
pub fn number(draw: &mut Draw) -> Value {
    const AWKWARD: &[i64] = &[0, 1, -1, 2, 9_007_199_254_740_991, -9_007_199_254_740_991, 4_294_967_296];
    match draw.below(3) {
        0 => Value::from(*draw.pick(AWKWARD)),
        1 => Value::from(draw.int(-1000..=1000)),
        _ => {
            let quarters = draw.int(-4000..=4000);
            #[expect(clippy::cast_precision_loss, reason = "a few thousand quarters are exact")]
            let fraction = quarters as f64 / 4.0;
            Number::from_f64(fraction).map_or(Value::Null, Value::Number)
        }
    }
}

/// Whether two values that travelled are the same: key order is ignored,
/// `1` equals `1.0`, fractions may differ by 1e-9.
#[must_use]
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || close(a, b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn close(a: &Number, b: &Number) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9,
        _ => false,
    }
}

/// The value without members that are `null`, at any depth: in a result, `null` is the same as absent.
#[must_use]
pub fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        Value::Object(members) => members
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key.clone(), without_nulls(value)))
            .collect(),
        other => other.clone(),
    }
}

/// How large an input is: the number of values in it, keys not counted.
#[must_use]
pub fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.values().map(size).sum(),
        _ => 0,
    }
}

/// A whole number that is not negative, however it is written: `2`, `2.0`.
#[must_use]
pub fn whole_number(value: &Value) -> Option<usize> {
    let written = value.as_u64().and_then(|number| usize::try_from(number).ok());
    written.or_else(|| {
        let number = value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0)?;
        format!("{number:.0}").parse().ok()
    })
}

/// The value with what `instead` says in the place of whatever is neither list nor object, at any depth.
pub(crate) fn with_leaves(value: &Value, instead: &dyn Fn(&Value) -> Option<Value>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| with_leaves(item, instead)).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, member)| (key.clone(), with_leaves(member, instead))).collect()
        }
        leaf => instead(leaf).unwrap_or_else(|| leaf.clone()),
    }
}

/// A key as a JSON pointer spells it.
#[must_use]
pub fn pointer_key(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The key that a JSON pointer spells this way.
#[must_use]
pub fn key_of_pointer(spelt: &str) -> String {
    spelt.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn sameness_is_that_of_the_wire() {
        assert!(same(&json!({"a": 1, "b": [0.1]}), &json!({"b": [0.100_000_000_01], "a": 1.0})));
        assert!(!same(&json!({"a": null}), &json!({})));
        assert!(!same(&json!([1, 2]), &json!([2, 1])));
        assert!(!same(&json!(1), &json!("1")));
        assert!(same(&without_nulls(&json!({"a": null})), &json!({})));
    }

    #[test]
    fn numbers_are_numbers() {
        assert_eq!(whole_number(&json!(0.0)), Some(0));
        assert_eq!(whole_number(&json!(2.0)), Some(2));
        assert_eq!(whole_number(&json!(7)), Some(7));
        assert_eq!(whole_number(&json!(2.5)), None);
        assert_eq!(whole_number(&json!(-1.0)), None);
        assert_eq!(whole_number(&json!("2")), None);
    }

    #[test]
    fn size_counts_values() {
        assert_eq!(size(&json!({"a": [1, 2], "b": null})), 5);
    }
}
