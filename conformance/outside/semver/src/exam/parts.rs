//! What a version is taken apart into.

use proofmark::suite::Call;
use proofmark::suite::{Case, Judgement, Stop, Talk};
use serde_json::{Value, json};

use super::{grounds, is_valid};
use crate::draw::text_case;
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
    let grounds = grounds(case.rule_id(), text);
    let plainer = grounds.iter().map(|ground| Call::new(PARSE, text_case(ground)));
    let answers = talk.ask_all([case.call(PARSE)].into_iter().chain(plainer).collect())?;
    let shown = |value: &Value| json!(parts.iter().map(|part| part_of(value, part)).collect::<Vec<_>>());
    if !is_valid(&answers[0])? {
        return Ok(Judgement::blocked("refuses the version", case));
    }
    if parts.iter().any(|part| parsed(text)[*part].is_string() && answers[0].value[*part].is_null()) {
        return Ok(Judgement::not_shown("the subject does not show this part"));
    }
    for (answer, ground) in answers[1..].iter().zip(grounds) {
        if shown(&parsed(&ground)) != shown(&answer.value) {
            return Ok(Judgement::blocked("reads a plainer version in another way", &text_case(ground)));
        }
    }
    Ok(Judgement::equal(kind, &shown(&parsed(text)), &shown(&answers[0].value)))
}

/// A part of an answer. An empty series and none at all are the same.
fn part_of(value: &Value, part: &str) -> Value {
    match &value[part] {
        Value::Array(identifiers) if identifiers.is_empty() => Value::Null,
        other => other.clone(),
    }
}
