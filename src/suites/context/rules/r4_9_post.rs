//! The model either answers or asks the client for something.
//!
//! The trap is the calls that the server runs: they are no outcome, and no obstacle to one.

use crate::suites::context::prelude::*;

const PLACE: &Place = post(9);

pub(super) static RULE: Rule = Rule {
    id: "4.9.post",
    title: "LLMClient POST: rejects both or neither of a payload and client tool calls",
    level: Level::Must,
    source: "§4.9 LLMClient, POST",
    statement: "After LLMClient there is either a payload and no call that needs the client, or at least one such call and no payload. Calls that the server runs do not count.",
    checks: &[
        Check {
            property: "both outcomes and neither are refused, each alone is accepted",
            edges,
            labels: &["final", "continuation", "both", "neither", "server calls beside a payload"],
            classify,
            ..Post::<9>::CHECK
        },
        Check {
            methods: &[POST],
            edges: || {
                let mut empty = plain::at(PLACE, INITIAL);
                empty["question"] = json!("empty-payload");
                each(&empty, "context.responsePayload", [Some(json!({}))])
            },
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        forgetting_if("accepts both outcomes at once", PLACE, ONE_OUTCOME.fault, |context| {
            has(context, "responsePayload")
        }),
        forgetting_if("accepts no outcome at all", PLACE, ONE_OUTCOME.fault, |context| {
            !(has(context, "responsePayload"))
        }),
        misreading_at("takes any call for a client call", PLACE, |params| mark_all(params, true)),
        refusing_at("always wants a payload", PLACE, |context| !has(context, "responsePayload")),
        misreading_at("looks at the first call only", PLACE, |params| {
            if let Some(calls) = list_at(params, "context.toolCallManifest.toolCalls") {
                calls.truncate(1);
            }
        }),
        misreading_at("takes every call of a tool for what the first one is", PLACE, |params| {
            like(params, "name", false);
        }),
        misreading_at("takes every call of an id for what the last one is", PLACE, |params| {
            like(params, "toolCallId", true);
        }),
        misreading_at("looks at the first eight calls only", PLACE, |params| {
            if let Some(calls) = list_at(params, "context.toolCallManifest.toolCalls") {
                calls.truncate(8);
            }
        }),
        forgetting_if("accepts a payload beside several client calls", PLACE, ONE_OUTCOME.fault, |context| {
            let calls = context["toolCallManifest"]["toolCalls"].as_array().map_or(&[][..], Vec::as_slice);
            calls.iter().filter(|call| call["requiresClientExecution"] == true).count() > 1
        }),
        refusing_at("wants results for the calls that the client has to run", PLACE, has_broken_manifest),
        misreading_at("counts the calls that have no result yet", PLACE, |params| {
            let results = params["context"]["toolCallManifest"]["toolCallResults"].clone();
            let done = |call: &Value| {
                let mut results = results.as_array().into_iter().flatten();
                results.any(|result| result["toolCallId"] == call["toolCallId"])
            };
            if let Some(calls) = list_at(params, "context.toolCallManifest.toolCalls") {
                calls.retain(|call| !done(call));
            }
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.9.post.yaml"),
    questions: &[Question {
        id: "empty-payload",
        asks: "is an empty payload an outcome?",
        readings: &[reading("populated", "it is one: accepted"), reading("nothing", "it is none: refused")],
    }],
};

/// Marks every call like the first or the last one that has the same `field`.
fn like(params: &mut Value, field: &str, last: bool) {
    let Some(calls) = list_at(params, "context.toolCallManifest.toolCalls") else { return };
    let before = calls.clone();
    for call in calls {
        let mut same = before.iter().filter(|other| other[field] == call[field]);
        let model = if last { same.next_back() } else { same.next() };
        call["requiresClientExecution"] = json!(model.is_some_and(|model| model["requiresClientExecution"] == true));
    }
}

/// Marks every call as one for the client, or for the server.
fn mark_all(params: &mut Value, client: bool) {
    for call in list_at(params, "context.toolCallManifest.toolCalls").into_iter().flatten() {
        put(call, "requiresClientExecution", Some(json!(client)));
    }
}

/// The usual edges; besides, the continuation, alone and among calls for the server, and server calls beside a payload.
fn edges() -> Vec<Value> {
    let mut cases = step_edges(PLACE);
    let server = json!({"toolCallId": "c0", "name": "ls", "argumentsJson": "{}"});
    let client = plain::client_call("c1", "grep");
    for kind in TYPES {
        let plain = plain::at(PLACE, kind);
        let silent = each(&plain, "context.responsePayload", [None]).swap_remove(0);
        for calls in [json!([client]), json!([server, client]), json!([client, server])] {
            cases.extend(each(&silent, "context.toolCallManifest", [Some(json!({ "toolCalls": calls }))]));
        }
        // The same tool, and the same id, for the server and for the client; and the client's call after many others.
        let same_tool = json!({"toolCallId": "c0", "name": "grep"});
        let same_id = json!({"toolCallId": "c1", "name": "grep"});
        let mut many = vec![server.clone(); 20];
        many.push(client.clone());
        for calls in [json!([same_tool, client]), json!([same_id, client]), json!([client, same_id]), json!(many)] {
            cases.extend(each(&silent, "context.toolCallManifest", [Some(json!({ "toolCalls": calls }))]));
        }
        let two = json!({"toolCalls": [client, plain::client_call("c2", "awk")]});
        cases.extend(each(&plain, "context.toolCallManifest", [Some(two)]));
        // A call that has its result is a call all the same.
        let answered = draw::answerable::answered(std::slice::from_ref(&client));
        cases.extend(each(&silent, "context.toolCallManifest", [Some(answered.clone())]));
        cases.extend(each(&plain, "context.toolCallManifest", [Some(answered)]));
        cases.extend(each(&plain, "context.toolCallManifest", [Some(json!({"toolCalls": [server]}))]));
    }
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let payload = has(&case["context"], "responsePayload");
    let calls = case["context"]["toolCallManifest"]["toolCalls"].as_array().map_or(&[][..], Vec::as_slice);
    let client = calls.iter().any(|call| call["requiresClientExecution"] == true);
    let mut labels = vec![match (payload, client) {
        (true, false) => "final",
        (false, true) => "continuation",
        (true, true) => "both",
        (false, false) => "neither",
    }];
    labels.extend((payload && !client && !calls.is_empty()).then_some("server calls beside a payload"));
    labels
}
