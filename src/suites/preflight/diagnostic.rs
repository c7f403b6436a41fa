//! One diagnostic, as the model gives it and as a subject sends it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::rule::{WrongShape, member};

/// One thing that is wrong with an input. A member that may be absent may also be `null`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Diagnostic {
    /// What is wrong.
    pub(super) code: String,
    /// The same, for people.
    pub(super) message: String,
    /// Where, as a JSON Pointer (with `/` for the input as a whole).
    pub(super) path: String,
    /// How bad it is.
    pub(super) severity: String,
    /// The action that was asked for, once it is known to be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) action: Option<String>,
    /// The fields it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fields: Option<Vec<String>>,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) repair: Option<String>,
}

/// A list of diagnostics as the result of `preflight/validate`.
pub(super) fn to_answer(diagnostics: &[Diagnostic]) -> Value {
    json!({ "diagnostics": diagnostics })
}

/// The diagnostics in a result of `preflight/validate`.
pub(super) fn from_answer(answer: &Value) -> Result<Vec<Diagnostic>, WrongShape> {
    let list = member(answer, "diagnostics")?
        .as_array()
        .ok_or_else(|| WrongShape("`diagnostics` is not a list".to_owned()))?;
    let read = |(index, entry)| {
        Diagnostic::deserialize(entry).map_err(|error| WrongShape(format!("`diagnostics[{index}]`: {error}")))
    };
    list.iter().enumerate().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_member_may_be_null_and_others_are_ignored() {
        let answer = json!({"diagnostics": [
            {"code": "c", "message": "m", "path": "/", "severity": "error", "fields": null, "hint": 1},
        ], "took": 3});
        let read = from_answer(&answer).unwrap();
        assert_eq!(read[0].fields, None);
        assert_eq!(
            to_answer(&read),
            json!({"diagnostics": [{"code": "c", "message": "m", "path": "/", "severity": "error"}]})
        );
    }

    #[test]
    fn whatever_is_no_list_of_diagnostics_has_the_wrong_shape() {
        for wrong in [
            json!(null),
            json!({}),
            json!({"diagnostics": null}),
            json!({"diagnostics": ["action-required"]}),
            json!({"diagnostics": [{"code": "c", "message": "m", "severity": "error"}]}),
            json!({"diagnostics": [{"code": 1, "message": "m", "path": "/", "severity": "error"}]}),
            json!({"diagnostics": [{"code": "c", "message": "m", "path": "/", "severity": "error", "fields": "runId"}]}),
        ] {
            assert!(from_answer(&wrong).is_err(), "{wrong}");
        }
    }
}
