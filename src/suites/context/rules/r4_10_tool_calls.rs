//! A continuation asks the client for exactly what the client has to run.
//!
//! The traps: server-side calls sent along, calls regrouped by tool, and
//! repeated ones merged.

use crate::suites::context::judge::built::{BUILT, build};
use crate::suites::context::model::response::TOOL_CALL;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "4.10.tool-calls",
    title: "ResponseBuilder: sends exactly the client's tool calls, in manifest order",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, POST; AGN-033, a continuation carries the client-side calls",
    statement: "`toolCalls` of a continuation holds the calls of the manifest with `requiresClientExecution`, all of \
                them and no others, in their order, each with toolCallId, name and argumentsJson as they were.",
    checks: &[Check {
        property: "the tool calls of a continuation equal the client's calls of the manifest, one by one",
        labels: &["ToolContinuation", "client and server calls", "several client calls"],
        exam,
        ..BUILT
    }],
    mutants: &[
        Mutant::answers("sends the server's calls along", |request, answer| {
            let mut all = request.params["context"]["toolCallManifest"]["toolCalls"].clone();
            for call in all.as_array_mut().into_iter().flatten() {
                put(call, "requiresClientExecution", None);
            }
            edit(answer, |response| {
                if response.get("toolCalls").is_some() {
                    response["toolCalls"] = all;
                }
            })
        }),
        Mutant::answers("sends the last call first", |_, answer| of_calls(answer, |calls| calls.reverse())),
        Mutant::answers("sends the first call only", |_, answer| of_calls(answer, |calls| calls.truncate(1))),
        Mutant::answers("regroups calls by tool", |_, answer| {
            of_calls(answer, |calls| calls.sort_by_key(|call| call["name"].to_string()))
        }),
        Mutant::answers("sends five calls at most", |_, answer| of_calls(answer, |calls| calls.truncate(5))),
        Mutant::answers("sends the calls that have no result yet", |request, answer| {
            let results = request.params["context"]["toolCallManifest"]["toolCallResults"].clone();
            let done = |call: &Value| {
                let mut results = results.as_array().into_iter().flatten();
                results.any(|result| result["toolCallId"] == call["toolCallId"])
            };
            of_calls(answer, |calls| calls.retain(|call| !done(call)))
        }),
        Mutant::answers("sends the calls that have no result yet, if there are any", |request, answer| {
            let results = request.params["context"]["toolCallManifest"]["toolCallResults"].clone();
            let waits = |call: &Value| {
                let mut results = results.as_array().into_iter().flatten();
                !results.any(|result| result["toolCallId"] == call["toolCallId"])
            };
            of_calls(answer, |calls| {
                if calls.iter().any(waits) {
                    calls.retain(waits);
                }
            })
        }),
        Mutant::answers("sends the server's call of an id that the client has as well", |request, answer| {
            let mut all = request.params["context"]["toolCallManifest"]["toolCalls"].clone();
            for call in all.as_array_mut().into_iter().flatten() {
                put(call, "requiresClientExecution", None);
            }
            of_calls(answer, |calls| {
                let ids: Vec<Value> = calls.iter().map(|call| call["toolCallId"].clone()).collect();
                let all = all.as_array().into_iter().flatten();
                *calls = all.filter(|call| ids.contains(&call["toolCallId"])).cloned().collect();
            })
        }),
        Mutant::answers("sends no arguments that say null", |_, answer| {
            of_calls(answer, |calls| {
                for call in calls.iter_mut().filter(|call| call["argumentsJson"] == "null") {
                    call["argumentsJson"] = json!("{}");
                }
            })
        }),
        Mutant::answers("writes the names of tools in small letters", |_, answer| {
            of_calls(answer, |calls| calls.iter_mut().for_each(|call| change_text(call, "name", str::to_lowercase)))
        }),
        Mutant::answers("leaves arguments out", |_, answer| {
            of_calls(answer, |calls| calls.iter_mut().for_each(|call| put(call, "argumentsJson", None)))
        }),
        Mutant::answers("sends arguments parsed", |_, answer| {
            of_calls(answer, |calls| {
                for call in calls {
                    let parsed = call["argumentsJson"].as_str().and_then(|text| serde_json::from_str(text).ok());
                    call["argumentsJson"] = parsed.unwrap_or(Value::Null);
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.tool-calls.yaml"),
    questions: &[],
};

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let built = match build(case, talk)? {
        Ok(built) => built,
        Err(not_judged) => return Ok(not_judged),
    };
    if built.form.kind == "final" {
        return Ok(Judgement::open("a final response has no tool calls"));
    }
    let required = &built.required["toolCalls"];
    let due = required.as_array().map_or(&[][..], Vec::as_slice);
    let Some(sent) = built.response["toolCalls"].as_array() else {
        return Ok(Judgement::failed("a continuation without tool calls", required.clone(), built.response.clone()));
    };
    let same = |a: &Value, b: &Value| TOOL_CALL.iter().all(|key| a[*key] == b[*key]);
    let kind = if sent.len() > due.len() {
        "sends calls that are not the client's"
    } else if sent.len() < due.len() {
        "does not send every call"
    } else if due.iter().zip(sent).all(|(due, sent)| same(due, sent)) {
        return Ok(Judgement::held());
    } else if due.iter().all(|due| sent.iter().any(|sent| same(due, sent))) {
        "sends the calls in another order"
    } else {
        "sends a call that is not as it was"
    };
    Ok(Judgement::failed(kind, required.clone(), built.response["toolCalls"].clone()))
}

fn of_calls(answer: Value, change: impl FnOnce(&mut Vec<Value>)) -> Value {
    edit(answer, |response| {
        if let Some(calls) = response.get_mut("toolCalls").and_then(Value::as_array_mut) {
            change(calls);
        }
    })
}
