//! Contexts from which a response must be built.

use serde_json::{Value, json};

use super::nothing::each;
use super::plain;
use crate::draw::Draw;
use crate::draw::text::{sentence, word};
use crate::suites::context::model::kind::TYPES;
use crate::suites::context::model::slot::put;

/// Contexts of every type for both kinds of response; with server-side calls; with several calls.
pub(in super::super) fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for kind in TYPES {
        let done = plain::answerable(kind, "Final");
        let asking = plain::answerable(kind, "ToolContinuation");
        let server = json!({"toolCallId": "c0", "name": "ls", "argumentsJson": "{}"});
        let (one, two) = (plain::client_call("c2", "grep"), plain::client_call("c1", "awk"));
        let lists = [json!([server, one]), json!([one, server, two]), json!([one, two])];
        cases.extend([done.clone(), asking.clone()]);
        cases.extend(each(&done, "context.toolCallManifest", [Some(json!({"toolCalls": [server]}))]));
        cases.extend(each(&done, "context.toolCallManifest", [Some(plain::manifest(&[("c0", "ls")]))]));
        for calls in lists {
            cases.extend(each(&asking, "context.toolCallManifest", [Some(json!({ "toolCalls": calls }))]));
        }
    }
    cases
}

/// Any context from which a response must be built.
pub(in super::super) fn answerable(draw: &mut Draw) -> Value {
    let response_type = *draw.pick(&["Final", "ToolContinuation"]);
    let mut params = plain::answerable(draw.pick::<&str>(TYPES), response_type);
    for path in ["context.session.id", "context.turn.id", "context.session.modeDisplayName", "context.session.mode"] {
        put(&mut params, path, Some(json!(format!("{}-{}", word(draw), draw.below(90)))));
    }
    let mut calls = draw.list(0..=4, |draw| {
        let arguments = *draw.pick(&["{}", "{\"path\":\"a.txt\"}", "[]"]);
        let mut call = json!({"toolCallId": format!("{}-{}", word(draw), draw.below(90)), "name": word(draw),
            "argumentsJson": arguments});
        match draw.below(3) {
            0 => call["requiresClientExecution"] = json!(false),
            1 if response_type != "Final" => call["requiresClientExecution"] = json!(true),
            _ => {}
        }
        call
    });
    if response_type == "Final" {
        put(&mut params, "context.responsePayload.primaryOutputText", Some(json!(sentence(draw))));
    } else {
        calls.push(plain::client_call("last-1", "awk"));
        draw.shuffle(&mut calls);
    }
    put(&mut params, "context.toolCallManifest", Some(json!({ "toolCalls": calls })));
    for path in ["context.agentContext", "context.conversationContext", "context.promptKnowledgeProvider"] {
        if draw.chance(1, 2) {
            put(&mut params, path, Some(plain::populated(path)));
        }
    }
    params
}
