//! What belongs to the other kind of response is not there, not even empty.
//!
//! The trap is a serializer that writes every field of a class: `null` and
//! `[]` are members too.

use crate::subject::Request;
use crate::suites::context::judge::built::{BUILT, build};
use crate::suites::context::model::response::{FORMS, Form};
use crate::suites::context::prelude::*;

const CONTINUES: &str = "client_tool_continuation";

pub(super) static RULE: Rule = Rule {
    id: "4.10.forbidden",
    title: "ResponseBuilder: gives neither kind of response the other's members",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, POST; AGN-033, forbidden even as an empty value",
    statement: "A final response has no key `toolCalls` or `toolContinuationMessage`; a continuation has no key \
                `primaryOutputText`, `toolResults`, `files`, `userWarnings` or `usage`. An empty value or null is a key.",
    checks: &[Check {
        property: "no key of the other kind is there, whatever its value",
        edges: || draw::answerable::edges().into_iter().chain(draw::answerable::contradictory()).collect(),
        exam,
        ..BUILT
    }],
    mutants: &[
        Mutant::answers("sends an empty list of tool calls with a final response", |_, answer| {
            adds(answer, "final", "toolCalls", json!([]))
        }),
        Mutant::answers("sends a null message with a final response", |_, answer| {
            adds(answer, "final", "toolContinuationMessage", Value::Null)
        }),
        Mutant::answers("sends a null text with a continuation", |_, answer| {
            adds(answer, CONTINUES, "primaryOutputText", Value::Null)
        }),
        Mutant::answers("sends an empty text with a continuation", |_, answer| {
            adds(answer, CONTINUES, "primaryOutputText", json!(""))
        }),
        Mutant::answers("sends empty tool results with a continuation", |_, answer| {
            adds(answer, CONTINUES, "toolResults", json!([]))
        }),
        Mutant::answers("sends files with a continuation", |_, answer| adds(answer, CONTINUES, "files", json!([]))),
        Mutant::answers("sends warnings with a continuation", |_, answer| {
            adds(answer, CONTINUES, "userWarnings", json!([]))
        }),
        Mutant::answers("sends usage with a continuation", |_, answer| {
            adds(answer, CONTINUES, "usage", json!({"totalTokens": 12}))
        }),
        Mutant::answers("sends the calls that are left with a final response", |request, answer| {
            says_both(request, answer, "toolCalls", |context| context["toolCallManifest"]["toolCalls"].clone())
        }),
        Mutant::answers("sends the text that is there with a continuation", |request, answer| {
            says_both(request, answer, "primaryOutputText", |context| {
                context["responsePayload"]["primaryOutputText"].clone()
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.forbidden.yaml"),
    questions: &[],
};

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (form, response) = match build(case, talk)? {
        Ok(built) => (built.form, built.response),
        Err(not_judged) => match unasked(talk.ask(case.call(BUILD))?) {
            Some(sent) => sent,
            None => return Ok(not_judged),
        },
    };
    Ok(match form.forbidden.iter().find(|key| response.get(**key).is_some()) {
        Some(key) => {
            let kind = format!("a {} response has `{key}`", form.kind);
            Judgement::failed(kind, "no such key", response.clone())
        }
        None => Judgement::held(),
    })
}

/// A response that nobody had to build, and what it says it is: what is sent has to be as the table says.
fn unasked(answer: &Answer) -> Option<(&'static Form, &Value)> {
    let response = answer.value.get("response").filter(|_| answer.value["ok"] == true)?;
    FORMS.iter().find(|form| response["kind"] == form.kind).map(|form| (form, response))
}

/// The answer, or a response where both kinds are possible: of the kind that the context says, with `key` and what
/// `value` takes from the context.
fn says_both(request: Request<'_>, answer: Value, key: &str, value: fn(&Value) -> Value) -> Value {
    let context = &request.params["context"];
    let both = has(context, "responsePayload") && context["toolCallManifest"]["toolCalls"][0].is_object();
    let (Some(form), true, false) = (Form::due(request.params), both, answer["ok"] == true) else { return answer };
    if !form.forbidden.contains(&key) {
        return answer;
    }
    json!({"ok": true, "errors": [], "response": {"kind": form.kind, key: value(context)}, "context": context})
}
