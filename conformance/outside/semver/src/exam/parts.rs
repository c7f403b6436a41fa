//! What a version is taken apart into.

use proofmark::rule::{Case, Judgement, Stop, Talk};
use serde_json::{Value, json};

use super::is_valid;
use crate::methods::PARSE;
use crate::model::read;
use crate::reference::{parsed, text};

/// The three numbers are those written.
pub(crate) fn numbers(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    same_parts(case, talk, &["major", "minor", "patch"], "another number than is written")
}

/// The identifiers behind the hyphen are those written.
pub(crate) fn pre_release(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    same_parts(case, talk, &["prerelease"], "other pre-release identifiers than are written")
}

/// The identifiers behind the plus sign are those written.
pub(crate) fn build(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    same_parts(case, talk, &["build"], "other build identifiers than are written")
}

fn same_parts(case: &Case<'_>, talk: &mut Talk<'_>, parts: &[&str], kind: &str) -> Result<Judgement, Stop> {
    let text = text(case, "text");
    if read(text).is_err() {
        return Ok(Judgement::open("no version: it has no parts"));
    }
    let answer = talk.ask(case.call(PARSE))?;
    if !is_valid(answer)? {
        return Ok(Judgement::open("the subject refuses the version: another rule says whether it may"));
    }
    let due = parsed(text);
    // An empty series and none at all are the same; a number has to be there to be judged.
    let shown = |value: &Value, part: &str| match &value[part] {
        Value::Array(identifiers) if identifiers.is_empty() => Value::Null,
        other => other.clone(),
    };
    if parts.iter().any(|part| due[*part].is_string() && answer.value[*part].is_null()) {
        return Ok(Judgement::not_shown("the subject does not show this part"));
    }
    let all = |value: &Value| json!(parts.iter().map(|part| shown(value, part)).collect::<Vec<_>>());
    Ok(Judgement::equal(kind, &all(&due), &all(&answer.value)))
}
