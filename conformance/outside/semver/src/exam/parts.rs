//! What a version is taken apart into.

use proofmark::rule::{Case, Judgement, Stop, Talk};
use proofmark::subject::Call;
use serde_json::{Value, json};

use super::{ground, is_valid};
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
    let ground = ground(case.rule_id(), text);
    let mut calls = vec![case.call(PARSE)];
    calls.extend(ground.iter().map(|ground| Call::new(PARSE, text_case(ground))));
    let answers = talk.ask_all(calls)?;
    for answer in answers {
        if !is_valid(answer)? {
            return Ok(Judgement::open("the subject refuses the version: another rule says whether it may"));
        }
        if parts.iter().any(|part| parsed(text)[*part].is_string() && answer.value[*part].is_null()) {
            return Ok(Judgement::not_shown("the subject does not show this part"));
        }
    }
    let shown = |value: &Value| json!(parts.iter().map(|part| part_of(value, part)).collect::<Vec<_>>());
    if ground.iter().zip(&answers[1..]).any(|(ground, answer)| shown(&parsed(ground)) != shown(&answer.value)) {
        return Ok(Judgement::open(
            "the subject reads a plainer version in another way: another rule says whether it may",
        ));
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
