//! Contexts from which a response must be built.

use serde_json::{Value, json};

use super::nothing::each;
use super::plain;
use crate::draw::Draw;
use crate::draw::text::{sentence, word};
use crate::suites::context::model::kind::TYPES;
use crate::suites::context::model::slot::put;

/// Contexts of every type for both kinds of response; with server-side calls; with several calls, few and many, with
/// results and without; with texts that tempt.
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
        let mut half = answered(&[one.clone(), two.clone()]);
        half["toolCallResults"] = json!([half["toolCallResults"][1]]);
        cases.extend(each(&asking, "context.toolCallManifest", [Some(answered(&[one.clone(), two])), Some(half)]));
        // The same id once for the client and once for the server.
        let other = json!({"toolCallId": "c2", "name": "grep", "argumentsJson": "{}"});
        for calls in [json!([one, other]), json!([other, one])] {
            cases.extend(each(&asking, "context.toolCallManifest", [Some(json!({ "toolCalls": calls }))]));
        }
    }
    cases.extend(tempting());
    cases.extend([6, 12, 25, 60, 300].map(|count| with_calls(&many_calls(count))));
    cases
}

/// Calls for the client that have their results already: they are the client's calls all the same.
pub(in super::super) fn answered(calls: &[Value]) -> Value {
    let result =
        |call: &Value| json!({"toolCallId": call["toolCallId"], "name": call["name"], "resultJson": "{\"lines\":2}"});
    json!({"toolCalls": calls, "toolCallResults": calls.iter().map(result).collect::<Vec<Value>>()})
}

/// Texts that a builder is tempted to tidy up, in every place that a response takes a text from.
fn tempting() -> Vec<Value> {
    let long = "all of it, and more of it; ".repeat(120);
    let fenced = "```\ntwo files\n```";
    let texts = [
        fenced,
        " Two Files ",
        "two\r\nfiles\n",
        "<b>two</b> &amp; \"files\"",
        "cafe\u{301} \u{200b}",
        "null",
        &long,
        &"words ".repeat(12_000),
        "two\tfiles  and\u{a0}more\n\n\nof them",
        "{\"answer\": \"two files\"}",
        "\u{feff}use {name} and ${name}, %s",
        r"C:\new\table",
        "it\u{2019}s \u{1f980} \u{1b}[1mbold\u{1b}[0m",
        "fs.read_file",
    ];
    let mut cases = Vec::new();
    for text in texts {
        let mut done = plain::answerable(TYPES[0], "Final");
        let mut call = plain::client_call(text, text);
        call["argumentsJson"] = json!(format!("{{ \"text\" : {} }}", json!(text)));
        let mut other = plain::client_call("c2", "ReadFile");
        other["argumentsJson"] = json!("null");
        let mut asking = with_calls(&[call, other]);
        for params in [&mut done, &mut asking] {
            for path in ["context.session.id", "context.turn.id", "context.session.modeDisplayName"] {
                put(params, path, Some(json!(text)));
            }
        }
        put(&mut done, "context.responsePayload.primaryOutputText", Some(json!(text)));
        cases.extend([done, asking]);
    }
    cases
}

/// A context that asks the client for these calls.
fn with_calls(calls: &[Value]) -> Value {
    let asking = plain::answerable(TYPES[0], "ToolContinuation");
    each(&asking, "context.toolCallManifest", [Some(json!({ "toolCalls": calls }))]).swap_remove(0)
}

/// So many calls for the client, in no order that a program would sort them into.
fn many_calls(count: usize) -> Vec<Value> {
    (0..count).map(|number| plain::client_call(&format!("c{}", count - number), &format!("Tool{number}"))).collect()
}

/// Contexts that say both: a final text and calls for the client. Whether a response is built from them, and which, is
/// not said.
pub(in super::super) fn contradictory() -> Vec<Value> {
    let of = |(kind, response_type): (&&str, &str)| {
        let mut params = plain::answerable(kind, response_type);
        put(&mut params, "context.responsePayload", Some(plain::populated("context.responsePayload")));
        let calls = json!({"toolCalls": [plain::client_call("c1", "grep")]});
        put(&mut params, "context.toolCallManifest", Some(calls));
        params
    };
    TYPES.iter().flat_map(|kind| [(kind, "Final"), (kind, "ToolContinuation")]).map(of).collect()
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
        let said = if draw.chance(1, 3) { format!(" {}\r\n", sentence(draw)) } else { sentence(draw) };
        put(&mut params, "context.responsePayload.primaryOutputText", Some(json!(said)));
    } else {
        calls.push(plain::client_call("last-1", "awk"));
        draw.shuffle(&mut calls);
    }
    let manifest = if draw.chance(1, 4) { answered(&calls) } else { json!({ "toolCalls": calls }) };
    put(&mut params, "context.toolCallManifest", Some(manifest));
    for path in ["context.agentContext", "context.conversationContext", "context.promptKnowledgeProvider"] {
        if draw.chance(1, 2) {
            put(&mut params, path, Some(plain::populated(path)));
        }
    }
    params
}
