//! Simpler numbers: nearer to zero, whole, with fewer digits.

use serde_json::{Number, Value, json};

use super::stage::{Halving, Stage};

/// The ways to make a number simpler.
pub(super) fn stages(value: &Value, thorough: bool) -> Vec<Stage> {
    let mut simpler = vec![json!(0)];
    match whole(value) {
        Some(whole) if whole < 0 => simpler.extend(from_whole(-whole)),
        Some(_) => {}
        None => simpler.extend(value.as_f64().map(shorter_fractions).unwrap_or_default()),
    }
    vec![Stage::OneOf(simpler.into()), Stage::Towards { target: 0, halving: Halving::new(thorough) }]
}

/// The number, if it is written as a whole one.
pub(super) fn whole(value: &Value) -> Option<i128> {
    value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from))
}

/// The whole number `distance` away from `target`.
pub(super) fn at_distance(target: i128, distance: u128, below: bool) -> Option<Value> {
    let distance = i128::try_from(distance).ok()?;
    from_whole(if below { target - distance } else { target + distance })
}

fn from_whole(whole: i128) -> Option<Value> {
    i64::try_from(whole).map(Value::from).or_else(|_| u64::try_from(whole).map(Value::from)).ok()
}

/// Numbers no further from zero than `fraction` that take fewer characters to write, the simplest first.
fn shorter_fractions(fraction: f64) -> Vec<Value> {
    // Up to here every whole number is exact, so that cutting off the fraction is.
    const EXACT: f64 = 9_007_199_254_740_991.0;
    let mut shorter = vec![json!(1), json!(-1), json!(0.5), json!(-0.5), json!(1e20), json!(-1e20)];
    if fraction.abs() <= EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
        let whole = fraction.trunc() as i64;
        shorter.push(json!(whole));
        for scale in [10.0, 100.0, 1000.0] {
            shorter.extend([fraction.fract(), fraction].map(|f| rounded(f, scale)));
        }
    }
    let length = Number::from_f64(fraction).map_or(0, |number| number.to_string().len());
    let is_nearer = |value: &Value| value.as_f64().is_some_and(|value| value.abs() <= fraction.abs());
    shorter.retain(|value| value.to_string().len() < length && is_nearer(value));
    shorter
}

fn rounded(fraction: f64, scale: f64) -> Value {
    Number::from_f64((fraction * scale).trunc() / scale).map_or(json!(0), Value::Number)
}
