//! Numbers are numbers, however they are written.

use serde_json::Value;

/// A whole number, however it is written: `2`, `2.0`.
pub(crate) fn whole_number(value: &Value) -> Option<usize> {
    let written = value.as_u64().and_then(|number| usize::try_from(number).ok());
    written.or_else(|| {
        let number = value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0)?;
        format!("{number:.0}").parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_numbers() {
        assert_eq!(whole_number(&json!(0.0)), Some(0));
        assert_eq!(whole_number(&json!(2.0)), Some(2));
        assert_eq!(whole_number(&json!(7)), Some(7));
        assert_eq!(whole_number(&json!(2.5)), None);
        assert_eq!(whole_number(&json!(-1.0)), None);
        assert_eq!(whole_number(&json!("2")), None);
    }
}
