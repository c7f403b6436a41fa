//! One diagnostic, as the model gives it and as a subject sends it.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use crate::rule::{WrongShape, member};

/// A text of a diagnostic: mostly one that stands in the document, or in the answer that is read.
pub(in super::super) type Text<'a> = Cow<'a, str>;

/// One thing that is wrong with an input. A member that may be absent may also be `null`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct Diagnostic<'a> {
    /// What is wrong.
    #[serde(borrow)]
    pub(in super::super) code: Text<'a>,
    /// The same, for people.
    #[serde(borrow)]
    pub(in super::super) message: Text<'a>,
    /// Where, as a JSON Pointer (with `/` for the input as a whole).
    #[serde(borrow)]
    pub(in super::super) path: Text<'a>,
    /// How bad it is.
    #[serde(borrow)]
    pub(in super::super) severity: Text<'a>,
    /// The action that was asked for, once it is known to be one.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub(in super::super) action: Option<Text<'a>>,
    /// The fields it is about.
    #[serde(borrow, default, deserialize_with = "texts", skip_serializing_if = "Option::is_none")]
    pub(in super::super) fields: Option<Vec<Text<'a>>>,
    /// What to do about it.
    #[serde(borrow, default, deserialize_with = "text", skip_serializing_if = "Option::is_none")]
    pub(in super::super) repair: Option<Text<'a>>,
}

impl Diagnostic<'_> {
    /// The fields it is about, whatever their order.
    pub(in super::super) fn sorted_fields(&self) -> Vec<&str> {
        let mut fields: Vec<&str> = self.fields.iter().flatten().map(|field| &**field).collect();
        fields.sort_unstable();
        fields
    }
}

/// serde copies a text that is inside of something else, unless it has a type of its own.
#[derive(Deserialize)]
struct Borrowed<'a>(#[serde(borrow)] Text<'a>);

fn text<'de, D: Deserializer<'de>>(member: D) -> Result<Option<Text<'de>>, D::Error> {
    Ok(Option::<Borrowed>::deserialize(member)?.map(|text| text.0))
}

fn texts<'de, D: Deserializer<'de>>(member: D) -> Result<Option<Vec<Text<'de>>>, D::Error> {
    Ok(Option::<Vec<Borrowed>>::deserialize(member)?.map(|texts| texts.into_iter().map(|text| text.0).collect()))
}

/// A list of diagnostics as the result of `preflight/validate`.
pub(in super::super) fn to_answer(diagnostics: &[Diagnostic<'_>]) -> Value {
    json!({ "diagnostics": diagnostics })
}

/// The diagnostics in a result of `preflight/validate`.
pub(in super::super) fn from_answer(answer: &Value) -> Result<Vec<Diagnostic<'_>>, WrongShape> {
    let list = member(answer, "diagnostics")?
        .as_array()
        .ok_or_else(|| WrongShape("`diagnostics` is not a list".to_owned()))?;
    let read = |(index, entry)| {
        Diagnostic::deserialize(entry).map_err(|error| WrongShape(format!("`diagnostics[{index}]`: {error}")))
    };
    list.iter().enumerate().map(read).collect()
}

/// The codes of a list of diagnostics.
pub(in super::super) fn codes(list: &[Diagnostic<'_>]) -> Vec<String> {
    list.iter().map(|diagnostic| diagnostic.code.clone().into_owned()).collect()
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
