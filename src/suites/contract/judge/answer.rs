//! Reading answers: what has to be there, in the shape that it has to have.

use serde_json::Value;

use crate::rule::{Judgement, Stop, WrongShape};
use crate::subject::Answer;

/// The text of an error, which is a text or has one as its `message`.
pub(crate) fn message(error: &Value) -> String {
    error.as_str().or_else(|| error["message"].as_str()).unwrap_or_default().to_owned()
}

/// The list `name` of a result, with exactly `count` entries.
pub(crate) fn results<'a>(answer: &'a Answer, name: &str, count: usize) -> Result<&'a [Value], WrongShape> {
    match answer.value[name].as_array() {
        Some(results) if results.len() == count => Ok(results),
        Some(results) => Err(WrongShape(format!("`{name}` has {} entries where {count} are due", results.len()))),
        None => Err(WrongShape(format!("`{name}` is not a list"))),
    }
}

/// The truth of a member that must be `true` or `false`.
pub(crate) fn truth(value: &Value, name: &str) -> Result<bool, WrongShape> {
    value[name].as_bool().ok_or_else(|| WrongShape(format!("`{name}` is neither true nor false")))
}

/// The list `name` of a case or of a result; an empty one if there is none.
pub(crate) fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// Stops where the document does not say what is due: why.
pub(crate) fn decided(doubt: Option<&'static str>) -> Result<(), Stop> {
    doubt.map_or(Ok(()), |why| Err(Judgement::open(why).into()))
}
