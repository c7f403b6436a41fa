//! The reference runtime: a validator that refuses what the document refuses
//! and accepts the rest, and a builder of responses.

pub(super) mod spoil;

use serde_json::{Value, json};

use super::methods::{BUILD, MANIFEST};
use super::model::manifest::{Lists, NO_RESULT_JSON, has_result};
use super::model::{Said, Truth, Verdict, response, said};
use crate::subject::{Host, Quirks, Refusal, Request};

/// Answers a call of this suite.
pub(super) fn answer(_: &Quirks, request: Request<'_>, _: &Host) -> Result<Value, Refusal> {
    of(request.method, request.params).ok_or(Refusal::NotOffered)
}

/// The right answer to a call.
pub(super) fn of(method: &str, params: &Value) -> Option<Value> {
    let said = said(method, params)?;
    Some(match method {
        BUILD => build(params, &said),
        MANIFEST => verdict(&said, "manifest", params),
        _ => verdict(&said, "context", params),
    })
}

/// The object comes back as it was: nothing here can change it.
fn verdict(said: &Said, member: &str, params: &Value) -> Value {
    let mut errors: Vec<Value> = Vec::new();
    for broken in said.broken().filter(|_| said.verdict == Verdict::Reject) {
        if member == "manifest" && broken.rule == "5.result-json" {
            errors.extend(missing_results(&params["manifest"]));
        } else {
            errors.push(json!({"message": broken.fault}));
        }
    }
    json!({"ok": errors.is_empty(), "errors": errors, member: params[member]})
}

/// One error for every result that is missing, with all that is known about it.
fn missing_results(manifest: &Value) -> Vec<Value> {
    let Ok(lists) = Lists::of(manifest) else { return Vec::new() };
    let missing = lists.results.iter().filter(|result| has_result(result) == Truth::Broken);
    missing
        .map(|result| {
            let (id, name, reason) = (&result["toolCallId"], &result["name"], &result["errorMessage"]);
            let known = |value: &Value| value.as_str().unwrap_or("unknown").to_owned();
            let message = format!("{}: {} ({})", NO_RESULT_JSON, known(id), known(name));
            json!({"message": message, "toolCallId": id, "name": name, "reason": reason})
        })
        .collect()
}

fn build(params: &Value, said: &Said) -> Value {
    let response = response::required(params).filter(|_| said.verdict == Verdict::Accept);
    match (response, said.verdict) {
        (Some(response), _) => json!({"ok": true, "response": response, "errors": [], "context": params["context"]}),
        (None, Verdict::Unspecified(why)) => {
            json!({"ok": false, "errors": [{"message": why}], "context": params["context"]})
        }
        (None, _) => json!({"ok": false, "errors": [{"message": "no response"}], "context": params["context"]}),
    }
}
