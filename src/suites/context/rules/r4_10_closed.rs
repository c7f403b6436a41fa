//! A response says what the table lists and nothing more.
//!
//! The traps: the provider's continuation id, the state of the pipeline, and
//! diagnostics that were meant for a log.

use crate::suites::context::judge::built::{BUILT, build};
use crate::suites::context::model::response::TOOL_CALL;
use crate::suites::context::prelude::*;

const TOOL_RESULT: &[&str] = &["toolCallId", "executionMs", "resultJson", "errorMessage"];
const FILE: &[&str] = &["name", "mimeType", "url", "sizeBytes", "contentHash", "description", "contentExpires"];

pub(super) static RULE: Rule = Rule {
    id: "4.10.closed",
    title: "ResponseBuilder: puts no member into a response that is not listed",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, POST; AGN-033, the table and its entries",
    statement: "A response has no members beyond the table: no provider continuation id, no pipeline state, no \
                diagnostics. Tool calls, tool results and files hold what is listed for them; a tool result holds \
                exactly one of resultJson and errorMessage.",
    checks: &[Check {
        property: "every key of the response and of its entries is in the table, and entries are complete",
        edges: || draw::answerable::edges().into_iter().chain(marked()).collect(),
        exam,
        ..BUILT
    }],
    mutants: &[
        sending("sends the provider's continuation id", |response| response["previousResponseId"] = json!("resp_77")),
        Mutant::answers("sends diagnostics with a final response", |_, answer| {
            adds(answer, "final", "diagnostics", json!([]))
        }),
        Mutant::answers("sends the correlation id", |request, answer| {
            let id = request.params["context"]["correlationId"].clone();
            edit(answer, |response| response["correlationId"] = id)
        }),
        sending("sends calls as they stand in the manifest", |response| {
            for call in response.get_mut("toolCalls").and_then(Value::as_array_mut).into_iter().flatten() {
                call["requiresClientExecution"] = json!(true);
            }
        }),
        Mutant::answers("sends what else a call of the manifest holds", |request, answer| {
            let mark = request.params["context"]["toolCallManifest"]["toolCalls"][0]["providerItemId"].clone();
            edit(answer, |response| {
                if let (true, true) = (mark.is_string(), response["toolCalls"][0].is_object()) {
                    response["toolCalls"][0]["providerItemId"] = mark;
                }
            })
        }),
        Mutant::answers("sends tool results with JSON and error", |_, answer| {
            let both = json!([{"toolCallId": "c0", "executionMs": 3, "resultJson": "{}", "errorMessage": ""}]);
            adds(answer, "final", "toolResults", both)
        }),
        Mutant::answers("sends tool results without their time", |_, answer| {
            adds(answer, "final", "toolResults", json!([{"toolCallId": "c0", "resultJson": "{}"}]))
        }),
        Mutant::answers("sends files without their hash", |_, answer| {
            let file =
                json!({"name": "a.md", "mimeType": "text/markdown", "url": "https://example.org/a", "sizeBytes": 3});
            adds(answer, "final", "files", json!([file]))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.closed.yaml"),
    questions: &[],
};

/// A call in which the provider has left an id of its own: no member that any document knows.
fn marked() -> Vec<Value> {
    let mut call = plain::client_call("c1", "grep");
    call["providerItemId"] = json!("fc_77");
    let asking = plain::answerable(INITIAL, "ToolContinuation");
    each(&asking, path::MANIFEST, [Some(json!({ "toolCalls": [call] }))])
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let built = match build(case, talk)? {
        Ok(built) => built,
        Err(not_judged) => return Ok(not_judged),
    };
    let all = built.response;
    // A key in other letters is one that is missing: the rule on what is required says so.
    if let Some(key) = all.as_object().and_then(|members| members.keys().find(|key| built.form.almost_knows(key))) {
        return Ok(Judgement::blocked(format!("writes `{key}` in other letters"), case));
    }
    Ok(match surplus(built.form.kind, all, |key| built.form.knows(key)) {
        Some(kind) => Judgement::failed(kind, "only what the table lists", all.clone()),
        None => Judgement::held(),
    })
}

/// What is there and should not be, or is not and should be, in the response or one of its entries.
fn surplus(kind: &str, built: &Value, knows: impl Fn(&str) -> bool) -> Option<&'static str> {
    if built.as_object()?.keys().any(|key| !knows(key)) {
        return Some("a member that no response has");
    }
    let entries = |key: &str| built[key].as_array().map_or(&[][..], Vec::as_slice);
    let beyond = |entry: &Value, keys: &[&str]| {
        entry.as_object().is_some_and(|entry| entry.keys().any(|key| !keys.contains(&key.as_str())))
    };
    if entries("toolCalls").iter().any(|call| beyond(call, TOOL_CALL)) {
        return Some("a tool call with more than id, name and arguments");
    }
    if kind != "final" {
        return None;
    }
    let wrong_result = |result: &Value| {
        let both = result.get("resultJson").is_some() == result.get("errorMessage").is_some();
        both || beyond(result, TOOL_RESULT) || TOOL_RESULT[..2].iter().any(|key| result[*key].is_null())
    };
    if entries("toolResults").iter().any(wrong_result) {
        return Some("a tool result that is not as listed");
    }
    let wrong_file = |file: &Value| beyond(file, FILE) || FILE[..5].iter().any(|key| file[*key].is_null());
    entries("files").iter().any(wrong_file).then_some("a file that is not as listed")
}
