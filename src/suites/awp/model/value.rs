//! Reading values that may be of any type: absent, what they should be, or odd.

use serde_json::Value;

/// The member at the end of `path`; `null` is the same as absent.
pub(super) fn member<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, key| value.get(key)).filter(|value| !value.is_null())
}

/// A switch. Absent is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Switch {
    On,
    Off,
    /// Neither `true` nor `false`.
    Odd,
}

/// The switch at the end of `path`.
pub(super) fn switch(value: &Value, path: &[&str]) -> Switch {
    match member(value, path) {
        Some(Value::Bool(true)) => Switch::On,
        None | Some(Value::Bool(false)) => Switch::Off,
        Some(_) => Switch::Odd,
    }
}

/// A number, or what stands in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Absent,
    Is(f64),
    /// Not a number, but some languages would take it for one.
    Almost,
    /// Nothing that could be a number.
    No,
}

/// The number at the end of `path`.
pub(super) fn number(value: &Value, path: &[&str]) -> Number {
    match member(value, path) {
        None => Number::Absent,
        Some(Value::Number(number)) => number.as_f64().map_or(Number::No, Number::Is),
        Some(Value::Bool(_)) => Number::Almost,
        // To JavaScript, a blank text and an empty list are 0, and a list of one number is that number.
        Some(Value::String(text)) if text.trim().is_empty() || text.trim().parse::<f64>().is_ok() => Number::Almost,
        Some(Value::Array(items)) if items.len() <= 1 => Number::Almost,
        Some(_) => Number::No,
    }
}
