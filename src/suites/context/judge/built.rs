//! What the rules on responses share: building one, and looking at it.

use serde_json::{Value, json};

use super::kind::TYPES;
use super::plain;
use super::prelude::{self, is_ok};
use super::response::{self, Form};
use super::slot::put;
use super::verdict::{BUILD, Verdict};
use crate::draw::Draw;
use crate::draw::text::{sentence, word};
use crate::rule::{Check, Judgement, Step, WrongShape, arm};
use crate::subject::{Answer, Call};

/// What checks of responses have in common.
pub(super) const BUILT: Check = Check {
    id: "response",
    methods: &[BUILD],
    features: &["responses"],
    shape: &super::shape::CORE,
    edges,
    arms: &[arm(1, "any context that can be answered", answerable)],
    classify,
    labels: &["Final", "ToolContinuation"],
    ..Check::NEW
};

/// Builds the response of the case and hands it to `judge`, with the form and the response that are due.
/// Where the document does not say that one must be built, or none was, nothing is judged.
pub(super) fn judge_response(
    case: &Value,
    answers: &[Answer],
    judge: impl FnOnce(&'static Form, &Value, &Value) -> Judgement,
) -> Result<Step, WrongShape> {
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![Call::of_case(BUILD)])) };
    let ok = is_ok(answer)?;
    let due = response::said(case).verdict == Verdict::Accept;
    let (Some(form), Some(required), true) = (Form::due(case), response::required(case), due) else {
        return Ok(Step::Judged(Judgement::open("whether a response is built from this context is not said")));
    };
    match answer.value.get("response") {
        Some(built @ Value::Object(_)) if ok => Ok(Step::Judged(judge(form, &required, built))),
        _ => Ok(Step::Judged(Judgement::open("there is no response: the rule on its kind says so"))),
    }
}

/// Contexts of every type for both kinds of response; with server-side calls; with several calls.
pub(super) fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for kind in TYPES {
        let done = plain::answerable(kind, "Final");
        let asking = plain::answerable(kind, "ToolContinuation");
        let server = json!({"toolCallId": "c0", "name": "ls", "argumentsJson": "{}"});
        let (one, two) = (plain::client_call("c2", "grep"), plain::client_call("c1", "awk"));
        let lists = [json!([server, one]), json!([one, server, two]), json!([one, two])];
        cases.extend([done.clone(), asking.clone()]);
        cases.extend(prelude::each(&done, "context.toolCallManifest", [Some(json!({"toolCalls": [server]}))]));
        cases.extend(prelude::each(&done, "context.toolCallManifest", [Some(plain::manifest(&[("c0", "ls")]))]));
        for calls in lists {
            cases.extend(prelude::each(&asking, "context.toolCallManifest", [Some(json!({ "toolCalls": calls }))]));
        }
    }
    cases
}

/// Any context from which a response must be built.
pub(super) fn answerable(draw: &mut Draw) -> Value {
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

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels: Vec<&'static str> = Form::due(case).map(|form| form.response_type).into_iter().collect();
    let calls = case["context"]["toolCallManifest"]["toolCalls"].as_array().map_or(&[][..], Vec::as_slice);
    let (client, server): (Vec<&Value>, Vec<&Value>) =
        calls.iter().partition(|call| call["requiresClientExecution"] == true);
    labels.extend((!client.is_empty() && !server.is_empty()).then_some("client and server calls"));
    labels.extend((client.len() > 1).then_some("several client calls"));
    labels
}

/// A right answer with its response changed.
pub(super) fn edit(mut answer: Value, change: impl FnOnce(&mut Value)) -> Value {
    if answer["response"].is_object() {
        change(&mut answer["response"]);
    }
    answer
}

/// A right answer with a member added to responses of this kind.
pub(super) fn adds(answer: Value, kind: &str, key: &str, value: Value) -> Value {
    edit(answer, |response| {
        if response["kind"] == kind {
            response[key] = value;
        }
    })
}
